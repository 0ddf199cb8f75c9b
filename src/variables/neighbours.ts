// Finds numbers that stood in an order in every run and do not any more: a draw in one line, a sequence without a gap, two
// columns of which one was the greater.
import { appendTo } from "../append-to.js";
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { isSortedByChance } from "./column-rules.js";
import { greatestOf, leastOf } from "./extremes.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { readAmount } from "./list-rows.js";
import { keysOf, measureOf, namesId } from "./names.js";

/** An order is only believed after this many runs. */
const RUNS = 3;
/** How many numbers of one line are in an order by no accident, and how many rows count up. */
const FEWEST = { line: 4, steps: 3 };
/** So many values of a column that are all above those of another one are no accident. */
const MANY = 6;

/** More columns of numbers are a matrix. */
const MOST_COLUMNS = 8;

/** A number of one place. */
interface Spot {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
}

/** Numbers that say something of each other: each list of `spots` is a line, a column, or a row with two columns. */
export interface Neighbours {
  is: "rising" | "steps" | "counted" | "versions" | "above";
  spots: readonly (readonly Spot[])[];
  /** How far the rows lie apart. */
  step: number;
}

/** Returns the neighbours of a call, by the call. */
export function neighboursOf(variables: readonly Variable[]): ReadonlyMap<number, readonly Neighbours[]> {
  const [lines, columns] = [new Map<string, Spot[]>(), new Map<string, Map<string, Spot[]>>()];
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    const seen = variable.seen.map((value) => numberIn(seenText(value)));
    if (place === undefined || place.call === 0 || place.key === true) return;
    if (variable.kind !== "value" || variable.sent.length > 0 || seen.length < RUNS) return;
    if (!seen.every((number) => number !== undefined)) return;
    const spot = { index, variable, place, seen };
    if (typeof place.token === "number") appendTo(lines, `${String(place.call)} ${place.at}`, spot);
    const [, list, column = ""] = /^(.*)\/\d+(\/\D[^/]*)?$/.exec(place.at) ?? [];
    if (list === undefined || (column === "") === (place.token === undefined) || isId(place)) return;
    const id = `${String(place.call)} ${list}`;
    const ofList = columns.get(id) ?? new Map<string, Spot[]>();
    columns.set(id, ofList);
    appendTo(ofList, `${column} ${JSON.stringify(place.token) ?? ""}`, spot);
  });
  const byCall = new Map<number, Neighbours[]>();
  const note = (found: Neighbours | undefined): void => {
    const call = found?.spots[0]?.[0]?.place.call;
    if (found !== undefined && call !== undefined) appendTo(byCall, call, found);
  };
  for (const line of lines.values()) note(risingOf(line));
  for (const ofList of columns.values()) {
    const all = [...ofList.values()];
    for (const column of all) {
      note(stepsOf(column));
      if (all.length <= MOST_COLUMNS) for (const other of all) note(aboveOf(column, other));
    }
  }
  return byCall;
}

function isId({ at, token }: Place): boolean {
  const { key } = keysOf(at);
  return token === undefined && (namesId(key) || measureOf(key) !== undefined);
}

/** Numbers of one line without words between them that rose in every run: a draw, the lines of a match. */
function risingOf(spots: readonly Spot[]): Neighbours | undefined {
  const line = spots.toSorted((one, other) => tokenOf(one) - tokenOf(other));
  if (line.length < FEWEST.line || !areNextToEachOther(line.map(tokenOf))) return undefined;
  const runs = runsOf(line);
  if (!runs.every(isRising) || isSortedByChance(runs, false)) return undefined;
  return { is: "rising", spots: [line], step: 0 };
}

/** Rows that counted up by one step in every run: the sequence of a queue. */
function stepsOf(column: readonly Spot[]): Neighbours | undefined {
  const rows = column.toSorted((one, other) => rowOf(one) - rowOf(other));
  if (rows.length < FEWEST.steps || !areNextToEachOther(rows.map(rowOf))) return undefined;
  const [first] = rows;
  const isText = first?.place.token !== undefined;
  const areVersions = first?.variable.seen.some((value) => isVersion(seenText(value))) === true;
  const versions = isText || areVersions ? versionsOf(rows) : undefined;
  if (versions !== undefined || areVersions) return versions;
  const steps = runsOf(rows).flatMap((run) => run.slice(1).map((value, at) => value - (run[at] ?? 0)));
  const [step = 0] = steps;
  if (step === 0 || !steps.every((one) => one === step) || (isText && Math.abs(step) !== 1)) return undefined;
  return { is: isText ? "counted" : "steps", spots: [rows], step };
}

