// Knows the times of rows that also say how far each lies from its call: `21:48 in 4 min`. Says where they no longer do.
import { appendTo } from "../append-to.js";
import { inAnyRow, isAtOrBelow } from "../json/pointer.js";
import { DAY_MS } from "../reading/dates.js";
import { surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import type { Class } from "./classify.js";
import { greatestOf, leastOf } from "./extremes.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { keysOf, labelOf, wordsOfName } from "./names.js";
import type { Observed } from "./observe.js";
import { oncePerCassette } from "./once.js";
import { isTimeOfDay, spanFromCall, type TimeOff } from "./off-times.js";
import { readQuantity, unitOf } from "./quantity.js";
import { isSpan } from "./row-spans.js";
import { SLACK_MS } from "./time.js";

/** So many rows, and so many different lengths, agree with their times by no chance. */
const FEWEST = { runs: 3, rows: 2, lengths: 3 };
/** How many times what rounding takes the lengths have to lie apart. */
const SPREAD = 2;

type Classified = readonly [Observed, Class];

/** The line or the object that a place is in. */
function rowOf({ call, at, token }: Place): string {
  return `${String(call)} ${token === undefined || !/\/lines\/\d+$/.test(at) ? surroundingsOf(at) : at}`;
}

function columnOf({ call, at, token }: Place): string {
  return `${String(call)} ${inAnyRow(at)} ${JSON.stringify(token) ?? ""}`;
}

/**
 * Takes times of day for times that lie another span from their calls, where a length beside each says how far: alone one
 * may be the length of a song, and a row may have the same wait in all runs by chance.
 */
export function withWaits(classes: readonly Classified[]): Classified[] {
  const clocks = classes.filter(
    ([{ place, seen }, found]) =>
      place.call > 0 && place.key !== true && isOpen(found) && seen.length >= FEWEST.runs && seen.every(isTimeOfDay),
  );
  if (clocks.length < FEWEST.rows) return [...classes];
  const lengths = new Map<string, Observed[]>();
  for (const [one] of classes) if (lengthsIn(one) !== undefined) appendTo(lengths, rowOf(one.place), one);
  const columns = new Map<string, { time: Observed; length: Observed }[]>();
  for (const [time] of clocks)
    for (const length of lengths.get(rowOf(time.place)) ?? [])
      appendTo(columns, `${columnOf(time.place)} ${columnOf(length.place)}`, { time, length });
  const waits = new Map<Observed, Class>();
  for (const rows of columns.values()) {
    const off = offOf(rows);
    if (off === undefined) continue;
    for (const { time, length } of rows) {
      waits.set(time, { kind: "time", off });
      waits.set(length, { kind: length.text ? "quantity" : "value" });
    }
  }
  return classes.map(([one, found]) => [one, waits.get(one) ?? found]);
}

function isOpen(found: Class): boolean {
  return found.kind === "value" || (found.kind === "time" && found.off === undefined);
}

/** The lengths of time that a place says in each run, with their unit. */
function lengthsIn({ seen, text, named }: Observed): string[] | undefined {
  const unit = text ? "" : unitIn(labelOf(named));
  const all = seen.map((value) => (unit === "" ? value : `${value} ${unit ?? ""}`));
  return unit !== undefined && all.every((one) => readQuantity(one)?.dimension === "time") ? all : undefined;
}

function unitIn(name: string): string | undefined {
  return wordsOfName(name).find((word) => readQuantity(`1 ${word}`)?.dimension === "time");
}

function offOf(rows: readonly { time: Observed; length: Observed }[]): TimeOff | undefined {
  const all = rows.flatMap(({ time, length }) => {
    const lengths = lengthsIn(length) ?? [];
    return time.seen.map((text, run) => ({ text, moment: time.moments[run], length: lengths[run] ?? "" }));
  });
  const offs = all.flatMap(({ text, moment, length }) => {
    const timed = moment === undefined ? undefined : { text, moment };
    const off = timed === undefined || !isSpan(length, timed) ? undefined : spanFromCall(timed);
    return off === undefined ? [] : [{ ...off, length }];
  });
  if (rows.length < FEWEST.rows || offs.length < all.length) return undefined;
  const exact = greatestOf(offs.map(({ span, length }) => span + stepOf(length)));
  const [from, to] = [leastOf(offs.map(({ off }) => off)), greatestOf(offs.map(({ off }) => off))];
  if (new Set(offs.map(({ length }) => length)).size < FEWEST.lengths || to - from < SPREAD * exact) return undefined;
  // A time is told to the minute.
  const isOneSide = from >= -exact || to <= SLACK_MS;
  return isOneSide ? { from: Math.floor(from), to: Math.ceil(to) } : undefined;
}

/** One of the least unit of a length, in milliseconds. */
function stepOf(length: string): number {
  return readQuantity(`1 ${unitOf(length) ?? /\p{L}+$/u.exec(length)?.[0] ?? "s"}`)?.amount ?? 1000;
}

interface Indexed {
  index: number;
  variable: Variable;
}

/** A variable that is a time, and one that says how far it lies from its call. */
interface Wait {
  time: Indexed;
  length: Indexed;
  place: Place;
  valuesIn: (of: ValueOf) => { base: number; amount: number; exact: number } | undefined;
}

type ValueOf = (one: Indexed) => string;

/** Lists the lengths of a column, at or below a place, that are not how far the times of their rows lie from one moment. */
export function brokenWaits(
  variables: readonly Variable[],
  { call, at }: Pick<Place, "call" | "at">,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  const live = ({ index }: Indexed): string => valueOf(index) ?? "";
  return (waitsIn(variables).get(call) ?? []).flatMap((rows): BrokenNumber[] => {
    const odd = rows.every(({ place }) => isAtOrBelow(place.at, at)) ? oddIn(rows, live) : undefined;
    if (odd === undefined) return [];
    const { length, place, time } = odd;
    const was = `how far ${time.variable.name} lies from the call`;
    return [{ variable: length.variable, place, live: live(length), was }];
  });
}

/** By their calls. */
const waitsIn = oncePerCassette((variables): ReadonlyMap<number, readonly Wait[][]> => {
  const byCall = new Map<number, Wait[][]>();
  const all = variables.map((variable, index): Indexed => ({ index, variable }));
  const times = all.filter(({ variable: { kind, off } }) => kind === "time" && off !== undefined);
  if (times.length < FEWEST.rows) return byCall;
  const lengths = new Map<string, { length: Indexed; place: Place }[]>();
  for (const length of all)
    for (const place of length.variable.kind === "time" ? [] : length.variable.places)
      appendTo(lengths, rowOf(place), { length, place });
  const columns = new Map<string, Wait[]>();
  for (const time of times)
    for (const own of time.variable.places)
      for (const { length, place } of lengths.get(rowOf(own)) ?? [])
        appendTo(columns, `${columnOf(own)} ${columnOf(place)}`, waitOf(time, length, place));
  for (const rows of columns.values()) {
    const [first] = rows;
    if (first !== undefined && areWaits(rows)) appendTo(byCall, first.place.call, rows);
  }
  return byCall;
});

function waitOf(time: Indexed, length: Indexed, place: Place): Wait {
  const unit = place.token === undefined ? (unitIn(keysOf(place.at).key) ?? "") : "";
  const { off } = time.variable;
  const isBefore = off !== undefined && off.to <= SLACK_MS;
  return {
    time,
    length,
    place,
    valuesIn: (of) => {
      const text = `${of(length)} ${unit}`.trim();
      const [read, found] = [readQuantity(text), spanFromCall({ text: of(time), moment: START })];
      if (read?.dimension !== "time" || found === undefined) return undefined;
      const { amount } = read;
      return { base: found.off + (isBefore ? amount : -amount), amount, exact: found.span + stepOf(text) };
    },
  };
}

const START = { runStart: 0, callStart: 0, callEnd: 0 };

/** True for rows whose lengths led to one moment in every run, where that was no accident. */
function areWaits(rows: readonly Wait[]): boolean {
  const runs = rows[0]?.time.variable.seen.length ?? 0;
  const seen = Array.from(
    { length: runs },
    (_, run): ValueOf =>
      ({ variable }) =>
        seenText(variable.seen[run]),
  );
  const all = seen.flatMap((of) => rows.flatMap(({ valuesIn }) => valuesIn(of) ?? []));
  if (runs < FEWEST.runs || rows.length < FEWEST.rows || all.length < runs * rows.length) return false;
  const amounts = all.map(({ amount }) => amount);
  const range = greatestOf(amounts) - leastOf(amounts);
  const exact = greatestOf(all.map((one) => one.exact));
  const isFar = range >= SPREAD * exact && new Set(amounts).size >= FEWEST.lengths;
  return isFar && seen.every((of) => oddIn(rows, of) === undefined);
}

/** The first row that leads to another moment than the row before it. */
function oddIn(rows: readonly Wait[], of: ValueOf): Wait | undefined {
  const found = rows.flatMap((wait) => {
    const values = wait.valuesIn(of);
    return values === undefined ? [] : [{ wait, ...values }];
  });
  return found.find(({ base, exact }, at) => {
    const apart = Math.abs(base - (found[at - 1]?.base ?? base)) % DAY_MS;
    return Math.min(apart, DAY_MS - apart) > exact;
  })?.wait;
}
