// Knows the texts and dates that somebody wrote, which are constants and no variables. Pure.
import { piecesOf } from "./pieces.js";
import { daysNamed } from "./time.js";

export interface GivenTexts {
  texts: ReadonlySet<string>;
  days: ReadonlySet<number>;
}

/** Reads the texts, their pieces, and the days that they name. */
export function readGivenTexts(given: readonly string[]): GivenTexts {
  const texts = new Set(given.flatMap((text) => [text, ...piecesOf(text).map((piece) => piece.text)]));
  return { texts, days: new Set([...texts].flatMap((text) => (/\d:\d/.test(text) ? [] : daysNamed(text)))) };
}

export function isGiven(text: string, { texts, days }: GivenTexts): boolean {
  return texts.has(text) || (!/\d:\d|^1\d{9,}$/.test(text) && daysNamed(text).some((day) => days.has(day)));
}
