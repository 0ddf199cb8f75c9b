// Writes the parts of a value that are too deep for a YAML reader as JSON text, and reads them back. Pure.
import { readJson } from "../json/read-json.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** Levels below the root of a file that are written as YAML. */
const LEVELS = 80;
/** The most levels of a folded value that are read: a file may hold many more than a stack can. */
const FOLDED_LEVELS = 1000;
/** A literal object that looks like a folded one gets one more `$`. */
const FOLDED = /^\$+json$/;

/** Replaces every collection more than 80 levels deep by `{ $json: "…" }`. */
export function foldDeep(value: JsonValue, levels = LEVELS): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return { $json: JSON.stringify(value) };
  if (Array.isArray(value)) return value.map((part) => foldDeep(part, levels - 1));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, part]) => [
      entries.length === 1 && FOLDED.test(key) ? `$${key}` : key,
      foldDeep(part, levels - 1),
    ]),
  );
}

/** Restores the folded value. A `$json` whose text is not JSON, or is too deep, stays unchanged. */
export function unfoldDeep(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(unfoldDeep);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && FOLDED.test(only[0])) {
    const [key, part] = only;
    if (key === "$json") return typeof part === "string" ? (parseJson(part) ?? value) : value;
    return { [key.slice(1)]: unfoldDeep(part) };
  }
  return Object.fromEntries(entries.map(([key, part]) => [key, unfoldDeep(part)]));
}

function parseJson(text: string): JsonValue | undefined {
  return levelsOf(text) > FOLDED_LEVELS ? undefined : readJson(text);
}

/** How deep the brackets of a JSON text go. */
function levelsOf(text: string): number {
  let levels = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === "[" || token === "{") most = Math.max(most, ++levels);
    else if (token === "]" || token === "}") levels -= 1;
  }
  return most;
}
