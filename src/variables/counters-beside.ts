// Finds a number that stands for one thing twice and is another one now: the entry of a docket in the name of its document,
// the version that one call set and another one reads, the generation that was observed.
import { appendTo } from "../append-to.js";
import { isAtOrBelow, isInList } from "../json/pointer.js";
import { setOf } from "../reading/set-of.js";
import { areInSteps, nameOfValue, surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { argumentLeaves } from "./arguments.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { isQuantity, keysOf, measureOf, namesId, wordsOfName } from "./names.js";
import { rangeOf } from "./observe.js";
import { oncePerCassette } from "./once.js";
import type { RunCall } from "./run.js";

const RUNS = 3;
/** Shorter values stand in a word by chance. */
const SHORTEST = 2;
const LONGEST = 200;
/** Words of two names of one number. */
const SIDES = setOf(
  "desired reported observed applied deployed target actual current latest last new published synced committed acked",
);
/** As `wordsOfName` gives them. */
const EARLIER = setOf("previou prior prev before");
/** What an address begins with. */
const HOST = /^\p{L}[\w+.-]*:\/\/[^/]*/u;

/** A number, or a word with a number at its end, that was another one in each run. */
interface Counter {
  index: number;
  variable: Variable;
  place: Place;
  head: string;
  seen: readonly number[];
}

/** What one of two was in every run: the other, or less than it. */
interface Pair {
  own: Counter;
  other: Counter;
  isLess?: true;
}

/** A text of the recorded result. */
interface Leaf {
  at: string;
  value: unknown;
}

/** What a call was recorded with, by its number. */
type ArgumentsOf = (call: number) => RunCall["arguments"];

interface Counters {
  all: readonly Counter[];
  /** By what they were in each run. */
  bySeen: ReadonlyMap<string, readonly Counter[]>;
}

const countersOf = oncePerCassette((variables): Counters => {
  const all = variables.flatMap((variable, index) => counterOf(variable, index) ?? []);
  const bySeen = new Map<string, Counter[]>();
  for (const counter of all) appendTo(bySeen, counter.seen.join(" "), counter);
  return { all, bySeen };
});

function counterOf(variable: Variable, index: number): Counter | undefined {
  const [place] = variable.places;
  if (place === undefined || place.call === 0 || place.key === true || variable.kind === "time") return undefined;
  const parts = variable.seen.map((value) => lastNumber(seenText(value)));
  const [first] = parts;
  const seen = parts.flatMap((part) =>
    part?.head === first?.head && part?.tail === first?.tail ? (part?.number ?? []) : [],
  );
  if (first === undefined || seen.length < RUNS || seen.length < parts.length) return undefined;
  return new Set(seen).size < seen.length ? undefined : { index, variable, place, head: first.head, seen };
}

/** The last number of a word, and what is before and behind it. */
function lastNumber(text = ""): { head: string; number: number; tail: string } | undefined {
  if (text.length > LONGEST) return undefined;
  const [, head = "", digits, tail = ""] = /^(\S*?)(\d{1,12})([^\s\d]*)$/.exec(text) ?? [];
  return digits === undefined ? undefined : { head, number: Number(digits), tail };
}

/** Lists the numbers of a call, at or below a place, that are not what they were of others. `leaves`: what was recorded there. */
export function brokenCounters(
  variables: readonly Variable[],
  { call, at, leaves }: { call: number; at: string; leaves: readonly Leaf[] },
  argumentsOf: ArgumentsOf,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  const { all, bySeen } = countersOf(variables);
  const here = all.filter(({ place }) => place.call === call && isAtOrBelow(place.at, at));
  if (here.length === 0) return [];
  let texts: ReadonlyMap<string, string> | undefined;
  const textAt: TextAt = (one) => (texts ??= textsOf(leaves)).get(one);
  const pairs = here.flatMap((own): Pair[] => {
    const isEarlier = nameOf(own).isEarlier && areInSteps(own.seen);
    const equal = (bySeen.get(own.seen.join(" ")) ?? []).filter((other) => other !== own);
    const others = (isEarlier ? all : equal).filter((other) => isNumber(other, textAt));
    if (others.length === 0) return [];
    const named = isNamed(own, textAt, argumentsOf(call)) ? equal.filter((other) => others.includes(other)) : [];
    return [
      ...named.flatMap((other) => namedBy(own, other)),
      ...(isNumber(own, textAt) ? others.flatMap((other) => sidesOf(own, other, argumentsOf)) : []),
    ];
  });
  return pairs.flatMap(({ own, other, isLess }): BrokenNumber[] => {
    const live = valueOf(own.index);
    const [now, then] = [lastNumber(live)?.number, lastNumber(valueOf(other.index))?.number];
    if (live === undefined || now === undefined || then === undefined) return [];
    if (isLess === true ? now < then : now === then) return [];
    const was = isLess === true ? `less than ${other.variable.name}` : other.variable.name;
    return [{ variable: own.variable, place: own.place, live, was }];
  });
}

/** The recorded text of a place. */
type TextAt = (at: string) => string | undefined;

function textsOf(leaves: readonly Leaf[]): ReadonlyMap<string, string> {
  return new Map(leaves.flatMap(({ at, value }) => (typeof value === "string" ? [[at, value] as const] : [])));
}

/** A text is one place, whatever line of it. */
function placeOfText({ at, token }: Place): string {
  return token === undefined ? at : surroundingsOf(at);
}

/** True for a number that no word is joined to. */
function isNumber({ head, variable, place }: Counter, textAt: TextAt): boolean {
  if (head !== "" || isInList(placeOfText(place)) || !variable.seen.every((value) => /^\d+$/.test(seenText(value))))
    return false;
  const text = textAt(place.at);
  const range = place.token === undefined || text === undefined ? undefined : rangeOf(text, place.token);
  if (text === undefined || range === undefined) return place.token === undefined;
  return (
    /(?:^|[\s:=("'#])$/.test(text.slice(Math.max(0, range.start - 1), range.start)) &&
    /^(?:$|[\s,;)"'])/.test(text.slice(range.end, range.end + 1))
  );
}

/** True for a number at the end of a word that has something in it that the call is about: `web-00041` of the service web. */
function isNamed(own: Counter, textAt: TextAt, args: RunCall["arguments"]): boolean {
  const text = textAt(own.place.at);
  const range = text === undefined ? undefined : rangeOf(text, own.place.token);
  if (text === undefined || range === undefined) return false;
  const before = /\S*$/.exec(text.slice(Math.max(0, range.start - LONGEST), range.start))?.[0] ?? "";
  const head = `${before}${own.head}`.replace(HOST, "").toLowerCase();
  if (!/[\p{L}\p{N}]/u.test(head)) return false;
  return argumentLeaves(args).some(
    ({ value }) => value.length >= SHORTEST && /\p{L}/u.test(value) && hasPart(head, value.toLowerCase()),
  );
}

/** True for a part of a word that nothing but joints is next to. */
function hasPart(word: string, part: string): boolean {
  for (let at = word.indexOf(part); at !== -1; at = word.indexOf(part, at + 1)) {
    const [before, behind] = [word.slice(0, at), word.slice(at + part.length)];
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind)) return true;
  }
  return false;
}

function namedBy(own: Counter, other: Counter): Pair[] {
  const isBeside = own.place.call === other.place.call && documentOf(own.place) === documentOf(other.place);
  return isBeside && !isInList(placeOfText(own.place)) ? [{ own, other }] : [];
}

function documentOf({ at }: Place): string {
  return /^\/(?:content\/\d+|structuredContent)/.exec(at)?.[0] ?? at;
}

function isSame(own: Counter, other: Counter): boolean {
  return own.seen.every((number, run) => number === other.seen[run]);
}

/** Two names of one counter, in one result or in those of calls about one thing. Each run has to raise it by as much. */
function sidesOf(own: Counter, other: Counter, argumentsOf: ArgumentsOf): Pair[] {
  if (own === other || !areInSteps(own.seen) || !areInSteps(other.seen)) return [];
  const [names, others] = [own, other].map(nameOf);
  if (names === undefined || others === undefined || names.noun === "" || names.noun !== others.noun) return [];
  if (own.place.call === other.place.call) {
    if (documentOf(own.place) !== documentOf(other.place)) return [];
    if (names.isEarlier && !others.isEarlier && own.seen.every((number, run) => number < (other.seen[run] ?? 0)))
      return [{ own, other, isLess: true }];
    const isLater = own.place.at > other.place.at;
    return names.isEarlier === others.isEarlier && names.sides !== others.sides && isLater && isSame(own, other)
      ? [{ own, other }]
      : [];
  }
  if (own.place.call < other.place.call || names.isEarlier || others.isEarlier || !isSame(own, other)) return [];
  return areAboutOne(argumentsOf(own.place.call), argumentsOf(other.place.call)) ? [{ own, other }] : [];
}

/** What a number counts, and which side of it. Ids are held apart elsewhere, and what is measured is another one later. */
function nameOf({ place, variable }: Counter): { noun: string; sides: string; isEarlier: boolean } {
  const { key, parent } = keysOf(place.at);
  const words = wordsOfName(nameOfValue({ place, variable }));
  const isOther = place.token === undefined && (namesId(key) || measureOf(key) !== undefined);
  const nouns = words.filter((word) => !SIDES.has(word) && !EARLIER.has(word));
  const all = [...words, ...(place.token === undefined ? wordsOfName(parent) : [])];
  return {
    noun: isOther ? "" : place.token === undefined ? nouns.join(" ") : (nouns.at(-1) ?? ""),
    sides: all.filter((word) => SIDES.has(word)).join(" "),
    isEarlier: words.some((word) => EARLIER.has(word)),
  };
}

/** True for two calls that were sent one value under one name. */
function areAboutOne(one: RunCall["arguments"], other: RunCall["arguments"]): boolean {
  const others = new Map(argumentLeaves(other).map(({ at, value }) => [at, value]));
  return argumentLeaves(one).some(
    ({ at, value }) => value !== "" && others.get(at) === value && !isQuantity(keysOf(at).key, ""),
  );
}
