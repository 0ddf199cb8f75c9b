// Tells whether the values in rows of earlier runs lie between those of the first run and those of this one.
import { greatestOf } from "./extremes.js";
import type { Exact } from "../json/exact.js";
import { appendTo } from "../append-to.js";
import { inAnyRow } from "../json/pointer.js";
import { DAY_MS } from "../reading/dates.js";
import { isLong } from "./chance.js";
import { countedOf } from "./follows-words.js";
import type { LearnedIndex } from "./index-learned.js";
import { seenText, type GrownList, type Variable } from "./learned.js";
import { leafText } from "./left-words.js";
import { keysOf, nounsOfTool } from "./names.js";
import { isOwnId } from "./row-ids.js";
import { leavesOfRow } from "./row-template.js";
import { isFineTime } from "./time.js";
import { readTimes } from "./time-forms.js";

/** A row of an earlier run, by its position in the list. */
export interface EarlierRow {
  position: number;
  /** The rows that it may be, of those that each run leaves; none for a row of another workflow. */
  readings: readonly Reading[];
}

interface Reading {
  /** Which of the rows that each run leaves. */
  template: number;
  values: readonly [variable: number, value: string][];
}

interface RowsOfRuns {
  list: GrownList;
  /** The positions of rows that may be anywhere. */
  ahead: readonly number[];
  recorded: readonly Exact[];
  place: (index: number) => string;
  index: LearnedIndex;
  /** The values of this run, by their variables. */
  own: ReadonlyMap<number, string>;
  /** The variables in each of the rows that a run leaves. */
  templates: readonly (readonly number[])[];
}

/**
 * True of rows that were made after the first run and before this one: counters and times rise from run to run, and each
 * run leaves its rows together.
 */
export function areOfEarlierRuns(rows: readonly EarlierRow[], context: RowsOfRuns): boolean {
  const { index, list } = context;
  const isKnown = ([variable, value]: [number, string]): boolean =>
    index.variable(variable)?.seen.some((seen) => seenText(seen) === value) === true;
  const isSameStore = rows.some(({ readings }) => readings.some(({ values }) => values.some(isKnown)));
  const limits = new Map<number, Limits>();
  const limitsOf = (variable: number): Limits => {
    const known = limits.get(variable) ?? findLimits(variable, context, isSameStore);
    limits.set(variable, known);
    return known;
  };
  const isAhead = (position: number): boolean => context.ahead.includes(position);
  const counts = new Map<string, Count[]>();
  const fitting = rows.map(({ position, readings }): EarlierRow => {
    const within = readings.filter(({ values }) => values.every(([variable, value]) => limitsOf(variable).hold(value)));
    for (const [variable, value] of within[0]?.values ?? []) {
      const count = limitsOf(variable).isCounter ? numberOf(value) : undefined;
      if (count !== undefined) appendTo(counts, columnOf(variable, context), { position, count });
    }
    return { position, readings: within };
  });
  if (fitting.some((row, at) => row.readings.length === 0 && (rows[at]?.readings.length ?? 0) > 0)) return false;
  if (!areKnownRunsWhole(fitting, context)) return false;
  if (list.apart !== true || index.isShuffled(list.call, list.at)) return true;
  const columns = [...counts.values()];
  // What may be anywhere has a number of its own all the same.
  if (columns.some((column) => column.some((one) => isAhead(one.position) && isTwice(one, column)))) return false;
  const inOrder = <T>(all: readonly T[]): readonly T[] => (list.end === "head" ? all : all.toReversed());
  return (
    columns.every((column) => isRising(inOrder(column.filter((one) => !isAhead(one.position))))) &&
    areWholeRuns(inOrder(fitting.filter(({ position }) => !isAhead(position))), list)
  );
}

/** True where rows of a run follow each other as it left them. A run that was cut short left its first rows only. */
function areWholeRuns(rows: readonly EarlierRow[], { left = [], end }: GrownList): boolean {
  let open: number[] = [];
  for (const { readings } of rows) {
    const may = new Set(readings.map(({ template }) => (end === "head" ? template : left.length - 1 - template)));
    const next = [...new Set([...open, 0])].filter((at) => may.has(at)).map((at) => at + 1);
    if (next.length === 0 && may.size > 0) return false;
    open = next;
  }
  return true;
}

/** True where a run that left a row with an unlikely value of the recording or a check left all of them. */
function areKnownRunsWhole(rows: readonly EarlierRow[], { templates, index }: RowsOfRuns): boolean {
  const runs = greatestOf([0, ...index.learned.variables.map(({ seen }) => seen.length)]);
  return Array.from({ length: runs }, (_, run) => run).every((run) => {
    const isOfRun = ([variable, value]: readonly [number, string]): boolean =>
      isLong(value) && seenOnlyIn(index.variable(variable), run) === value;
    const found = new Set(
      rows.flatMap(({ readings }) =>
        readings.flatMap(({ template, values }) => (values.some(isOfRun) ? [template] : [])),
      ),
    );
    return (
      found.size === 0 ||
      templates.every((variables, at) => {
        const isKnown = variables.some((variable) => isLong(seenOnlyIn(index.variable(variable), run) ?? ""));
        return !isKnown || found.has(at);
      })
    );
  });
}

