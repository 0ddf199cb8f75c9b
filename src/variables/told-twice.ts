// Finds one amount that a result told twice in every run, in two forms, and tells otherwise now: `2m 11s (131 s)`, `about
// 119,000 results` beside 118957.
import { decimalsIn } from "../json/digits.js";
import { appendTo } from "../append-to.js";
import { inAnyRow, isAtOrBelow } from "../json/pointer.js";
import { isId, numberOf, SPREAD, type Amount, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { oncePerCassette } from "./once.js";
import { readQuantity } from "./quantity.js";

const RUNS = 3;
/** How many times what rounding takes the values must lie apart, where both stand in one line. */
const BESIDE = 24;
/** Among more amounts of a call some meet by chance. */
const MOST = 60;

/** What a bare number beside a time or a size may count: milliseconds, seconds, minutes, hours; bytes. */
const FACTORS = { time: [1, 1e3, 6e4, 3.6e6], size: [1], number: [1] } as const;

interface Told {
  index: number;
  variable: Variable;
  place: Place;
  dimension: "time" | "size" | "number";
  /** In milliseconds or bytes, where it has a unit. */
  seen: readonly number[];
  /** What its last digit says: 100 for `1.2 s`. */
  step: number;
  /** True where no run grouped its digits or gave it a unit. */
  isPlain: boolean;
}

/** Two places that told one amount in every run. */
interface ToldTwice {
  one: Told;
  other: Told;
  /** What the numbers are multiplied by where the other has a unit. */
  times: number;
  /** How far they may be apart. */
  slack: number;
}

/** Returns the amounts that a call told twice. */
export function toldTwice(variables: readonly Variable[], call: number): readonly ToldTwice[] {
  return allToldTwice(variables).get(call) ?? [];
}

const allToldTwice = oncePerCassette((variables): ReadonlyMap<number, readonly ToldTwice[]> => {
  const byCall = new Map<number, Told[]>();
  for (const [index, variable] of variables.entries()) {
    const told = toldBy(variable, index);
    if (told !== undefined) appendTo(byCall, told.place.call, told);
  }
  return new Map(
    [...byCall].map(([call, all]) => {
      const pairs = all.flatMap((other, at) => all.slice(0, at).flatMap((one) => pairOf(one, other, all) ?? []));
      return [call, all.length > MOST ? pairs.filter(({ one, other }) => one.place.at === other.place.at) : pairs];
    }),
  );
});

function toldBy(variable: Variable, index: number): Told | undefined {
  const [place] = variable.places;
  if (place === undefined || place.call === 0 || place.key === true) return undefined;
  if (variable.kind === "time" || variable.sent.length > 0 || variable.seen.length < RUNS) return undefined;
  const texts = variable.seen.map(seenText);
  const read = texts.flatMap((text) => amountTold(text) ?? []);
  const [first] = read;
  if (first === undefined || read.length < texts.length) return undefined;
  const { dimension } = first;
  const seen = read.map(({ amount }) => amount);
  if (read.some((one) => one.dimension !== dimension) || new Set(seen).size < seen.length) return undefined;
  // `3m` beside `2m 11s` is a whole number of minutes, not a rounded one.
  const composed = read.filter(({ isComposed }) => isComposed);
  const steps = (composed.length > 0 ? composed : read).map(({ step }) => step);
  const step = dimension === "number" ? Math.min(...steps) : Math.max(...steps);
  const isPlain = texts.every((text) => /^\d+(?:\.\d+)?$/.test(text));
  const told = { index, variable, place, dimension, seen, step, isPlain };
  return isId({ ...told, spread: 0 } satisfies Amount) ? undefined : told;
}

interface Read {
  dimension: Told["dimension"];
  amount: number;
  step: number;
  isComposed: boolean;
}

/** Undefined for what is no amount, and for what is as long as an id. */
function amountTold(text: string): Read | undefined {
  if (/^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,6})?$/.test(text)) return readNumber(text.replaceAll(",", ""));
  if (/^(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/.test(text)) return readNumber(text);
  const quantity = readQuantity(text);
  if (quantity !== undefined) {
    const parts = text.split(/(?<=[\p{L}]) /u);
    const last = parts.at(-1) ?? "";
    const unit = readQuantity(last.replace(/^[\d,.]+/, "1"))?.amount ?? 1;
    return { ...quantity, step: unit * 10 ** -decimalsIn(last), isComposed: parts.length > 1 };
  }
  const seconds = text.includes(":") ? numberOf(text) : undefined;
  return seconds === undefined ? undefined : { dimension: "time", amount: seconds * 1e3, step: 1e3, isComposed: true };
}

