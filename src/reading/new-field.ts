// Says whether a new field of a result is harmless: an id, a time, or a number or text that gives no outcome, state or
// limit, and does not announce more. Claude might have reacted to anything else.
import { isNumber } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { saysTrouble } from "./trouble.js";
import { setOf } from "./set-of.js";

/** Words in field names that give a state, an outcome or a limit, or that speak to the reader. */
const TELLING = setOf(
  "state status outcome result note notes message messages hint hints info notice notices alert alerts reason reasons advice comment comments remark remarks instruction instructions action actions todo todos prompt prompts mode dry simulation sandbox skip confirm confirmation page pages total remaining limit limits quota retry exit stderr diagnostic diagnostics valid alternatives candidates suggestions others question questions ask review environment unit units currency multiplier scale",
);
/** Words that make a number telling, alone or after one another: `exitCode`, `rc`, `http`. */
const CODES = setOf("code rc errno http exit return response");
/** Words that end like a past participle, and say nothing about an outcome. */
const PLAIN = setOf(
  "created updated modified published requested received indexed cached fetched generated uploaded computed recorded posted started added edited used based related embedded nested speed feed seed need red bed led hundred kindred shed wed med",
);

/** True where a new field changes nothing for Claude. */
export function isHarmlessField(key: string, value: Exact): boolean {
  // `hasMore: false` and `ok: true` say nothing new.
  if (typeof value === "boolean") return saysTrouble(key, !value) && !saysTrouble(key, value);
  if (isEmpty(value)) return true;
  // An object whose keys are not names (numbers, paths) is a list, and this is one more element.
  if (key !== "" && !/^[\p{L}_$@][\p{L}\d_$ -]*$/u.test(key)) return false;
  if (saysTrouble(key, value) || tells(key, value)) return false;
  if (typeof value === "string") return !/^[a-z]+(?:[_-][a-z]+)*$/.test(value);
  if (Array.isArray(value)) return value.every((part) => isHarmlessField(key, part));
  return !isExactObject(value) || Object.entries(value).every(([name, part]) => isHarmlessField(name, part));
}

/** What a server keeps of a record, and words of when it was written: neither says what was done. */
const RECORD = setOf(
  "id ids uid uuid guid key ref etag rev revision version hash sha checksum digest inode url uri href link links self permalink",
);
const WRITTEN = setOf(
  "created updated modified changed timestamp ts time date at on last first utc iso elapsed took latency ms",
);

/**
 * True where a new field in the result of a call that did something says nothing of what it did: an id, a link, when it
 * was written, or what the call itself asked for. `isAsked`: tells whether an argument has a value.
 */
export function isHarmlessOfDeed(key: string, value: Exact, isAsked: (value: Exact) => boolean): boolean {
  if (isEmpty(value) || typeof value === "boolean" || isAsked(value)) return true;
  if (Array.isArray(value)) return value.every((part) => isHarmlessOfDeed(key, part, isAsked));
  if (isExactObject(value)) return Object.entries(value).every(([name, part]) => isHarmlessOfDeed(name, part, isAsked));
  const words = wordsIn(key);
  return RECORD.has(words.at(-1) ?? "") || (words.length > 0 && words.every((word) => WRITTEN.has(word)));
}

/** Where the next page begins: `after`, `startingAfter`. */
const PAGE_MARK = /^(?:start(?:ing)?_?)?after$/i;

function tells(key: string, value: Exact): boolean {
  if (PAGE_MARK.test(key)) return true;
  const words = wordsIn(key);
  if (words.some((word) => TELLING.has(word) || (/..ed$/.test(word) && !PLAIN.has(word)))) return true;
  return isNumber(value) && words.length > 0 && words.every((word) => CODES.has(word));
}

function wordsIn(key: string): string[] {
  const spaced = key.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.split(/[^a-z]+/).filter((word) => word !== "");
}

function isEmpty(value: Exact): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isExactObject(value)) return Object.keys(value).length === 0;
  return value === null || value === "" || (isNumber(value) && value === 0);
}
