// What the comparers of parts need of the whole: shapes, and the comparison of the schemas further down.
import type { ShapeOf } from "./accepts.js";
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaDirection } from "./rules/rule.js";
import type { Node } from "./source.js";
import type { Work } from "./work.js";

export interface Comparison {
  direction: SchemaDirection;
  shapeOf: ShapeOf;
  work: Work;
  /** The same for inputs, whose rules alone say what is taken on both sides. */
  strict: Comparison;
  /** What differs; `path` is the place of a schema that is written on neither side. */
  compare(before: Node, after: Node, path: string): SchemaFinding[];
  /** True where it is sure that every value of `one` is a value of `other`. */
  isWithin(one: Node, other: Node): boolean;
}
