// Defines what the comparers of parts need from the whole: shapes, and the comparison of nested schemas.
import type { ShapeOf } from "./accepts.js";
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaDirection } from "./rules/rule.js";
import type { Node } from "./source.js";
import type { Work } from "./work.js";

export interface Comparison {
  direction: SchemaDirection;
  shapeOf: ShapeOf;
  work: Work;
  /** The same for inputs, where rules alone say what both sides accept. */
  strict: Comparison;
  /** What differs; `path` is the place for a schema that neither side writes. */
  compare(before: Node, after: Node, path: string): SchemaFinding[];
  /** True where every value of `one` is certainly a value of `other`. */
  isWithin(one: Node, other: Node): boolean;
}
