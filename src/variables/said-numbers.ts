// Finds the numbers of a recorded result that stand beside others and are the same in all runs.
import { isNumber, numberText } from "../json/digits.js";
import { numberOf, surroundingsOf } from "./amounts.js";
import { appendTo } from "../append-to.js";
import type { LearnedIndex } from "./index-learned.js";
import { viewLeavesOf } from "./leaves.js";
import { piecesOf } from "./pieces.js";

/** Returns the constant numbers among leaves of a call's recorded result, by what is around them. */
export function saidNumbers(
  index: LearnedIndex,
  call: number,
  leaves: ReturnType<typeof viewLeavesOf>,
): Map<string, number[]> {
  const said = new Map<string, number[]>();
  for (const { value, at: place } of leaves) {
    const spots = index.leaf(call, place);
    const note = (text: string): void => {
      const number = numberOf(text);
      if (number !== undefined) appendTo(said, surroundingsOf(place), number);
    };
    if (isNumber(value)) {
      if (spots.length === 0) note(numberText(value));
    } else if (typeof value === "string") {
      const taken = spots.map(({ place: { token = [1, Infinity] } }) =>
        typeof token === "number" ? [token, token] : token,
      );
      for (const { text, from, to } of piecesOf(value)) {
        if (!taken.some(([first = 0, last = 0]) => from <= last && first <= to))
          [text, text.replace(/ ?\p{L}+$/u, "")].forEach(note);
      }
    }
  }
  return said;
}
