// Tells a title that says something from one that a generator makes of the name that stands there already.
import { parsePointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";

const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
/** What generators put behind the name of a tool. */
const ENDINGS = /(?:arguments|args|inputs?|params|parameters|request|outputs?|results?|response|schema|model|tool)+$/;

/** True of a title at a place of a schema that only repeats the name it has there; `document`: the name of the whole. */
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