/** The zeros at the end of `119000` may be those of a rounded number. */
function readNumber(text: string): Read {
  const decimals = decimalsIn(text);
  const zeros = decimals > 0 ? 0 : (/(?<=\d)0+$/.exec(text)?.[0].length ?? 0);
  return { dimension: "number", amount: Number(text), step: 10 ** (zeros - decimals), isComposed: false };
}

function pairOf(one: Told, other: Told, all: readonly Told[]): ToldTwice | undefined {
  const [number, unit] = one.dimension === "number" ? [one, other] : [other, one];
  if (number.dimension !== "number" && number.dimension !== unit.dimension) return undefined;
  const isInLine = one.place.at === other.place.at;
  if (!isInLine && [one, other].some((told) => isEndOfRows(told, all))) return undefined;
  for (const times of number.dimension === "number" ? FACTORS[unit.dimension] : [1]) {
    const [step, second] = [number.step * times, unit.step];
    // Two plain numbers with the same last digit are held by what is around them.
    if (one.isPlain && other.isPlain && step === second) continue;
    const isExact = unit.dimension === "number" && step === second;
    const apart = Math.max(...number.seen.map((value, run) => Math.abs(value * times - (unit.seen[run] ?? 0))));
    const most = Math.max(step, second);
    const spread = (Math.max(...unit.seen) - Math.min(...unit.seen)) / most;
    if (spread < (isInLine ? BESIDE : SPREAD) || apart > (step === second ? 1e-6 : most * (1 - 1e-9))) continue;
    return { one, other, times, slack: isExact ? 1e-6 : most + 1e-6 };
  }
  return undefined;
}

/** The greatest of a list equals the number of a row, which may be another one next time. */
function isEndOfRows({ place, variable, seen }: Told, all: readonly Told[]): boolean {
  if (variable.of?.is === "most" || variable.of?.is === "least") return true;
  const column = inAnyRow(place.at);
  const others = all.filter((told) => told.place.at !== place.at && inAnyRow(told.place.at) === column);
  if (others.length === 0) return false;
  return [1, -1].some((sign) =>
    seen.every((value, run) => others.every((told) => sign * (value - (told.seen[run] ?? 0)) >= 0)),
  );
}

/** Lists the amounts at or below a place that are not what was told of them elsewhere. */
export function brokenTwice(pairs: readonly ToldTwice[], at: string, valueOf: LiveValueOf): BrokenNumber[] {
  return pairs.flatMap(({ one, other, times, slack }): BrokenNumber[] => {
    const text = valueOf(other.index);
    if (text === undefined || ![one, other].every(({ place }) => isAtOrBelow(place.at, at))) return [];
    const [first, second] = [one, other].map((told) => {
      const read = amountTold(valueOf(told.index) ?? "");
      const isBare = read?.dimension === "number" && told.dimension === "number";
      return read?.dimension === told.dimension ? { amount: read.amount * (isBare ? times : 1) } : undefined;
    });
    if (first === undefined || second === undefined || Math.abs(first.amount - second.amount) <= slack) return [];
    return [{ variable: other.variable, place: other.place, live: text, was: one.variable.name }];
  });
}