/** Lines of which each had the next version: `1.4.12`, `1.4.11`, `1.4.10`. */
function versionsOf(rows: readonly Spot[]): Neighbours | undefined {
  const step = [1, -1].find((by) =>
    (rows[0]?.seen ?? []).every((_, run) => {
      const texts = rows.map(({ variable }) => seenText(variable.seen[run]));
      return texts.every((text, at) => at === 0 || isNextVersion(texts[at - 1] ?? "", text, by));
    }),
  );
  return step === undefined ? undefined : { is: "versions", spots: [rows], step };
}

/** True where the last part of a version is as much higher; `4.99` comes before `4.100`, or before `5.00`. */
function isNextVersion(before: string, text: string, step: number): boolean {
  const [[head, last], [ownHead, own]] = [partsOfVersion(before), partsOfVersion(text)];
  if (last === "" || own === "") return false;
  if (head === ownHead) return Number(own) - Number(last) === step;
  if (head.includes(".")) return false;
  return last.length === own.length && Number(ownHead + own) - Number(head + last) === step;
}

/** The last part of a version, and what is before it. */
function partsOfVersion(text: string): [head: string, last: string] {
  const at = text.lastIndexOf(".");
  return at < 0 ? ["", ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** True for a version of more than two parts, which is no number. */
function isVersion(text: string): boolean {
  return /^\d{1,9}(?:\.\d{1,9}){2,}$/.test(text);
}

/** A number, or the last part of a version. */
function numberIn(text: string): number | undefined {
  return isVersion(text) ? Number(partsOfVersion(text)[1]) : readAmount(text);
}

/** Two columns of which one was above all values of the other in every run: the length and the width. */
function aboveOf(high: readonly Spot[], low: readonly Spot[]): Neighbours | undefined {
  const [above, below] = [high, low].map((column) => column.flatMap(({ seen }) => seen));
  if (above === undefined || below === undefined || leastOf(above) <= greatestOf(below)) return undefined;
  if ([above, below].some((values) => new Set(values).size < MANY)) return undefined;
  const byRow = new Map(low.map((spot) => [rowOf(spot), spot]));
  const rows = high.flatMap((one) => {
    const other = byRow.get(rowOf(one));
    return other === undefined ? [] : [[one, other]];
  });
  return rows.length > 1 ? { is: "above", spots: rows, step: 0 } : undefined;
}

function runsOf(spots: readonly Spot[]): number[][] {
  return (spots[0]?.seen ?? []).map((_, run) => spots.map(({ seen }) => seen[run] ?? 0));
}

function areNextToEachOther(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
}

function tokenOf({ place: { token } }: Spot): number {
  return typeof token === "number" ? token : 0;
}

function rowOf({ place }: Spot): number {
  return Number(/\/(\d+)(?:\/\D[^/]*)?$/.exec(place.at)?.[1]);
}

/** The first number of each order that does not hold any more. `isInSequence`: true for a number of a text that is no id. */
export function brokenOrders(
  all: readonly Neighbours[],
  valueOf: LiveValueOf,
  isInSequence: (place: Place) => boolean,
): BrokenNumber[] {
  const numberOf = ({ index }: Spot): number | undefined => numberIn(valueOf(index) ?? "");
  return all.flatMap(({ is, spots, step }): BrokenNumber[] => {
    const values = spots.map((some) => some.map(numberOf));
    if (!values.flat().every((value) => value !== undefined)) return [];
    const isOff = (before: Spot | undefined, spot: Spot): boolean => {
      if (before === undefined) return false;
      if (is === "versions") return !isNextVersion(valueOf(before.index) ?? "", valueOf(spot.index) ?? "", step);
      const [then, now] = [numberOf(before) ?? 0, numberOf(spot) ?? 0];
      if (is === "above") return then < now;
      return is === "rising" ? now <= then : now - then !== step;
    };
    const pairs = spots.flatMap((some) =>
      some.slice(1).map((spot, at) => ({ spot, isOff: isOff(some[at], spot), before: some[at] })),
    );
    const broken = pairs.find((pair) => pair.isOff);
    if (broken === undefined || (is === "above" && !pairs.every((pair) => pair.isOff))) return [];
    const { spot, before } = broken;
    if (is === "counted" && !isInSequence(spot.place)) return [];
    const name = before?.variable.name ?? "";
    const was =
      is === "above" ? `less than ${name}` : is === "rising" ? `greater than ${name}` : `${name} + ${String(step)}`;
    return [{ variable: spot.variable, place: spot.place, live: valueOf(spot.index) ?? "", was }];
  });
}
