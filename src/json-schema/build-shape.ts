// Computes the alternatives that a set of schemas leaves, with references followed. Computes each set once.
import { isJsonObject, jsonType, type JsonObject, type JsonValue } from "../json/value.js";
import { intersect, unite, withExtra } from "./combine.js";
import { areDisjoint } from "./disjoint.js";
import { inDialect, REFERENCES } from "./keywords.js";
import type { Meanings } from "./meanings.js";
import { nodeOf, readFacets } from "./read-facets.js";
import { buildValues, buildWhole, isWhole, KINDS, type Alternative, type Extra, type Shape } from "./shape.js";
import { nodeKeyOf, partOf, resolveReference, straighten, type Node, type SchemaSource } from "./source.js";
import { Undecidable } from "./undecidable.js";
import type { Work } from "./work.js";

/** Computes shapes, and remembers them. */
export class ShapeBuilder {
  private readonly known = new Map<string, Shape>();
  private readonly singles = new Map<string, Shape>();
  /** How far out the outermost schema is that occurs inside itself again. */
  private metAgain = Infinity;

  constructor(
    private readonly meanings: Meanings,
    private readonly work: Work,
  ) {}

  /** The alternatives that all schemas of a node leave. */
  readonly shapeOf = (written: Node): Shape => {
    this.work.pay();
    const node = straighten(written);
    const key = nodeKeyOf(node);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // Requested while it is being computed: nothing is known about it yet.
    this.known.set(
      key,
      everything(NOWHERE).map((whole) => ({ ...whole, extras: [UNKNOWN] })),
    );
    const shape = this.conjunction(node, new Set());
    this.known.set(key, shape);
    return shape;
  };

  private conjunction(node: Node, trail: ReadonlySet<string>): Shape {
    const distinct = new Map(node.map((source) => [nodeKeyOf([source]), source]));
    let shape = everything(node[0] ?? NOWHERE);
    for (const source of distinct.values()) {
      const own = this.single(source, trail);
      shape = this.both(shape, own) ?? withExtra(shape, this.opaque(source, "allOf", "It combines too much."));
    }
    return shape;
  }

  private any(alternatives: Shape): Shape {
    this.work.pay(alternatives.length ** 2 / 8);
    return unite(this.shapeOf, alternatives);
  }

  private both(one: Shape, other: Shape): Shape | undefined {
    const pairs = one.length * other.length;
    // All alternatives that result are compared with each other.
    this.work.pay(pairs + Math.min(pairs, 64) ** 2 / 8);
    return intersect(this.shapeOf, one, other);
  }

  /** `trail`: the schemas whose own meaning waits for this one. */
  private single(source: SchemaSource, trail: ReadonlySet<string>): Shape {
    const key = nodeKeyOf([source]);
    const known = this.singles.get(key);
    if (known !== undefined) return known;
    this.work.pay();
    const outer = this.metAgain;
    this.metAgain = Infinity;
    const shape = this.read(source, trail);
    // A shape that the trail cut off differs on another trail.
    if (this.metAgain >= trail.size) {
      this.singles.set(key, shape);
      this.metAgain = Infinity;
    }
    this.metAgain = Math.min(this.metAgain, outer);
    return shape;
  }

  private read(source: SchemaSource, trail: ReadonlySet<string>): Shape {
    const { schema: written, path } = source;
    const schema = isJsonObject(written) ? inDialect(written, source.document) : written;
    if (typeof schema === "boolean") return schema ? everything(source) : [];
    if (!isJsonObject(schema)) return withExtra(everything(source), this.opaque(source, "", "It is no schema."));
    if (trail.has(path)) {
      this.metAgain = Math.min(this.metAgain, [...trail].indexOf(path));
      return withExtra(everything(source), this.opaque(source, "$ref", "It is defined by itself."));
    }
    if (trail.size > 60) throw new Undecidable("The schemas refer to each other too deep.");
    const inner = new Set([...trail, path]);
    let shape: Shape = this.any(this.pay(readFacets(source, schema, this.meanings)));
    for (const part of this.conjuncts(source, schema, inner)) {
      shape = this.both(shape, part.shape) ?? withExtra(shape, part.otherwise);
    }
    return this.withUnevaluated(source, schema, this.withoutForbidden(source, schema, shape, inner), inner);
  }

