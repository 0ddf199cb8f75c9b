// Makes of a row that each run leaves a template for the rows that earlier runs left: what varies in it, and where.
import { isAtOrBelow } from "../json/pointer.js";
import type { Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { below } from "./align.js";
import { isUnlikely } from "./chance.js";
import { LearnedIndex } from "./index-learned.js";
import { NOTHING_LEARNED, seenText, tokenRange, type LeftRow, type Place, type Variable } from "./learned.js";
import { leafText } from "./left-words.js";
import { isOneEvent } from "./off-times.js";
import { isFullDate } from "./time.js";
import { viewLeavesOf } from "./leaves.js";
import { keysOf } from "./names.js";
import { piecesOf } from "./pieces.js";

/** A row that a run leaves, with the variables in it. */
export interface RowTemplate {
  row: Exact;
  /** Its place in its index. */
  call: number;
  at: string;
  index: LearnedIndex;
}

interface RowsOfList {
  call: number;
  recorded: readonly Exact[];
  place: (index: number) => string;
  index: LearnedIndex;
}

/** Returns the template of a row that was learned. */
export function templateOf(left: LeftRow, { call, recorded, place, index }: RowsOfList): RowTemplate {
  if ("row" in left) return { row: recorded[left.row] ?? null, at: place(left.row), call, index };
  const at = place(0);
  const leaves = leavesOfRow(left.is, at);
  // Where a row has the values of several variables in one place, the first one is read.
  const taken = new Set<string>();
  const variables = index.learned.variables.map((variable): Variable => {
    const found = leaves.flatMap((leaf) => placesIn(leaf, variable, call));
    const places = found.filter((one) => !taken.has(one.at) && !taken.has(spotOfPlace(one)));
    for (const one of places) taken.add(spotOfPlace(one));
    return { ...variable, places };
  });
  const known = new Set([
    ...variables.flatMap(({ places }) => places.map((one) => one.at)),
    ...recorded.flatMap((row) => leavesOfRow(row, at).map((leaf) => `${leaf.at} ${leafText(leaf.value)}`)),
  ]);
  // A time that the recorded rows do not have is when the row was changed: each run did it at another.
  const stamps = leaves.flatMap((leaf): Variable[] => {
    const text = leafText(leaf.value);
    if (known.has(leaf.at) || known.has(`${leaf.at} ${text}`) || !isFullDate(text)) return [];
    return [{ name: "", kind: "time", seen: [text], places: [{ call, at: leaf.at }], sent: [] }];
  });
  const calls = [{ id: call, tool: index.tool(call) }];
  const learned = { ...NOTHING_LEARNED, variables: [...variables, ...stamps] };
  return { row: left.is, at, call, index: new LearnedIndex(learned, { calls }) };
}

/** Names a place of a row: all of a leaf by its pointer. */
function spotOfPlace({ at, token }: Place): string {
  return token === undefined ? at : `${at} ${JSON.stringify(token)}`;
}

/** True where a field of a row holds a variable; a line is one field without a name, and runs of one day share its day. */
export function isVaried(template: RowTemplate, key: string): boolean {
  const { at, call, index, row } = template;
  if (typeof row !== "string") return index.isWithin(call, below(at, key));
  return variablesIn(template).some((variable) => {
    const { kind, seen, off } = index.variable(variable) ?? {};
    return kind !== "time" || isOneEvent(seenText(seen?.[0]), off);
  });
}

/** Returns the variables that are in a row. */
export function variablesIn({ at, call, index }: RowTemplate): number[] {
  return [...index.learned.variables.entries()].flatMap(([variable, { places }]) =>
    places.some((place) => place.call === call && isAtOrBelow(place.at, at)) ? [variable] : [],
  );
}

/** Returns the leaves of a row with their pointers; a line of a text is its own leaf. */
export function leavesOfRow(row: Exact, at = ""): { value: Exact; at: string }[] {
  return typeof row === "string" ? [{ value: row, at }] : viewLeavesOf(row, at);
}

/** Where a leaf has the recorded value of a variable. A value that others may have by chance needs its key, too. */
function placesIn({ value, at }: { value: Exact; at: string }, { seen, places }: Variable, call: number): Place[] {
  const recorded = seenText(seen[0]);
  const { key } = keysOf(at);
  const isMeant = isUnlikely(recorded) || places.some((place) => keysOf(place.at).key === key);
  if (!isMeant) return [];
  if (isNumber(value)) return numberText(value) === recorded ? [{ call, at }] : [];
  if (typeof value !== "string") return [];
  if (value === recorded) return [{ call, at }];
  return piecesOf(value).flatMap(({ text, from, to }) =>
    text === recorded ? [{ call, at, token: tokenRange(from, to) }] : [],
  );
}
