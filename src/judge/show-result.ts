// Shows a content of a tool result to the judge as text. Names binary contents instead of showing them.
import { restoreNumbers } from "../json/kept-numbers.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { repetitionIn } from "../reading/repeats-text.js";

/** A text unchanged, anything else as JSON. */
export function showContent(block: JsonValue): string {
  if (isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string") return block["text"];
  return showJson(block);
}

/** JSON with the size instead of base64 contents. */
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
  return repetitionIn({ content: [...content], structuredContent: structured }) === undefined
    ? showJson(structured)
    : undefined;
}
