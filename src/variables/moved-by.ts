// Finds numbers that a call moves by what it was sent: 40 lamps, 12 more are received, 52 are there.
import { appendTo } from "../append-to.js";
import type { JsonObject } from "../json/value.js";
import { isAtOrBelow } from "../json/pointer.js";
import { isId, numberOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { argumentLeaves } from "./arguments.js";
import { keysOf } from "./names.js";
import { seenText, tokenEnds, type Learned, type Place, type Variable } from "./learned.js";

/** A number that was another one and an argument of its call, or without that, in every run. */
export interface Move {
  of: Part;
  from: Part;
  by: number;
}

interface Part {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
}

const RUNS = 3;
/** Numbers that are one apart are many. */
const LEAST = 2;

/** Returns what each call moved. `argumentsOf`: those of each call. */
export function movesIn(
  { variables, orders }: Pick<Learned, "variables" | "orders">,
  argumentsOf: ReadonlyMap<number, JsonObject>,
): ReadonlyMap<number, readonly Move[]> {
  const parts = variables
    .flatMap((variable, index) => partOf(variable, index) ?? [])
    .filter(({ place }) => !isIn(place, orders));
  const bySeries = new Map<string, Part[]>();
  for (const part of parts) appendTo(bySeries, seriesOf(part.seen), part);
  const sent = new Map([...argumentsOf].map(([call, args]) => [call, amountsIn(args)]));
  const until = new Map(
    [...new Set(parts.map(({ place }) => place.call))].map((call) => [call, amountsUntil(call, sent)]),
  );
  const moves = new Map<number, Move[]>();
  for (const of of parts) {
    const { call } = of.place;
    for (const [amount, sentBy] of until.get(call) ?? []) {
      for (const by of [amount, -amount]) {
        for (const from of bySeries.get(seriesOf(of.seen, by)) ?? []) {
          const isMoved = sentBy === call ? isBefore(from.place, of.place) : isUndone(from.place, of.place, sentBy);
          if (isMoved && isOwnStep(of.seen, by)) appendTo(moves, call, { of, from, by });
        }
      }
    }
  }
  return moves;
}

/** Undefined for what is no number, or an id, and for a number that two runs have in common. */
function partOf(variable: Variable, index: number): Part | undefined {
  const [place] = variable.places;
  if (
    (variable.kind === "time" && variable.off === undefined) ||
    variable.sent.length > 0 ||
    place === undefined ||
    place.call === 0
  )
    return undefined;
  const seen = variable.seen.map((value) => numberOf(seenText(value)));
  if (seen.length < RUNS || new Set(seen).size < seen.length) return undefined;
  if (!seen.every((number) => number !== undefined)) return undefined;
  const part = { index, variable, place, seen };
  return isId({ ...part, spread: 0, step: 1 }) ? undefined : part;
}

function isIn({ call, at }: Place, orders: Learned["orders"]): boolean {
  return orders.some((order) => order.call === call && at.startsWith(`${order.at}/`));
}

function seriesOf(seen: readonly number[], less = 0): string {
  return seen.map((number) => (number - less).toFixed(6)).join(" ");
}

/** The amounts that a call and those before it sent, each with the call: its own one, else the first. */
function amountsUntil(call: number, sent: ReadonlyMap<number, readonly number[]>): ReadonlyMap<number, number> {
  const earlier = [...sent].filter(([one]) => one < call).toReversed();
  const all = [...earlier, [call, sent.get(call) ?? []] as const];
  return new Map(all.flatMap(([by, amounts]) => amounts.map((amount) => [amount, by] as const)));
}

function amountsIn(args: JsonObject): number[] {
  const numbers = argumentLeaves(args).flatMap(({ value }) =>
    /^\d{1,9}(?:\.\d{1,6})?$/.test(value) ? [Number(value)] : [],
  );
  return [...new Set(numbers)].filter((number) => number >= LEAST);
}

function isBefore(one: Place, other: Place): boolean {
  if (one.call !== other.call) return one.call < other.call;
  return one.at !== other.at || tokenEnds(one)[0] < tokenEnds(other)[0];
}

/** True for one number of two calls, from the call on that sent the amount: what it reserved is free again. */
function isUndone(from: Place, of: Place, sentBy: number): boolean {
  const { key } = keysOf(of.at);
  return from.call >= sentBy && from.call < of.call && key !== "" && keysOf(from.at).key === key;
}

/** A counter that each run moves by another amount is as far from other counters by chance. */
function isOwnStep(seen: readonly number[], by: number): boolean {
  const steps = seen.slice(1).map((number, at) => (number - (seen[at] ?? 0)).toFixed(6));
  return new Set(steps).size > 1 || steps[0] === by.toFixed(6);
}

/** Lists the numbers at or below a place that were not moved by what was sent. */
export function brokenMoves(moves: readonly Move[], at: string, valueOf: LiveValueOf): BrokenNumber[] {
  return moves.flatMap(({ of, from, by }): BrokenNumber[] => {
    const [live, before] = [valueOf(of.index), valueOf(from.index)];
    const [now, then] = [numberOf(live), numberOf(before)];
    if (!isAtOrBelow(of.place.at, at) || live === undefined || now === undefined || then === undefined) return [];
    const was = `${from.variable.name} ${by > 0 ? "+" : "-"} ${String(Math.abs(by))}`;
    return Math.abs(then + by - now) < 1e-6 ? [] : [{ ...of, live, was }];
  });
}
