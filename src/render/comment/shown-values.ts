// Values in; lines of a fence that show what stood and what stands there out, long ones cut around where they part.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import { cutPair } from "../parts/cut-pair.js";

const WIDTH = 300;

/** `- before` and `+ after`; nothing for a side that is absent. */
export function pairLines(before: JsonValue | undefined, after: JsonValue | undefined): string[] {
  const [one, other] = cutPair(jsonTextOf(before), jsonTextOf(after), WIDTH);
  return [...(one === undefined ? [] : [`- ${one}`]), ...(other === undefined ? [] : [`+ ${other}`])];
}

/** The lines of two texts, each with its mark, at most `most` of each. */
export function textLines(before: string | undefined, after: string | undefined, most: number): string[] {
  const mark = (text: string | undefined, sign: string): string[] => {
    if (text === undefined) return [];
    const lines = text.split("\n");
    const shown = lines.slice(0, most).map((line) => `${sign} ${cutPair(line, undefined, WIDTH)[0] ?? ""}`);
    return lines.length > most ? [...shown, `${sign} … ${lines.length - most} more lines`] : shown;
  };
  return [...mark(before, "-"), ...mark(after, "+")];
}

/** A value as JSON; what is no string as it is. */
export function jsonTextOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : serializeKept(value);
}
