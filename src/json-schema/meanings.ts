// Finds which schemas of two documents mean the same, with references followed, even if they contain themselves.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { ASSERTIONS, ONE_SCHEMA, REFERENCES, SCHEMA_LIST, SCHEMA_MAP, SETS, UNORDERED } from "./keywords.js";
import { nodeKeyOf, partOf, resolveReference, type SchemaSource } from "./source.js";
import type { Work } from "./work.js";

/** What one schema says itself, and the schemas that it refers to. */
interface Local {
  text: string;
  parts: { name: string; unordered: boolean; sources: SchemaSource[] }[];
}

interface Entry {
  schema: JsonValue;
  own: string;
  parts: { name: string; unordered: boolean; entries: Entry[] }[];
  /** Equal numbers mean the same. */
  kind: number;
}

/**
 * All schemas that two documents lead to, in classes of equal meaning. Begins with what each says itself and splits a
 * class while its members refer to different classes; so it ends, whatever refers to whatever.
 */
export class Meanings {
  private readonly entries = new Map<string, Entry>();
  private readonly kinds = new Map<string, number>();

  constructor(
    roots: readonly SchemaSource[],
    private readonly work: Work,
  ) {
    for (const root of roots) this.collect(root);
    this.refine();
  }

  /** Equal texts mean the same, also in the other document. */
  textOf(source: SchemaSource): string {
    const entry = this.entries.get(nodeKeyOf([source]));
    if (entry !== undefined && entry.schema === source.schema) return String(entry.kind);
    this.work.pay();
    const { text, parts } = localOf(source);
    const below = parts.map(({ name, unordered, sources }) => {
      const kinds = sources.map((part) => this.textOf(part));
      return [name, ...(unordered ? kinds.toSorted() : kinds)];
    });
    return canonicalJson([text, below]);
  }

  private collect(root: SchemaSource): void {
    const waiting: { source: SchemaSource; entry: Entry }[] = [];
    const entryOf = (source: SchemaSource): Entry => {
      const key = nodeKeyOf([source]);
      const known = this.entries.get(key);
      if (known !== undefined) return known;
      this.work.pay();
      const entry: Entry = { schema: source.schema, own: "", parts: [], kind: 0 };
      this.entries.set(key, entry);
      waiting.push({ source, entry });
      return entry;
    };
    entryOf(root);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { text, parts } = localOf(next.source);
      next.entry.own = text;
      next.entry.parts = parts.map(({ name, unordered, sources }) => ({
        name,
        unordered,
        entries: sources.map(entryOf),
      }));
    }
  }

  private refine(): void {
    const all = [...this.entries.values()];
    for (const entry of all) entry.kind = this.kindOf(entry.own);
    for (let before = 0, now = countKinds(all); now !== before;) {
      const kinds = all.map((entry) => {
        this.work.pay(1 + entry.parts.length);
        const below = entry.parts.map(({ name, unordered, entries }) => {
          const numbers = entries.map(({ kind }) => kind);
          return `${name}:${(unordered ? numbers.toSorted((a, b) => a - b) : numbers).join(",")}`;
        });
        return this.kindOf(`${entry.kind} ${below.join(";")}`);
      });
      for (const [at, entry] of all.entries()) entry.kind = kinds[at] ?? 0;
      [before, now] = [now, countKinds(all)];
    }
  }

  private kindOf(text: string): number {
    const known = this.kinds.get(text) ?? this.kinds.size;
    this.kinds.set(text, known);
    return known;
  }
}

function countKinds(entries: readonly Entry[]): number {
  return new Set(entries.map(({ kind }) => kind)).size;
}

function localOf(source: SchemaSource): Local {
  const { schema } = source;
  if (!isJsonObject(schema)) return { text: canonicalJson(schema), parts: [] };
  const [own, parts]: [[string, JsonValue][], Local["parts"]] = [[], []];
  const add = (name: string, sources: SchemaSource[], unordered = false) => {
    own.push([name, sources.length]);
    parts.push({ name: JSON.stringify(name), unordered, sources });
  };
  for (const key of Object.keys(schema).toSorted()) {
    const value = schema[key] ?? null;
    if (REFERENCES.has(key) && typeof value === "string") {
      const target = resolveReference(source, value);
      if (target === undefined) own.push(["$ref", value]);
      else add("$ref", [target]);
    } else if (SCHEMA_LIST.has(key) && Array.isArray(value)) {
      const sources = value.map((part, at) => partOf(source, part, key, at));
      add(key, sources, UNORDERED.has(key));
    } else if (ONE_SCHEMA.has(key)) add(key, [partOf(source, value, key)]);
    else if (SCHEMA_MAP.has(key) && isJsonObject(value)) {
      own.push([key, Object.keys(value).toSorted()]);
      for (const name of Object.keys(value).toSorted()) {
        const part = value[name] ?? null;
        if (Array.isArray(part)) own.push([`${key}/${name}`, sorted(part)]);
        else add(`${key}/${name}`, [partOf(source, part, key, name)]);
      }
    } else if (ASSERTIONS.has(key)) own.push([key, SETS.has(key) && Array.isArray(value) ? sorted(value) : value]);
  }
  return { text: canonicalJson(own), parts };
}

function sorted(values: readonly JsonValue[]): JsonValue[] {
  return values
    .map((value) => ({ value, text: canonicalJson(value) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ value }) => value);
}