  /** Everything that a schema combines with its own keywords. */
  private conjuncts(
    source: SchemaSource,
    schema: JsonObject,
    trail: ReadonlySet<string>,
  ): { shape: Shape; otherwise: Extra }[] {
    const found: { shape: Shape; otherwise: Extra }[] = [];
    const add = (keyword: string, shape: Shape) =>
      found.push({ shape: this.pay(shape), otherwise: this.opaque(source, keyword, "It combines too much.") });
    for (const keyword of REFERENCES) {
      const reference = schema[keyword];
      if (reference !== undefined) add(keyword, this.reference(source, keyword, reference, trail));
    }
    for (const keyword of ["enum", "const"]) {
      const value = schema[keyword];
      if (value !== undefined) add(keyword, enumerated(source, keyword === "const" ? [value] : value, keyword));
    }
    for (const [at, value] of listOf(schema["allOf"])) {
      add("allOf", this.single(partOf(source, value, "allOf", at), trail));
    }
    const any = this.branches(source, schema, "anyOf", trail);
    if (any !== undefined) add("anyOf", this.any(any.flat()));
    const one = this.branches(source, schema, "oneOf", trail);
    if (one !== undefined) add("oneOf", this.oneOf(source, one));
    return found;
  }

  private branches(
    source: SchemaSource,
    schema: JsonObject,
    keyword: string,
    trail: ReadonlySet<string>,
  ): Shape[] | undefined {
    const value = schema[keyword];
    if (!Array.isArray(value)) return undefined;
    return value.map((part, at) => this.single(partOf(source, part, keyword, at), trail));
  }

  private oneOf(source: SchemaSource, branches: Shape[]): Shape {
    const union = this.any(branches.flat());
    const apart = branches.every((one, at) =>
      branches.slice(at + 1).every((other) => areDisjoint(this.shapeOf, one, other)),
    );
    return apart ? union : withExtra(union, this.opaque(source, "oneOf", "Its alternatives overlap."));
  }

  private reference(source: SchemaSource, keyword: string, reference: JsonValue, trail: ReadonlySet<string>): Shape {
    const target = typeof reference === "string" ? resolveReference(source, reference) : undefined;
    if (target !== undefined) return this.single(target, trail);
    const why = "The reference leads out of the schema, and nothing is fetched.";
    return withExtra(everything(source), this.opaque(source, keyword, why));
  }

  /** `not` and `if`: decided for a whole type or a named value, else kept as they are. */
  private withoutForbidden(source: SchemaSource, schema: JsonObject, shape: Shape, trail: ReadonlySet<string>): Shape {
    const { not, if: test, then, else: otherwise } = schema;
    let left = shape;
    if (not !== undefined) {
      const node: Node = [partOf(source, not, "not")];
      const forbidden = this.single(partOf(source, not, "not"), trail);
      left = left.flatMap((alternative) => this.without(alternative, node, forbidden));
    }
    if (test !== undefined && (then !== undefined || otherwise !== undefined)) {
      const [ifTrue, ifFalse] = [nodeOf(source, then, "then"), nodeOf(source, otherwise, "else")];
      const parts = Object.entries(schema).filter(([key]) => ["if", "then", "else"].includes(key));
      const [ask, value]: [Node, JsonObject] = [[partOf(source, test, "if")], Object.fromEntries(parts)];
      left = withExtra(left, {
        type: "if",
        test: ask,
        whenTrue: ifTrue,
        whenFalse: ifFalse,
        path: `${source.path}/if`,
        value,
      });
    }
    return this.any(left);
  }

