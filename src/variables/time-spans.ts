// Finds times that do not lie as far apart any more as they did in every run: the start and the end of an object, and how
// long it says that they are apart.
import { appendTo } from "../append-to.js";
import { setOf } from "../reading/set-of.js";
import { isAtOrBelow } from "../json/pointer.js";
import { numberOf, surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
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
/** More values beside each other are a table. */
const MOST = 12;
const STARTS = setOf(
  "start started begin began begins from depart departs departed departure open opened opens created since queued",
);
const ENDS = setOf(
  "end ended ends finish finished completed complete until to arrive arrives arrived arrival close closed closes expires done stopped",
);

/** Returns what held of the times of each call, where one of them lies another span from its call in each run. */
export function timeSpans(variables: readonly Variable[]): ReadonlyMap<number, readonly Span[]> {
  const byCall = new Map<number, Span[]>();
  if (!variables.some(({ off }) => off !== undefined)) return byCall;
  const times = new Map<string, Part[]>();
  const numbers = new Map<string, Part[]>();
  const lines = new Map<string, Part[]>();
  variables.forEach((variable, index) => {
    for (const place of variable.places) {
      const isTime = variable.kind === "time";
      if (place.key === true || (place.token !== undefined && !(isTime && /\/lines\/\d+$/.test(place.at)))) continue;
      const seen = variable.seen.map(seenText).map(isTime ? timeIn : amountIn);
      if (!seen.every((value) => value !== undefined)) continue;
      const part = { index, variable, place, seen, isOff: variable.off !== undefined };
      if (place.token === undefined) appendTo(isTime ? times : numbers, objectOf(place), part);
      else appendTo(lines, `${objectOf(place)} ${String(tokenEnds(place)[0])}`, part);
    }
  });
  const within = [...times].flatMap(([object, parts]) => spansIn(parts, numbers.get(object) ?? []));
  const sequences = [...columnsOf([...times.values()]), ...lines.values()].flatMap(inSequence);
  for (const span of [...within, ...sequences]) appendTo(byCall, span.of.place.call, span);
  return byCall;
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
  for (const { of, from, number, apart } of spans) {
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
        isSaid(part, unit, step ?? unit, apart) ? [{ of, from, number: { part, unit, step: step ?? unit } }] : [],
      );
    });
    if (said.length > 0) return said;
    // One of two readings of a clock is as often the first.
    if (first > JITTER_MS && apart.every((span) => Math.abs(span - first) <= JITTER_MS))
      return [{ of, from, apart: first }];
    const isAfter = apart.every((span) => span > 0) && hasWord(from, STARTS) && hasWord(of, ENDS);
    return isAfter ? [{ of, from }] : [];
  });
}

/** How far the one lay from the other in all runs, where that is more than two readings of a clock differ by. */
function stepBetween({ of, from }: Span): number | undefined {
  const [first = 0, ...others] = of.seen.map((time, run) => time - (from.seen[run] ?? 0));
  const isSame = others.every((span) => Math.abs(span - first) <= JITTER_MS);
  return isSame && Math.abs(first) > JITTER_MS ? first : undefined;
}

/** True for a number that was as high as the times lay apart. It has to differ: the same one would say so by chance. */
function isSaid({ seen }: Part, unit: number, step: number, apart: readonly number[]): boolean {
  const isSo = apart.every((span, run) => Math.abs(span - (seen[run] ?? 0) * unit) <= slackOf(step));
  const spread = Math.max(...seen) - Math.min(...seen);
  return isSo && spread * unit > 2 * slackOf(step);
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

function hasWord({ place }: Part, words: ReadonlySet<string>): boolean {
  return wordsOfName(keysOf(place.at).key).some((word) => words.has(word));
}

function timeIn(text: string | undefined): number | undefined {
  return readMoment(text ?? "")?.at;
}
