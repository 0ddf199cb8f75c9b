// Distinguishes a title with information from one that a generator made from a name beside it.
import { parsePointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";

const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
/** Endings that generators append to the name of a tool. */
const ENDINGS = /(?:arguments|args|inputs?|params|parameters|request|outputs?|results?|response|schema|model|tool)+$/;

/** True for a title that only repeats the name that its place has; `document`: the name of the whole. */
export function repeatsName(title: JsonValue, path: string, document: string | undefined): boolean {
  if (typeof title !== "string") return false;
  const [holder, name] = (parsePointer(path) ?? []).slice(-2);
  if (holder !== undefined && name !== undefined) return NAMED.has(holder) && plain(title) === plain(name);
  if (path !== "" || document === undefined) return false;
  const [words, known] = [plain(title), plain(document)];
  return words === known || (words.startsWith(known) && words.slice(known.length).replace(ENDINGS, "") === "");
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
