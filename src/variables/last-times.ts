// Finds a time that was the latest or the earliest of a column in every run, or another one of its result, and is another
// one now: the end of a project is the end of its last task.
import { appendTo } from "../append-to.js";
import { setOf } from "../reading/set-of.js";
import { DAY_MS } from "../reading/dates.js";
import { inAnyRow, isAtOrBelow, isInList } from "../json/pointer.js";
import { nameOfValue, surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { greatestOf, leastOf } from "./extremes.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";
import { haveSameWords } from "./names.js";
import { oncePerCassette } from "./once.js";
import { ENDS, hasWord, STARTS } from "./time-spans.js";
import { readTimes } from "./time-forms.js";

/** How likely it may be that any two times of a call fit by chance, and two that are named alike. */
const CHANCE = { any: 1 / 1000, named: 1 / 50 };
const RUNS = 3;
/** More times are a table. */
const MOST = 40;
const LAST = setOf("last latest newest");
const FIRST = setOf("first earliest oldest next");

interface Timed {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly number[];
}

/** What a time was in every run: the latest or the earliest of others, or the only other one. */
interface Tied {
  own: Timed;
  others: readonly Timed[];
  end: typeof greatestOf;
  was: string;
}

/** By their calls. */
const tiedIn = oncePerCassette((variables): ReadonlyMap<number, readonly Tied[]> => {
  const byCall = new Map<number, Timed[]>();
  for (const [index, variable] of variables.entries()) {
    const [place] = variable.places;
    if (variable.kind !== "time" || place === undefined || place.call === 0 || place.key === true) continue;
    const seen = variable.seen.flatMap((value) => timeOf(seenText(value))?.at ?? []);
    if (seen.length >= RUNS && seen.length === variable.seen.length)
      appendTo(byCall, place.call, { index, variable, place, seen });
  }
  return new Map([...byCall].map(([call, times]) => [call, times.length > MOST ? [] : tiedAmong(times)]));
});

function tiedAmong(times: readonly Timed[]): Tied[] {
  const columns = new Map<string, Timed[]>();
  for (const time of times) appendTo(columns, columnOf(time.place), time);
  const lists = [...columns.values()].filter(({ length }) => length > 1);
  const alone = [...columns.values()].filter(({ length }) => length === 1).flat();
  const owns = alone.filter(({ variable }) => variable.off !== undefined);
  const trials = owns.length * (2 * lists.length + (alone.length - 1) / 2);
  const found = owns.flatMap((own) => [
    ...lists.flatMap((others): Tied[] => [
      { own, others, end: greatestOf, was: `the latest ${nameOf(others)}` },
      { own, others, end: leastOf, was: `the earliest ${nameOf(others)}` },
    ]),
    ...alone
      .slice(0, alone.indexOf(own))
      .map((other) => ({ own, others: [other], end: leastOf, was: nameOf([other]) })),
  ]);
  return found.filter(
    (tied) => isTied(tied) && trials * chanceOf(tied, times) <= (areAlike(tied) ? trials * CHANCE.named : CHANCE.any),
  );
}

/** The same for the cells of one column; a time outside of lists has one of its own. */
function columnOf({ at, token, ...place }: Place): string {
  if (token !== undefined && /\/lines\/\d+$/.test(at))
    return `${surroundingsOf(at)} ${String(tokenEnds({ token, ...place })[0])}`;
  return token === undefined && isInList(at) ? inAnyRow(at) : `${at} ${String(token)}`;
}

function isTied({ own, others, end }: Tied): boolean {
  return own.seen.every((time, run) => time === end(others.map(({ seen }) => seen[run] ?? Number.NaN)));
}

/** How likely a time that says nothing of the others fits in all runs that differ. */
function chanceOf({ own }: Tied, times: readonly Timed[]): number {
  const { from = 0, to = 0 } = own.variable.off ?? {};
  const runs = own.seen.map((time, run) => times.map(({ seen }) => (seen[run] ?? 0) - time).join(" "));
  const steps = Math.round((to - from) / unitOf(own));
  return (1 + steps) ** -new Set(runs).size;
}

function unitOf({ variable }: Timed): number {
  return greatestOf(variable.seen.map((value) => timeOf(seenText(value))?.span ?? 0));
}

/** Two readings of one clock. */
function slackOf(own: Timed): number {
  return unitOf(own) <= 1000 ? 2000 : 0;
}

/** A day, or a moment. A time of day alone may be that of another day. */
function timeOf(text = ""): { at: number; span: number } | undefined {
  const [reading, other] = readTimes(text);
  if (reading === undefined || other !== undefined) return undefined;
  if (reading.kind === "day") return { at: reading.day * DAY_MS, span: DAY_MS };
  return reading.kind === "instant" ? { at: reading.at, span: reading.span } : undefined;
}

/** True where the names say that the one is the end of the others. */
function areAlike({ own, others: [other, ...more], end }: Tied): boolean {
  if (other === undefined) return false;
  if (more.length === 0) return haveSameWords(nameOfValue(own), nameOfValue(other));
  const [ends, words] = end === greatestOf ? [ENDS, LAST] : [STARTS, FIRST];
  return hasWord(own, words) || (hasWord(own, ends) && hasWord(other, ends));
}

function nameOf([first]: readonly Timed[]): string {
  return first?.variable.name ?? "";
}

/** Lists the times of a call, at or below a place, that are not the one that they were in every run. */
export function brokenLastTimes(
  variables: readonly Variable[],
  { call, at }: Pick<Place, "call" | "at">,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  return (tiedIn(variables).get(call) ?? []).flatMap(({ own, others, end, was }): BrokenNumber[] => {
    const live = valueOf(own.index);
    const [now, ...times] = [own, ...others].map(({ index }) => timeOf(valueOf(index))?.at);
    const isHere = [own, ...others].every(({ place }) => isAtOrBelow(place.at, at));
    if (!isHere || live === undefined || now === undefined) return [];
    const known = times.filter((time) => time !== undefined);
    if (known.length < times.length || Math.abs(now - end(known)) <= slackOf(own)) return [];
    return [{ variable: own.variable, place: own.place, live, was }];
  });
}
