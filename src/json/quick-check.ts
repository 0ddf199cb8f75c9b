// Tells whether a value is checked against a schema in a bounded number of steps, so that nobody needs to watch it.
import { addAll } from "../append-to.js";
import { isJsonObject, type JsonValue } from "./value.js";

/** Steps that take well below a millisecond. */
const MOST = 20_000;
/** Where one step may take any time, or be made any number of times. */
const UNBOUNDED = new Set(["pattern", "patternProperties", "uniqueItems", "$ref", "$dynamicRef", "$recursiveRef"]);

/** The parts of a schema; infinite where a check of it has no bound. Of data in it, such as an enum, too. */
export function partsOfSchema(schema: JsonValue): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, part) => sum + partsOfSchema(part), 1);
  if (!isJsonObject(schema)) return 1;
  let parts = 1;
  for (const [key, part] of Object.entries(schema)) {
    if (UNBOUNDED.has(key)) return Number.POSITIVE_INFINITY;
    parts += partsOfSchema(part);
  }
  return parts;
}

/** `parts`: those of the schema. Each of them may look at each part of the value. */
export function isQuick(parts: number, value: JsonValue): boolean {
  let left = MOST / parts;
  const open = [value];
  for (let part = open.pop(); part !== undefined && left >= 0; part = open.pop()) {
    left -= typeof part === "string" ? 1 + part.length / 100 : 1;
    if (typeof part === "object" && part !== null && left >= 0) addAll(open, Object.values(part).slice(0, left + 1));
  }
  return left >= 0;
}
