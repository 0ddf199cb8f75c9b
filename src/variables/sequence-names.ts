// Tells whether a number in the rows of a text is named as one of a sequence: by the word before it, or by the head of its
// column. Ids that follow each other have gaps where others take some.
import type { Exact } from "../json/exact.js";
import { setOf } from "../reading/set-of.js";
import { surroundingsOf } from "./amounts.js";
import { cellsInLine } from "./cells.js";
import type { Place } from "./learned.js";
import { nameOfPlace, wordsOfName } from "./names.js";
import { rangeOf } from "./observe.js";

const SEQUENCES = setOf(
  "revision rev sequence seq step version ver build generation attempt iteration chapter position pos rank offset line",
);

/** `leaves`: those of the recorded result. */
export function isInSequence(tool: string, place: Place, leaves: readonly { at: string; value: Exact }[]): boolean {
  const own = leaves.findIndex(({ at }) => at === place.at);
  const text = leaves[own]?.value;
  const range = typeof text === "string" ? rangeOf(text, place.token) : undefined;
  if (typeof text !== "string" || range === undefined) return false;
  const { word = "" } = nameOfPlace(tool, place.at, text.slice(range.start, range.end), { text, ...range });
  return [word, headAbove(leaves.slice(0, own), place.at, { text, ...range })].some((name) =>
    wordsOfName(name).some((one) => SEQUENCES.has(one)),
  );
}

/** The head of a column, in the nearest line above without a digit; "" where there is none. */
function headAbove(
  above: readonly { at: string; value: Exact }[],
  at: string,
  { text, start, end }: { text: string; start: number; end: number },
): string {
  const around = surroundingsOf(at);
  const head = above.findLast(
    (leaf) => surroundingsOf(leaf.at) === around && typeof leaf.value === "string" && /^\D*\p{L}\D*$/u.test(leaf.value),
  )?.value;
  if (typeof head !== "string") return "";
  const [names, cells] = [cellsInLine(head), cellsInLine(text)];
  if (names !== undefined && cells?.length === names.length) {
    const column = cells.findLastIndex((cell) => cell.start <= start);
    return names[column]?.text ?? "";
  }
  const words = [...head.matchAll(/\S+/g)];
  return words.find(({ 0: word, index }) => index === start || index + word.length === end)?.[0] ?? "";
}
