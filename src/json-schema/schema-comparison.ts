// Compares nodes of two schemas, each pair once, and goes through a schema that contains itself once.
import type { ShapeOf } from "./accepts.js";
import type { Comparison } from "./comparison.js";
import { ShapeBuilder } from "./build-shape.js";
import { compareShapes } from "./compare-shapes.js";
import type { SchemaFinding } from "./schema-change.js";
import type { SchemaDirection } from "./rules/rule.js";
import { takesAll } from "./schema-rules.js";
import { isJsonObject } from "../json/value.js";
import type { Meanings } from "./meanings.js";
import { nodeKeyOf, pathOf, resolveReference, straighten, type Node, type SchemaSource } from "./source.js";
import { Undecidable } from "./undecidable.js";
import type { Work } from "./work.js";

const DEEPEST = 200;

interface Pair {
  found: SchemaFinding[];
  /**
   * How far out the outermost open pair is that it rests on: one that was taken to differ in nothing more, since it was
   * asked again further in. Infinity: it rests on none.
   */
  rests: number;
}

export class SchemaComparison implements Comparison {
  private readonly pairs = new Map<string, Pair>();
  /** The pairs that wait for an answer, with their depth. */
  private readonly open = new Map<string, number>();
  /** The done pairs that rest on open ones. */
  private unsure: Pair[] = [];
  private rests = Infinity;
  readonly strict: SchemaComparison;

  constructor(
    readonly direction: SchemaDirection,
    readonly meanings: Meanings,
    readonly work: Work,
    readonly shapeOf: ShapeOf = new ShapeBuilder(meanings, work).shapeOf,
  ) {
    this.strict = direction === "input" ? this : new SchemaComparison("input", meanings, work, shapeOf);
  }

  compare(old: Node, now: Node, path: string): SchemaFinding[] {
    const [before, after] = [straighten(old), straighten(now)];
    if (this.meanTheSame(before, after)) return [];
    const key = `${nodeKeyOf(before)} | ${nodeKeyOf(after)}`;
    const known = this.pairs.get(key);
    const rests = known?.rests ?? this.open.get(key);
    if (rests === undefined) return this.compareNew(key, before, after, path);
    this.rests = Math.min(this.rests, rests);
    return known?.found ?? [];
  }

  isWithin(one: Node, other: Node): boolean {
    return this.strict.compare(one, other, "").every(({ rule }) => takesAll(rule));
  }

  /** Most schemas of two versions mean the same, and need no comparison. */
  private meanTheSame(before: Node, after: Node): boolean {
    if (before.length !== after.length) return false;
    if (before.length === 0) return true;
    if (dialectOf(before) !== dialectOf(after)) return false;
    const [old, now] = [before, after].map((node) => node.map((source) => this.meanings.textOf(source)).toSorted());
    return old?.join(" ") === now?.join(" ");
  }

  private compareNew(key: string, before: Node, after: Node, path: string): SchemaFinding[] {
    this.work.pay(1 + this.open.size);
    if (this.open.size > DEEPEST) throw new Undecidable("The schemas are too deep.");
    const [depth, outer, first] = [this.open.size, this.rests, this.unsure.length];
    this.open.set(key, depth);
    this.rests = Infinity;
    const place = typePathOf(after) ?? typePathOf(before) ?? pathOf(after, pathOf(before, path));
    // Several parts may lead to the same finding: without this it would be reported two times, four times, …
    const found = unique(compareShapes(this, this.shapeOf(before), this.shapeOf(after), place));
    this.open.delete(key);
    const pair: Pair = { found, rests: this.rests < depth ? this.rests : Infinity };
    this.pairs.set(key, pair);
    this.settle(pair, depth, first);
    this.rests = Math.min(pair.rests, outer);
    return found;
  }

  /** Whatever depends on this pair has its differences, and depends on what this pair depends on. */
  private settle(pair: Pair, depth: number, first: number): void {
    const { found, rests } = pair;
    for (const inner of this.unsure.slice(first)) {
      if (inner.rests !== depth && rests !== Infinity) continue;
      this.work.pay(1 + found.length);
      inner.rests = rests;
      if (found.length > 0) inner.found = unique([...inner.found, ...found]);
    }
    if (rests === Infinity) this.unsure.length = first;
    else this.unsure.push(pair);
  }
}

function unique(findings: readonly SchemaFinding[]): SchemaFinding[] {
  return [...new Set(findings)];
}

function dialectOf(node: Node): string {
  const document = node[0]?.document ?? null;
  return isJsonObject(document) ? JSON.stringify(document["$schema"] ?? null) : "";
}

/** Where the type of a node is written. */
function typePathOf(node: Node): string | undefined {
  return node.map((source) => typePathIn(source)).find((path) => path !== undefined);
}

function typePathIn(source: SchemaSource, step = 0): string | undefined {
  const { schema, path, aside } = source;
  if (!isJsonObject(schema) || aside !== "" || step > 20) return undefined;
  const keyword = ["type", "anyOf", "oneOf", "enum", "const"].find((key) => key in schema);
  if (keyword !== undefined) return `${path}/${keyword}`;
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? resolveReference(source, reference) : undefined;
  return target === undefined ? undefined : typePathIn(target, step + 1);
}
