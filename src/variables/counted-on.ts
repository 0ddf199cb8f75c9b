// Finds numbers that counted on from call to call and from run to run (a serial, a revision) and have not risen now, and
// such a number that a text says behind a letter of its name (`v24` of `version: 24`) and is another one now.
import { appendTo } from "../append-to.js";
import { isAtOrBelow, isInList } from "../json/pointer.js";
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { countedOf } from "./follows-words.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { keysOf, namesId, wordsOfName } from "./names.js";
import { oncePerCassette } from "./once.js";

const RUNS = 3;
const LETTERS = /^\p{L}{1,3}$/u;

/** A whole number that differs from run to run. */
interface Counter {
  index: number;
  variable: Variable;
  place: Place;
  /** Letters joined to it. */
  prefix: string;
  seen: readonly number[];
}

/** A number, and an earlier one that it was higher than, or equal to. */
interface Pair {
  own: Counter;
  other: Counter;
  isHigher: boolean;
}

const pairsOf = oncePerCassette((variables): readonly Pair[] => {
  const counters = variables.flatMap((variable, index) => counterOf(variable, index) ?? []);
  const alone = counters.filter((one) => one.prefix === "" && isAlone(one.place));
  const [byKey, bySeen] = [new Map<string, Counter[]>(), new Map<string, Counter[]>()];
  for (const one of alone) appendTo(byKey, keysOf(one.place.at).key, one);
  for (const one of counters) if (LETTERS.test(one.prefix)) appendTo(bySeen, one.seen.join(" "), one);
  return alone.flatMap((number): Pair[] => {
    const before = (byKey.get(keysOf(number.place.at).key) ?? []).filter((other) => countsOn(other, number));
    const texts = (bySeen.get(number.seen.join(" ")) ?? []).filter((text) => isSaidAs(number, text));
    return [
      ...before.map((other) => ({ own: number, other, isHigher: true })),
      ...texts.flatMap((text) =>
        [
          { own: text, other: number, isHigher: false },
          { own: number, other: text, isHigher: false },
        ].filter(({ own, other }) => other.place.call <= own.place.call),
      ),
    ];
  });
});

/** Lists the numbers at or below a place of a call that do not count on as they did in every run. */
export function brokenCounts(
  variables: readonly Variable[],
  { call, at }: Pick<Place, "call" | "at">,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  return pairsOf(variables).flatMap(({ own, other, isHigher }): BrokenNumber[] => {
    if (own.place.call !== call || !isAtOrBelow(own.place.at, at)) return [];
    const live = valueOf(own.index);
    const [now, then] = [numberIn(live), numberIn(valueOf(other.index))];
    if (live === undefined || now === undefined || then === undefined) return [];
    if (isHigher ? now > then : now === then) return [];
    const { name } = other.variable;
    return [{ variable: own.variable, place: own.place, live, was: isHigher ? `more than ${name} before` : name }];
  });
}

function counterOf(variable: Variable, index: number): Counter | undefined {
  const [place] = variable.places;
  const parts = variable.seen.map((value) => countedOf(seenText(value)));
  const [{ prefix = "" } = {}] = parts;
  const seen = parts.flatMap((part) => (part?.prefix === prefix ? [part.number] : []));
  if (place === undefined || place.call === 0 || place.key === true || variable.kind === "time") return undefined;
  if (seen.length < RUNS || seen.length < parts.length || new Set(seen).size < seen.length) return undefined;
  return { index, variable, place, prefix, seen };
}

function numberIn(text = ""): number | undefined {
  return countedOf(text)?.number;
}

/**
 * True for two numbers of one name of which the later call had the higher one, and each run higher ones than the run
 * before: of six numbers that say nothing of each other that is so once in 720 times.
 */
function countsOn(before: Counter, after: Counter): boolean {
  // Ids are held apart elsewhere.
  if (before.place.call >= after.place.call || namesId(keysOf(after.place.at).key)) return false;
  const all = before.seen.flatMap((number, run) => [number, after.seen[run] ?? Number.NaN]);
  return all.every((number, at) => at === 0 || number > (all[at - 1] ?? Number.NaN));
}

/** True for a member of an object that is in no list. */
function isAlone({ at, token }: Place): boolean {
  return token === undefined && !isInList(at);
}

/** True where the letters of a text are those of the number's name: `v24`, `rev7`. */
function isSaidAs(number: Counter, text: Counter): boolean {
  return wordsOfName(keysOf(number.place.at).key).some((word) => word.startsWith(text.prefix.toLowerCase()));
}
