// Finds times that do not lie as far apart any more as they did in every run: the start and the end of an object, and how
// long it says that they are apart.
import { appendTo } from "../append-to.js";
import { setOf } from "../reading/set-of.js";
import { isAtOrBelow } from "../json/pointer.js";
import { nameOfValue, numberOf, surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";
import { keysOf, wordsOfName } from "./names.js";
import { readQuantity, unitOf } from "./quantity.js";
import { readMoment } from "./time-forms.js";

/** What held of a time in every run. */
export interface Span {
  of: Part;
  from: Part;
  /** The number that says it, and how many milliseconds one of it has. */
  number?: { part: Part; unit: number; step: number };
  /** Where no number says it: how far apart they are; absent where the one is only after the other. */
  apart?: number;
  /** Two columns: the same of all rows of the list, which have changed places only together. */
  rows?: readonly Span[];
}

interface Part {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
  /** True for a time that lies another span from its call in each run. */
  isOff: boolean;
}

const UNITS = [1, 1000, 60_000, 3_600_000];
/** Two readings of one clock. */
const JITTER_MS = 2000;
/** How many times what rounding takes a number must move: a text has more numbers that name nothing. */
const SPREAD = { key: 2, unit: 4, bare: 12 };
/** More values beside each other are a table. */
const MOST = 12;
export const STARTS = setOf(
  "start started begin began begins from depart departs departed departure open opened opens created since queued",
);
const MADE = setOf("create created creation added opened reported registered");
const CHANGED = setOf("update updated modified changed edited resolved merged");
export const ENDS = setOf(
  "end ended ends finish finished completed complete until to arrive arrives arrived arrival close closed closes expires done stopped",
);

/** Returns what held of the times of each call, where one of them lies another span from its call in each run. */
export function timeSpans(variables: readonly Variable[]): ReadonlyMap<number, readonly Span[]> {
  const byCall = new Map<number, Span[]>();
  if (!variables.some(({ off }) => off !== undefined)) return byCall;
  const times = new Map<string, Part[]>();
  const numbers = new Map<string, Part[]>();
  const lines = new Map<string, Part[]>();
  const fields = fieldsOf(variables);
  variables.forEach((variable, index) => {
    for (const place of variable.places) {
      if (place.key === true) continue;
      const isTime = variable.kind === "time";
      const seen = variable.seen.map(seenText).map(isTime ? timeIn : amountIn);
      if (!seen.every((value) => value !== undefined)) continue;
      const part = { index, variable, place, seen, isOff: variable.off !== undefined };
      const object = fields.has(lineOf(place)) ? objectOf(place) : lineOf(place);
      appendTo(isTime ? times : numbers, place.token === undefined ? objectOf(place) : object, part);
      if (isTime && place.token !== undefined && /\/lines\/\d+$/.test(place.at))
        appendTo(lines, `${objectOf(place)} ${String(tokenEnds(place)[0])}`, part);
    }
  });
  const within = [...times].flatMap(([object, parts]) => spansIn(parts, numbers.get(object) ?? []));
  const sequences = [...columnsOf([...times.values()]), ...lines.values()].flatMap(inSequence);
  for (const span of [...within, ...sequences, ...columnsApart(times)]) appendTo(byCall, span.of.place.call, span);
  return byCall;
}

/** The lines of texts of which no line says more than one value: `started: …`, `elapsed: 68s`. */
function fieldsOf(variables: readonly Variable[]): ReadonlySet<string> {
  const texts = new Map<string, Place[]>();
  for (const place of variables.flatMap(({ places }) => places))
    if (place.token !== undefined && place.key !== true) appendTo(texts, objectOf(place), place);
  const fields = [...texts.values()].map((places) => places.map(lineOf));
  return new Set(fields.filter((lines) => new Set(lines).size === lines.length).flat());
}

function lineOf({ call, at }: Place): string {
  return `${String(call)} ${at}`;
}

function objectOf({ call, at }: Place): string {
  return `${String(call)} ${surroundingsOf(at)}`;
}

/** True for what is said of times, and of a number, at or below a place. */
export function isSpanAt({ of, from, number }: Span, at: string): boolean {
  return [of, from, number?.part].every((part) => part === undefined || isAtOrBelow(part.place.at, at));
}

/** Lists the times that broke what held of them. */
export function brokenSpans(spans: readonly Span[], valueOf: LiveValueOf): BrokenNumber[] {
  const broken = new Map<string, BrokenNumber>();
  const isBefore = ({ of, from }: Span): boolean => {
    const [now = Infinity, then = 0] = [of, from].map(({ index }) => timeIn(valueOf(index)));
    return now < then - JITTER_MS;
  };
  for (const { of, from, number, apart, rows = [] } of spans) {
    if (!rows.every(isBefore)) continue;
    const [now, then] = [of, from].map(({ index }) => timeIn(valueOf(index)));
    const live = valueOf(of.index) ?? "";
    if (now === undefined || then === undefined) continue;
    const name = from.variable.name;
    const note = (was: string): void => {
      if (!broken.has(of.place.at)) broken.set(of.place.at, { variable: of.variable, place: of.place, live, was });
    };
    if (number !== undefined) {
      const said = amountIn(valueOf(number.part.index));
      if (said === undefined) continue;
      if (Math.abs(now - then - said * number.unit) > slackOf(number.step))
        note(`${name} + ${number.part.variable.name}`);
    } else if (apart === undefined) {
      if (now < then - JITTER_MS) note(`after ${name}`);
    } else if (Math.abs(now - then - apart) > JITTER_MS) note(`${name} + ${String(apart / 1000)} s`);
  }
  return [...broken.values()];
}

function slackOf(unit: number): number {
  return Math.max(unit, 1000);
}

/** The spans of one object. */
function spansIn(parts: readonly Part[], numbers: readonly Part[]): Span[] {
  if (parts.length + numbers.length > MOST) return [];
  const pairs = parts.flatMap((from) => parts.flatMap((of) => (of === from ? [] : [{ from, of }])));
  return pairs.flatMap(({ from, of }): Span[] => {
    if (!(from.isOff || of.isOff) || from.index === of.index) return [];
    const apart = of.seen.map((time, run) => time - (from.seen[run] ?? 0));
    const [first = 0] = apart;
    if (first < 0) return [];
    const said = numbers.flatMap((part) => {
      const step = stepOf(part);
      const units = step === undefined ? UNITS : [1];
      return units.flatMap((unit) =>
        isSaid(part, { unit, step: step ?? unit, hasUnit: step !== undefined }, apart)
          ? [{ of, from, number: { part, unit, step: step ?? unit } }]
          : [],
      );
    });
    if (said.length > 0) return said;
    // One of two readings of a clock is as often the first.
    if (first > JITTER_MS && apart.every((span) => Math.abs(span - first) <= JITTER_MS))
      return [{ of, from, apart: first }];
    const isNamed = hasWord(from, STARTS) && hasWord(of, ENDS);
    const isAfter = isNamed || (hasWord(from, MADE) && hasWord(of, CHANGED));
    return isAfter && apart.every((span) => span > 0) ? [{ of, from }] : [];
  });
}

/** How far the one lay from the other in all runs, where that is more than two readings of a clock differ by. */
function stepBetween({ of, from }: Span): number | undefined {
  const [first = 0, ...others] = of.seen.map((time, run) => time - (from.seen[run] ?? 0));
  const isSame = others.every((span) => Math.abs(span - first) <= JITTER_MS);
  return isSame && Math.abs(first) > JITTER_MS ? first : undefined;
}

/** True for a number that was as high as the times lay apart. It has to differ: the same one would say so by chance. */
function isSaid(
  { seen, place }: Part,
  { unit, step, hasUnit }: { unit: number; step: number; hasUnit: boolean },
  apart: readonly number[],
): boolean {
  const isSo = apart.every((span, run) => Math.abs(span - (seen[run] ?? 0) * unit) <= slackOf(step));
  const spread = Math.max(...seen) - Math.min(...seen);
  const least = place.token === undefined ? SPREAD.key : hasUnit ? SPREAD.unit : SPREAD.bare;
  return isSo && spread * unit > least * slackOf(step);
}

/** A number, or the milliseconds of `47 min`. */
function amountIn(text: string | undefined): number | undefined {
  const quantity = text === undefined ? undefined : readQuantity(text);
  return quantity?.dimension === "time" ? quantity.amount : numberOf(text);
}

/** The milliseconds of the unit that a length is written in; undefined for a number without one. */
function stepOf({ variable: { seen } }: Part): number | undefined {
  const units = seen.map((value) => unitOf(seenText(value)));
  const steps = units
    .map((unit) => readQuantity(`1 ${unit ?? ""}`))
    .flatMap((one) => (one?.dimension === "time" ? one.amount : []));
  return steps.length === seen.length ? Math.max(...steps) : undefined;
}

/** So many rows of all runs had the one after the other. */
const FEWEST = 8;

/** Columns of times of which one was after the other in all rows of every run. */
function columnsApart(times: ReadonlyMap<string, readonly Part[]>): Span[] {
  const lists = new Map<string, Map<string, Part>[]>();
  for (const [object, parts] of times) {
    const list = /^(.*)\/\d+$/.exec(object)?.[1];
    if (list === undefined || parts.length < 2 || parts.length > MOST) continue;
    appendTo(lists, list, new Map(parts.map((part) => [keyOf(part), part])));
  }
  return [...lists.values()].flatMap((rows) => {
    const keys = [...(rows[0]?.keys() ?? [])];
    return keys.flatMap((first) => keys.flatMap((last) => (first === last ? [] : columnApart(rows, first, last))));
  });
}

function columnApart(rows: readonly ReadonlyMap<string, Part>[], first: string, last: string): Span[] {
  const pairs = rows.flatMap((row): Span[] => {
    const [from, of] = [row.get(first), row.get(last)];
    return from === undefined || of === undefined ? [] : [{ of, from }];
  });
  const apart = pairs.flatMap(({ of, from }) => of.seen.map((time, run) => time - (from.seen[run] ?? 0)));
  const [pair] = pairs;
  if (pair === undefined || pairs.length < 2 || pairs.length < rows.length || apart.length < FEWEST) return [];
  return apart.every((span) => span > JITTER_MS) ? [{ ...pair, rows: pairs }] : [];
}

function keyOf({ place }: Part): string {
  return place.token === undefined ? keysOf(place.at).key : String(tokenEnds(place)[0]);
}

/** The times of each list of objects that lie another span from their call in each run. */
function columnsOf(rows: readonly (readonly Part[])[]): Part[][] {
  const lists = new Map<string, Part[]>();
  for (const part of rows.flat().filter(({ isOff }) => isOff)) {
    const { call, at } = part.place;
    const list = /^(.*)\/\d+\/[^/]+$/.exec(at)?.[1];
    if (list !== undefined) appendTo(lists, `${String(call)} ${list}`, part);
  }
  return [...lists.values()];
}

/** Times of a list that are one after the other in every run, through all rows, are in that order, and in its steps. */
function inSequence(parts: readonly Part[]): Span[] {
  // In three runs, three times are in order by chance once in two hundred.
  if (parts.length <= 2 || !parts.some(({ isOff }) => isOff)) return [];
  const pairs = parts.slice(1).flatMap((of, at): Span[] => {
    const from = parts[at];
    return from === undefined ? [] : [{ of, from }];
  });
  const steps = pairs.map((pair) => ({ ...pair, apart: stepBetween(pair) }));
  if (steps.every(({ apart }) => apart !== undefined))
    return steps.map(({ of, from, apart = 0 }) => ({ of, from, apart }));
  const isOrdered = ({ of, from }: Span): boolean => of.seen.every((time, run) => time >= (from.seen[run] ?? 0));
  return pairs.every(isOrdered) ? pairs : [];
}

export function hasWord(time: Pick<Part, "place" | "variable">, words: ReadonlySet<string>): boolean {
  return wordsOfName(nameOfValue(time)).some((word) => words.has(word));
}

function timeIn(text: string | undefined): number | undefined {
  return readMoment(text ?? "")?.at;
}