/** The value that a variable had in a run and in no other. */
function seenOnlyIn(variable: Variable | undefined, run: number): string | undefined {
  const seen = variable?.kind === "value" ? variable.seen.map(seenText) : [];
  const value = seen[run];
  return seen.filter((other) => other === value).length === 1 ? value : undefined;
}

interface Count {
  position: number;
  count: number;
}

function isTwice({ position, count }: Count, column: readonly Count[]): boolean {
  return column.some((other) => other.position !== position && other.count === count);
}

function isRising(counts: readonly Count[]): boolean {
  return counts.every(({ position, count }, at) => {
    const before = counts[at - 1];
    return before === undefined || before.position === position || before.count < count;
  });
}

/** Names the place that a variable has in its row. */
function columnOf(variable: number, { list, index }: RowsOfRuns): string {
  const places = index.variable(variable)?.places ?? [];
  const there = places.find(({ call, at }) => call === list.call && at.startsWith(`${list.at}/`));
  return there === undefined ? String(variable) : JSON.stringify([inAnyRow(there.at), there.token]);
}

interface Limits {
  isCounter: boolean;
  hold: (value: string) => boolean;
}

function findLimits(at: number, context: RowsOfRuns, isSameStore: boolean): Limits {
  const { index } = context;
  const variable = index.variable(at);
  const own = context.own.get(at);
  if (variable === undefined || own === undefined) return { isCounter: false, hold: () => true };
  const seen = variable.seen.map(seenText);
  if (variable.kind === "time") return timeLimits(seen, own);
  // A short value that is no id may be in an earlier row by chance.
  const nouns = nounsOfTool(index.tool(context.list.call));
  const isId = isLong(own) || variable.places.some((place) => isOwnId(keysOf(place.at).key, nouns));
  const isCounter = variable.kind === "value" && isCounting(seen);
  const isOther = (value: string): boolean => value !== own || seen.includes(own);
  if (!isCounter) return { isCounter, hold: (value) => !isId || isOther(value) };
  const [first = "", now = Number.NaN] = [seen[0], numberOf(own)];
  const lowest = isSameStore && seedsBelow(variable, context) === undefined ? numberOf(first) : undefined;
  const from = lowest ?? seedsBelow(variable, context) ?? Number.NEGATIVE_INFINITY;
  return {
    isCounter,
    hold: (value) => {
      const count = numberOf(value) ?? Number.NaN;
      return count < now && (lowest === undefined ? count > from : count >= from);
    },
  };
}

/** Checks are run under a moved clock: their rows may be of a later day than this run. */
function timeLimits(seen: readonly string[], own: string): Limits {
  const times = seen.map(timeOf);
  const [first, ...later] = times;
  const last = Math.max(...later.map((time) => time ?? Number.NaN), timeOf(own) ?? Number.NaN);
  if (first === undefined || Number.isNaN(last)) return { isCounter: false, hold: () => true };
  const isRising = later.every((time) => (time ?? Number.NaN) >= first);
  return {
    isCounter: false,
    hold: (value) => {
      if (isFineTime(own) && value === own && !seen.includes(own)) return false;
      const time = timeOf(value);
      return !isRising || time === undefined || (first <= time && time <= last);
    },
  };
}

/** The largest number that rows without variables have in a variable's place, below those of the runs. */
function seedsBelow(variable: Variable, { recorded, place, index, list }: RowsOfRuns): number | undefined {
  const [first] = variable.seen;
  const least = numberOf(seenText(first)) ?? Number.NaN;
  const columns = new Set(
    recorded.flatMap((_, i) =>
      variable.places.flatMap(({ call, at }) =>
        call === list.call && at.startsWith(`${place(i)}/`) ? [at.slice(place(i).length)] : [],
      ),
    ),
  );
  const numbers = recorded.flatMap((row, i) =>
    leavesOfRow(row).flatMap(({ value, at }) => {
      if (!columns.has(at) || index.leaf(list.call, place(i) + at).length > 0) return [];
      const number = numberOf(leafText(value));
      return number !== undefined && number < least ? [number] : [];
    }),
  );
  return numbers.length === 0 ? undefined : greatestOf(numbers);
}

/** True of whole numbers that rise by the same step from run to run. A number that is a moment rises with the clock. */
function isCounting(seen: readonly string[]): boolean {
  const numbers = seen.map(numberOf);
  const steps = numbers.slice(1).map((number, at) => (number ?? Number.NaN) - (numbers[at] ?? Number.NaN));
  const [step = 0] = steps;
  return steps.length > 1 && step > 0 && steps.every((other) => other === step);
}

/** The number of a count, or of a reference with letters before it. */
function numberOf(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return countedOf(text)?.number ?? numberAtEnd(text);
}

function numberAtEnd(text: string): number | undefined {
  const digits = /^\p{L}[\p{L}_]*[-_#](\d{1,15})$/u.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The moment of a text that names one, with its day. */
export function timeOf(text: string): number | undefined {
  for (const reading of readTimes(text)) {
    if (reading.kind === "instant") return reading.at;
    if (reading.kind === "day") return reading.day * DAY_MS;
  }
  return undefined;
}
