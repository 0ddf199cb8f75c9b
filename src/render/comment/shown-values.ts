// Renders a former and a present value as lines of a fence; long ones are cut around their first difference.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import { cutPair } from "../parts/cut-pair.js";

const WIDTH = 300;

/** Returns `- before` and `+ after`; no line for an absent side. */
export function pairLines(before: JsonValue | undefined, after: JsonValue | undefined): string[] {
  const [one, other] = cutPair(jsonTextOf(before), jsonTextOf(after), WIDTH);
  return [...(one === undefined ? [] : [`- ${one}`]), ...(other === undefined ? [] : [`+ ${other}`])];
}

/** Returns the lines of two texts with their marks, at most `most` of each. */
export function textLines(before: string | undefined, after: string | undefined, most: number): string[] {
  const mark = (text: string | undefined, sign: string): string[] => {
    if (text === undefined) return [];
    const lines = text.split("\n");
    const shown = lines.slice(0, most).map((line) => `${sign} ${cutPair(line, undefined, WIDTH)[0] ?? ""}`);
    return lines.length > most ? [...shown, `${sign} … ${lines.length - most} more lines`] : shown;
  };
  return [...mark(before, "-"), ...mark(after, "+")];
}

/** Returns a string as it is, and any other value as JSON. */
export function jsonTextOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : serializeKept(value);
}
