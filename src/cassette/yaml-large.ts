// Takes very long texts out of a value before it becomes YAML, and puts them back into the text: js-yaml tests each
// scalar with regular expressions that overflow on them.
import { isJsonObject, type JsonValue } from "../json/value.js";

/** Code units. Up to here js-yaml's expressions work; from about twice as many they throw. */
const LARGE = 1024 * 1024;
/** What JSON leaves as it is, and YAML does not take. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const NOT_YAML = /[\u007f-\u009f\ufffe\uffff]/g;

export interface LargeTexts {
  /** The value with a short name, which begins with `mark`, in place of each long text. */
  value: JsonValue;
  /** Puts them back, double-quoted, in place of the names, which are double-quoted. */
  putBack(yaml: string): string;
}

/** `mark`: a character that does not occur in the value. */
export function takeLarge(value: JsonValue, mark: string): LargeTexts {
  const texts: string[] = [];
  const take = (text: string): string => (text.length > LARGE ? `${mark}${texts.push(text) - 1}` : text);
  const walk = (inner: JsonValue): JsonValue => {
    if (typeof inner === "string") return take(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, part]) => [take(key), walk(part)]));
  };
  return {
    value: walk(value),
    putBack: (yaml) =>
      yaml.replace(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at: string) => quote(texts[Number(at)] ?? "")),
  };
}

/** True where there may be such a text. */
export function mayHoldLarge(json: string): boolean {
  return json.length > LARGE;
}

function quote(text: string): string {
  return JSON.stringify(text).replace(NOT_YAML, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
