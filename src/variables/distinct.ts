// Finds the variables that may never have equal values: those of one tool and pointer, as in two calls of create_order.
import { leastOf } from "./extremes.js";
import { areFarApart } from "./far-numbers.js";
import type { RunCall } from "./run.js";
import { countedOf } from "./follows-words.js";
import { isElement, seenText, type Variable } from "./learned.js";
import { isQuantity, keysOf, namesId, nounsOfTool, wordsOfName } from "./names.js";
import { areLong } from "./chance.js";
import { appendTo } from "../append-to.js";
import { inAnyRow } from "../json/pointer.js";

/** Returns the group of each variable, or undefined where it may equal any other. */
export function distinctGroups(
  variables: readonly Variable[],
  run: { calls: readonly Pick<RunCall, "id" | "tool">[] },
): (string | undefined)[] {
  const tools = new Map(run.calls.map(({ id, tool }) => [id, tool]));
  const wherever = groupsBy(variables, tools, (variable) => (isIdInText(variable) ? " id" : undefined));
  const atPlaces = groupsBy(variables, tools, positionOf);
  return variables.map((_, at) => wherever[at] ?? atPlaces[at]);
}

/** Groups by tool, pointer and what else is said of a place; undefined there leaves a variable out. */
function groupsBy(
  variables: readonly Variable[],
  tools: ReadonlyMap<number, string>,
  position: (variable: Variable) => string | undefined,
): (string | undefined)[] {
  const keys = variables.map((variable) => {
    const { kind, places } = variable;
    const [first] = places;
    if (kind !== "value" || first === undefined) return undefined;
    const tool = tools.get(first.call) ?? "";
    const { key } = keysOf(first.at);
    if (isQuantity(key, tool) && first.token === undefined) return undefined;
    const where = position(variable);
    return where === undefined ? undefined : `${tool} ${inAnyRow(first.at)}${where}`;
  });
  const members = new Map<string, Variable[]>();
  variables.forEach((variable, at) => {
    const key = keys[at];
    if (key === undefined) return;
    appendTo(members, key, variable);
  });
  const groups = new Map(
    [...members].flatMap(([key, group]) =>
      group.length > 1 && areApart(group)
        ? [[key, { mayNotRepeat: isRising(group) || areShortIds(group) || areFarApart(group) }] as const]
        : [],
    ),
  );
  return variables.map((variable, at) => {
    const key = keys[at] ?? "";
    const group = groups.get(key);
    return group !== undefined && (group.mayNotRepeat || isIdentifier(variable, tools)) ? key : undefined;
  });
}

/** Where a value is in its text: references (`e12`) may stand behind any number of words. */
function positionOf({ seen, places: [first] }: Variable): string {
  if (first?.token === undefined) return "";
  // A snapshot may have a number of its own: `s4e12`.
  const prefixes = new Set(seen.map((value) => (referenceIn(seenText(value))?.prefix ?? "").replaceAll(/\d+/g, "#")));
  const [prefix = ""] = prefixes;
  const isReference = prefixes.size === 1 && prefix !== "" && first.at.includes("/lines/");
  return isReference ? ` ${prefix}` : ` ${JSON.stringify(first.token)}`;
}

/** A counted reference, also with the number of its page or frame: `e12`, `s4e12`. */
function referenceIn(value: string): ReturnType<typeof countedOf> {
  const [, prefix, number] = /^([a-z]{1,4}\d{1,6}[a-z]{1,4})(\d{1,12})$/i.exec(value) ?? [];
  return prefix === undefined ? countedOf(value) : { prefix, number: Number(number) };
}

/** True for a long id in a text: however many words are before it, no other one of its kind is equal by chance. */
function isIdInText({ seen, places: [first] }: Variable): boolean {
  const texts = seen.map(seenText);
  return (
    first?.token !== undefined &&
    areLong(texts) &&
    texts.some((text) => /\d/.test(text)) &&
    texts.every((text) => text.length === texts[0]?.length)
  );
}

/** True where no run had a value twice; a single run, as in a cassette of version 1, shows nothing. */
function areApart(group: readonly Variable[]): boolean {
  const runs = leastOf(group.map(({ seen }) => seen.length));
  if (runs < 2) return false;
  return Array.from({ length: runs }, (_, run) => new Set(group.map(({ seen }) => seenText(seen[run]))).size).every(
    (size) => size === group.length,
  );
}

/**
 * True of numbers, or references, that count up from each to the next, by as much in every run. What adds up otherwise each
 * time, as the buckets of a histogram, may stay as it is.
 */
function isRising(group: readonly Variable[]): boolean {
  const counts = group.map(({ seen }) =>
    seen.map((value) => referenceIn(seenText(value)) ?? { prefix: "", number: Number(value) }),
  );
  const [first = []] = counts;
  return counts.every((runs, at) => {
    const before = counts[at - 1];
    const steps = runs.map(({ number }, run) => number - (before?.[run]?.number ?? Number.NaN));
    const areEven = before === undefined || (steps.every((step) => step === steps[0]) && (steps[0] ?? 0) > 0);
    return areEven && runs.every(({ prefix }, run) => prefix === first[run]?.prefix);
  });
}

/** So many words of five letters or digits are the same by chance once in millions of times. */
const SHORT_IDS = { fewest: 6, withDigit: 0.5 };

/** True for words of one length, half of which have a digit, that no run repeats: the ends of the names of pods. */
function areShortIds(group: readonly Variable[]): boolean {
  const words = group.flatMap(({ seen }) => seen.map(seenText));
  const [first = ""] = words;
  return (
    words.length >= SHORT_IDS.fewest &&
    new Set(words).size === words.length &&
    words.every((word) => word.length === first.length && /^[a-z\d]{5,}$/i.test(word) && !/^\d+$/.test(word)) &&
    words.filter((word) => /\d/.test(word)).length >= words.length * SHORT_IDS.withDigit
  );
}

/** Measurements coincide by chance; ids do not: long ones, and named ones. */
function isIdentifier(variable: Variable, tools: ReadonlyMap<number, string>): boolean {
  if (areLong(variable.seen.map(seenText))) return true;
  const [first] = variable.places;
  if (first === undefined) return false;
  const { key } = keysOf(first.at);
  const words = wordsOfName(key);
  if (namesId(key)) return true;
  // Dice of three are different in three runs once in six times.
  if (isElement(first) && variable.seen.every((value) => /^\d{1,2}$/.test(seenText(value)))) return false;
  return words.some((word) => nounsOfTool(tools.get(first.call) ?? "").includes(word));
}
