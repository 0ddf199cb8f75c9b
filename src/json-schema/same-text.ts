// Nodes of two schemas in; whether they are written alike, where that says that they mean the same, out.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { REFERENCES } from "./keywords.js";
import type { Node } from "./source.js";

/** Most of two versions is the same text, and need not be worked out. */
export class SameText {
  private readonly dialects = new Map<JsonValue, string | undefined>();

  /** False where it is not seen; a text with references means what they lead to. */
  areEqual(before: Node, after: Node): boolean {
    const [old, now] = [before[0], after[0]];
    if (old === undefined || now === undefined) return old === now;
    if (before.length > 1 || after.length > 1 || !areAlike(old.schema, now.schema)) return false;
    const dialect = this.dialectOf(old.document);
    return dialect !== undefined && dialect === this.dialectOf(now.document);
  }

  /** What a document's keywords are read by; undefined where it has references. */
  private dialectOf(document: JsonValue): string | undefined {
    if (!this.dialects.has(document)) {
      const named = isJsonObject(document) ? JSON.stringify(document["$schema"] ?? null) : "";
      this.dialects.set(document, hasReference(document) ? undefined : named);
    }
    return this.dialects.get(document);
  }
}

function hasReference(schema: JsonValue): boolean {
  if (Array.isArray(schema)) return schema.some(hasReference);
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).some(([key, value]) => REFERENCES.has(key) || hasReference(value));
}

/** True of two JSON values that differ in the order of keys at most. */
export function areAlike(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((part, at) => areAlike(part, other[at] ?? null))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && areAlike(one[key] ?? null, other[key] ?? null))
  );
}
