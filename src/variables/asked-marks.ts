// Knows by which marks of a row a prompt may ask for it that are no words of the row: the time of day that the prompt
// says in words, a field that is true, a count that is zero. Pure.
import { wordsOfName } from "./names.js";
import { numbersIn } from "./numbers-in.js";

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** What has a first row, and is no time that is asked for: the next one after eight. */
const BOUNDS = /\b(?:after|before|from|until|till|by|between|than|since|around|about|past|and|or)\s+$/i;
const NAME = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const NUMBER = `(?:${NAME}|1[0-2]|[1-9])`;
const DIGITS = /(?<![\d:.])(\d{1,2})[:.]([0-5]\d)(?: ?([ap])\.?m\b)?(?![\d:%]|\.\d| ?\p{L}*\p{Sc})/giu;
const HALVES = new RegExp(`\\b(half|quarter|ten|twenty|five) (past|to) (${NUMBER})\\b`, "giu");
const FULL = new RegExp(`(?<!\\w)(?:at )?(${NUMBER})(?: o'?clock\\b| ?([ap])\\.?m\\b)`, "giu");
const AT = new RegExp(`\\bat (${NUMBER})\\b(?!:|\\.\\d| ?\\p{Sc})`, "giu");
const NAMED = /\b(noon|midday|midnight)\b/giu;
const MINUTES = new Map([
  ["five", 5],
  ["ten", 10],
  ["quarter", 15],
  ["twenty", 20],
  ["half", 30],
]);

/** Words that say that a count is zero, with what is counted. */
const ZEROS: readonly [RegExp, RegExp][] = [
  [/\b(?:direct|non-?stop)\b/iu, /^(?:stops?|stopovers?|layovers?|transfers?|changes|connections?)$/u],
  [/\bfree\b/iu, /^(?:price|cost|fee|charge)$/u],
  [/\b(?:empty|unused)\b/iu, /^(?:items|members|size|count|users|occupied)$/u],
];

/** Returns the times of day that a prompt names, in milliseconds; one of twelve hours may be of either half of the day. */
export function clocksAskedFor(prompt: string): number[] {
  const clocks: number[] = [];
  const add = (start: number, hour: number, minute: number, half?: string): void => {
    if (hour > 24 || BOUNDS.test(prompt.slice(Math.max(0, start - 12), start))) return;
    const at = hour * 60 + minute;
    const hours = at % 720;
    const both = hour > 12 || hour === 0 ? [at % 1440] : [hours, hours + 720];
    const [morning, evening = morning] = both;
    const said = half === undefined ? both : [/a/i.test(half) ? morning : evening];
    for (const minutes of said) if (minutes !== undefined) clocks.push(minutes * MINUTE);
  };
  for (const { index, 1: hour, 2: minute, 3: half } of prompt.matchAll(DIGITS))
    add(index, Number(hour), Number(minute), half);
  for (const { index, 1: part = "", 2: side = "", 3: hour = "" } of prompt.matchAll(HALVES)) {
    const minutes = MINUTES.get(part.toLowerCase()) ?? 0;
    const full = numberOf(hour);
    if (/past/i.test(side)) add(index, full, minutes);
    else add(index, full === 1 ? 12 : full - 1, 60 - minutes);
  }
  for (const { index, 1: hour = "", 2: half } of prompt.matchAll(FULL)) add(index, numberOf(hour), 0, half);
  for (const { index, 1: hour = "" } of prompt.matchAll(AT)) add(index, numberOf(hour), 0);
  for (const { index, 1: name = "" } of prompt.matchAll(NAMED))
    if (!BOUNDS.test(prompt.slice(Math.max(0, index - 12), index))) clocks.push(/midnight/i.test(name) ? 0 : 12 * HOUR);
  return clocks;
}

function numberOf(text: string): number {
  return numbersIn(text)[0]?.value ?? Number.NaN;
}

/** True where a prompt names what is true of a row: `refundable`, or `direct` where there are no `stops`. */
export function isNamedMark(key: string, value: boolean | number, prompts: readonly string[]): boolean {
  const words = wordsOfName(key).filter((word) => word !== "is" && word !== "has");
  if (value === true) {
    const name = words.join(" ");
    return name.length >= 4 && prompts.some((prompt) => ` ${prompt.toLowerCase()} `.search(wordPattern(name)) > 0);
  }
  if (value !== 0) return false;
  return ZEROS.some(
    ([said, counted]) => words.some((word) => counted.test(word)) && prompts.some((text) => said.test(text)),
  );
}

function wordPattern(name: string): RegExp {
  return new RegExp(`(?<!not |non-|\\p{L})${name.replaceAll(/[^\p{L}\p{N} ]/gu, "")}(?!\\p{L})`, "u");
}