  private without(alternative: Alternative, node: Node, forbidden: Shape): Alternative[] {
    const same = forbidden.filter((other) => other.kind === alternative.kind);
    if (same.length === 0) return [alternative];
    if (same.some(isWhole)) return [];
    return [...withExtra([alternative], { type: "not", node, path: node[0]?.path ?? "" })];
  }

  /** Read `unevaluated…` only where every part of the schema always applies; elsewhere it cannot be compared. */
  private withUnevaluated(source: SchemaSource, schema: JsonObject, shape: Shape, trail: ReadonlySet<string>): Shape {
    let left = shape;
    const { unevaluatedProperties: properties, unevaluatedItems: items } = schema;
    if (properties !== undefined && properties !== true) {
      const part = partOf(source, properties, "unevaluatedProperties");
      this.metAgain = 0;
      left = !alwaysApplies(source, trail)
        ? withExtra(left, this.opaque(source, "unevaluatedProperties", "What it means depends on the value."))
        : left.map((o) =>
            o.object.invites ? o : { ...o, object: { ...o.object, additional: [part], invites: true } },
          );
    }
    if (items !== undefined && items !== true) {
      left = withExtra(left, this.opaque(source, "unevaluatedItems", "What it means depends on the value."));
    }
    return left;
  }

  /** Counts the steps, so that a schema made to explode ends. */
  private pay(shape: Shape): Shape {
    this.work.pay(shape.length);
    return shape;
  }

  private opaque(source: SchemaSource, keyword: string, why: string): Extra {
    const { schema, path } = source;
    if (!isJsonObject(schema) || keyword === "") {
      return { type: "opaque", keyword, text: JSON.stringify(schema), path, value: schema, why };
    }
    const value = schema[keyword] ?? null;
    // What is unevaluated depends on everything around it; other keywords are independent.
    const part = keyword.startsWith("unevaluated") ? schema : { [keyword]: value };
    const text = this.meanings.textOf({ ...source, schema: part });
    return { type: "opaque", keyword, text, path: `${path}/${keyword}`, value, why };
  }
}

const UNKNOWN: Extra = { type: "opaque", keyword: "", text: "", path: "", value: null, why: "It contains itself." };

const NOWHERE = { path: "", schema: true };

function everything(place: Pick<SchemaSource, "path" | "schema">): Shape {
  return KINDS.map((kind) => buildWhole(kind, place));
}

function enumerated(source: SchemaSource, values: JsonValue, keyword: string): Shape {
  if (!Array.isArray(values)) return everything(source);
  const path = `${source.path}/${keyword}`;
  const entries = [...buildValues(values)];
  return KINDS.map((kind) => ({
    ...buildWhole(kind, source),
    values: { path, entries: new Map(entries.filter(([, value]) => jsonType(value) === kind)) },
  })).filter(({ values: { entries: some } }) => some.size > 0);
}

/** True for a schema whose parts apply to every value alike. */
function alwaysApplies(source: SchemaSource, trail: ReadonlySet<string>): boolean {
  const { schema } = source;
  if (!isJsonObject(schema)) return true;
  if (["anyOf", "oneOf", "if", "dependentSchemas", "dependencies"].some((key) => key in schema)) return false;
  const parts = listOf(schema["allOf"]).map(([at, part]) => partOf(source, part, "allOf", at));
  const references = [...REFERENCES].map((key) => schema[key]).filter((key) => typeof key === "string");
  const targets = references.flatMap((reference) => resolveReference(source, reference) ?? []);
  return [...parts, ...targets].every(
    (part) => !trail.has(part.path) && alwaysApplies(part, new Set([...trail, part.path])),
  );
}

function listOf(value: JsonValue | undefined): [number, JsonValue][] {
  return Array.isArray(value) ? [...value.entries()] : [];
}
