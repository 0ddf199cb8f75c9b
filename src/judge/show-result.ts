// A content of a tool result in; the text by which the judge knows it out. Binary contents are named, not shown.
import { canonicalJson } from "../json/canonical.js";
import { restoreNumbers } from "../json/kept-numbers.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** A text as it is, anything else as JSON. */
export function showContent(block: JsonValue): string {
  if (isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string") return block["text"];
  return showJson(block);
}

/** JSON in which base64 contents stand as their size. */
export function showJson(value: JsonValue): string {
  const text = JSON.stringify(value, (key, part: JsonValue) =>
    (key === "data" || key === "blob") && typeof part === "string" && part.length > 100 && /^[\w+/-]+=*$/.test(part)
      ? `(${Math.floor((part.length * 3) / 4)} bytes, not shown)`
      : part,
  );
  return restoreNumbers(text);
}

/** The structured content as JSON; undefined where there is none, or where a text of the result says the same. */
export function showStructured(structured: JsonValue, content: readonly JsonValue[]): string | undefined {
  if (structured === null) return undefined;
  const same = canonicalJson(structured);
  return content.some((block) => canonicalTextOf(showContent(block)) === same) ? undefined : showJson(structured);
}

function canonicalTextOf(text: string): string | undefined {
  const value = readLossless(text);
  return value === undefined ? undefined : canonicalJson(value);
}
