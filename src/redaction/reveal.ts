// Replaces placeholders in values by what they represent, in memory only. Pure.
import { numberText, readNumber, type ExactNumber } from "../json/digits.js";
import { isJsonObject } from "../json/value.js";
import { bytesOf, mapBase64, utf8Of } from "./base64-runs.js";
import { inForm, placeholdersIn } from "./placeholder.js";

/** The value of a name, where it is at hand. */
export type ValueOf = (name: string) => string | undefined;

/** `[redacted:` in base64, as its bytes may fall. */
const MARK_IN_BASE64 = /W3JlZGFjdGVkO|bcmVkYWN0ZWQ6|tyZWRhY3RlZD/;

/** The texts in base64 that have placeholders in them. */
export function textsInBase64(text: string): string[] {
  if (!MARK_IN_BASE64.test(text)) return [];
  const found: string[] = [];
  mapBase64(text, (bytes) => {
    if (bytes.includes("[redacted:")) found.push(bytes);
    return bytes;
  });
  return found;
}

/** Puts values in place of placeholders, in the form that they had; returns a part without any itself. */
export function reveal(value: unknown, valueOf: ValueOf): unknown {
  if (typeof value === "string") return revealWhole(value, valueOf);
  if (Array.isArray(value)) {
    const shown = value.map((part) => reveal(part, valueOf));
    return shown.some((part, at) => part !== value[at]) ? shown : value;
  }
  if (!isJsonObject(value)) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([key, part]) => {
    const entry: [string, unknown] = [revealText(key, valueOf), reveal(part, valueOf)];
    isChanged ||= entry[0] !== key || entry[1] !== part;
    return entry;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function revealWhole(text: string, valueOf: ValueOf): string | ExactNumber {
  const [only] = placeholdersIn(text);
  if (only?.form !== "number" || only.start !== 0 || only.end !== text.length) return revealText(text, valueOf);
  const value = valueOf(only.name);
  const number = value === undefined ? undefined : readNumber(value);
  return number === undefined || numberText(number) !== value ? text : number;
}

function revealText(text: string, valueOf: ValueOf): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, name, form } of placeholdersIn(text)) {
    const value = valueOf(name);
    if (value === undefined) continue;
    // A number in JSON was given quotes, so that the JSON stays valid.
    const quote = form === "number" ? (/\\*"$/.exec(text.slice(Math.max(done, start - 16), start))?.[0] ?? "") : "";
    const around = quote !== "" && text.startsWith(quote, end) ? quote.length : 0;
    parts.push(text.slice(done, start - around), inForm(value, form));
    done = end + around;
  }
  const shown = done === 0 ? text : parts.join("") + text.slice(done);
  if (!MARK_IN_BASE64.test(shown)) return shown;
  return mapBase64(shown, (bytes) =>
    bytes.includes("[redacted:") ? bytesOf(revealText(utf8Of(bytes), valueOf)) : bytes,
  );
}
