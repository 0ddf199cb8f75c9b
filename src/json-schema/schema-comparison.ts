// Nodes of two schemas in; what differs out, each pair worked out once, and a schema that contains itself only once round.
import type { ShapeOf } from "./accepts.js";
import type { Comparison } from "./comparison.js";
import { ShapeBuilder } from "./build-shape.js";
import { compareShapes } from "./compare-shapes.js";
import type { SchemaFinding } from "./schema-change.js";
import { takesAll, type SchemaDirection } from "./schema-rules.js";
import { isJsonObject } from "../json/value.js";
import { SameText } from "./same-text.js";
import { keyOf, pathOf, resolveReference, type Node, type Source } from "./source.js";
import { Undecidable } from "./undecidable.js";

const MOST_PAIRS = 20_000;
const DEEPEST = 200;

export class SchemaComparison implements Comparison {
  private readonly done = new Map<string, SchemaFinding[]>();
  /** The pairs that wait for an answer, to how far down they are. */
  private readonly open = new Map<string, number>();
  /** The outermost open pair that was taken to differ in nothing more, since it was asked again further in. */
  private assumed = Infinity;
  private pairs = 0;
  private readonly sameText = new SameText();
  readonly strict: SchemaComparison;

  constructor(
    readonly direction: SchemaDirection,
    readonly shapeOf: ShapeOf = new ShapeBuilder().shapeOf,
  ) {
    this.strict = direction === "input" ? this : new SchemaComparison("input", shapeOf);
  }

  compare(before: Node, after: Node, path: string): SchemaFinding[] {
    if (this.sameText.areEqual(before, after)) return [];
    const key = `${keyOf(before)} | ${keyOf(after)}`;
    const known = this.done.get(key);
    if (known !== undefined) return known;
    const depth = this.open.get(key);
    if (depth !== undefined) {
      this.assumed = Math.min(this.assumed, depth);
      return [];
    }
    return this.work(key, before, after, path);
  }

  isWithin(one: Node, other: Node): boolean {
    return this.strict.compare(one, other, "").every(({ rule }) => takesAll(rule));
  }

  private work(key: string, before: Node, after: Node, path: string): SchemaFinding[] {
    this.pairs += 1;
    if (this.pairs > MOST_PAIRS || this.open.size > DEEPEST) throw new Undecidable("The schemas are too large.");
    const depth = this.open.size;
    const outer = this.assumed;
    this.open.set(key, depth);
    this.assumed = Infinity;
    const place = typePathOf(after) ?? typePathOf(before) ?? pathOf(after, pathOf(before, path));
    const found = compareShapes(this, this.shapeOf(before), this.shapeOf(after), place);
    this.open.delete(key);
    // What rests on a pair further out is not sure before that pair is done.
    if (this.assumed >= depth) {
      this.done.set(key, found);
      this.assumed = Infinity;
    }
    this.assumed = Math.min(this.assumed, outer);
    return found;
  }
}

/** Where the type of a node is written. */
function typePathOf(node: Node): string | undefined {
  return node.map((source) => typePathIn(source)).find((path) => path !== undefined);
}

function typePathIn(source: Source, step = 0): string | undefined {
  const { schema, path, aside } = source;
  if (!isJsonObject(schema) || aside !== "" || step > 20) return undefined;
  const keyword = ["type", "anyOf", "oneOf", "enum", "const"].find((key) => key in schema);
  if (keyword !== undefined) return `${path}/${keyword}`;
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? resolveReference(source, reference) : undefined;
  return target === undefined ? undefined : typePathIn(target, step + 1);
}
