// Recognises words that a program made: nanoids, base64, tokens that mix lower case, upper case and digits.

import { setOf } from "../reading/set-of.js";
import { readDate } from "../reading/dates.js";
import { labelOf, wordsOfName, type Named } from "./names.js";
import { isTokenChar } from "./tokens.js";
import { isWordLike } from "./word-like.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PLAIN_WORD = /(?:^|[-_])\p{L}?\p{Ll}{3,}(?:$|[-_=])/u;
/** 16 bytes. */
const BASE64_LENGTH = 22;
/** 32 bytes: nothing else is as long and of mixed case, also without a sign. */
export const DIGEST_LENGTH = 43;
const MIXED = /[a-z][A-Z]|[A-Z]{2}.*[a-z]|[a-z]\d+[A-Z]|[A-Z]\d+[a-z]/;

/**
 * True for nine or more letters and digits of mixed case, with a digit or a joint and no plain word between joints. A
 * digit is not required: some nanoids have none.
 */
export function isMade(word: string): boolean {
  if (word.length < 9 || !/^[\w-]+=*$/.test(word)) return false;
  return /[\d_-]/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && MIXED.test(word) && !PLAIN_WORD.test(word);
}

/** True for what bytes are in base64: it changes case as by chance, and more often than a path. Short, it has a sign or a digit. */
export function isBase64(text: string): boolean {
  return /[\d+/]/.test(text) && mayBeBase64(text);
}

/** The same of one among others: one in fifty of 24 characters has neither. */
export function mayBeBase64(text: string): boolean {
  if (text.length < BASE64_LENGTH || !/^[A-Za-z\d+/]+$/.test(text)) return false;
  const word = text.replaceAll(/[+/]/g, "");
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && changesOfCase(word) * 3 >= word.length;
}

/** True for a word that may be an id: with a digit in it, or long and of mixed case. */
export function looksMade(word: string): boolean {
  return /\d/.test(word) || (word.length > 8 && /[a-z]/.test(word) && /[A-Z]/.test(word.slice(1)) && !isNamed(word));
}

const SHORT_WORDS = new Set("in to of on no is at by up an as do go or so we it my off out not and the".split(" "));

/** True for joined words of a language: `In_Progress`, `NotStarted`. */
function isNamed(word: string): boolean {
  const parts = word.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return parts.every((part) => /^[A-Z]?[a-z]{2,}$/.test(part) || SHORT_WORDS.has(part.toLowerCase()));
}

/** One id in fifty of twelve small letters and digits has no digit. */
const FEWEST_CHARACTERS = 8;

/** Returns the words that look made, and of letters only those as long as all of these, where fewer are so. */
export function madeAmong(words: readonly string[]): string[] {
  const made = words.filter(looksMade);
  const [first = ""] = made;
  const areIds =
    first.length >= FEWEST_CHARACTERS &&
    made.length * 2 > words.length &&
    made.every((word) => word.length === first.length && /^[a-z\d]+$/.test(word));
  const isId = (word: string): boolean =>
    areIds && word.length === first.length && /^[a-z]+$/.test(word) && !isWordLike(word);
  return words.filter((word) => looksMade(word) || isId(word));
}

/** True where one word may be the other in a different run: both made, or as long as one that is. */
export function areExchangeable(one: string, other: string): boolean {
  if (looksMade(one) && looksMade(other)) return Math.abs(one.length - other.length) <= 2;
  return one.length === other.length && (isMade(one) || isMade(other) || areRandom([one, other]));
}

/** Returns how often a word changes between lower case and upper case or digits. */
export function changesOfCase(word: string): number {
  return (word.replaceAll(/[-_]/g, "").match(/[a-z]+|[A-Z]+|\d+/g) ?? []).length - 1;
}

/** True for six or more characters in which digits and letters alternate: a short nanoid. */
function isMixed(word: string): boolean {
  return word.length >= 6 && /\d/.test(word) && changesOfCase(word) >= 3 && !PLAIN_WORD.test(word);
}

/**
 * True for words of one length, half of which look random and none of which is a plain word: one nanoid in four has no
 * digit.
 */
export function areRandom(seen: readonly string[]): boolean {
  const [first = ""] = seen;
  const all = seen.join("");
  if (!/[a-z]/.test(all) || !/[A-Z]/.test(all)) return false;
  const isOneLength = seen.every((word) => word.length === first.length && /^[\w-]{6,}$/.test(word));
  if (!isOneLength || seen.filter(isMixed).length * 2 < seen.length) return false;
  return seen.every((word) => isMixed(word) || (changesOfCase(word) >= 2 && !PLAIN_WORD.test(word)));
}

/** True for letters that are a word of a language and not an id. */
export function isPlainWord(text: string): boolean {
  return /^\p{L}+$/u.test(text) && !looksMade(text);
}

/** What is named so is a digest. */
const DIGESTS = setOf("hash sha crc digest checksum etag fingerprint signature");

/** True for letters of hexadecimal digits, as many in each run, that are named as a digest: some have no digit. */
export function areHexOfName(seen: readonly string[], named: Named): boolean {
  const [first = ""] = seen;
  const isHex = seen.every((text) => /^[a-f]{6,}$/.test(text) && text.length === first.length);
  return isHex && new Set(seen).size === seen.length && wordsOfName(labelOf(named)).some((word) => DIGESTS.has(word));
}

/** True where the values of a place are made words: dashes at their ends belong to them. */
export function areMade(seen: readonly string[]): boolean {
  // A uuid and a date are one value without their neighbours.
  if (seen.every((value) => UUID.test(value) || readDate(value) !== undefined)) return false;
  return (
    seen.some((value) => isMade(value) || (/[-_]/.test(value) && !/\s/.test(value) && looksMade(value))) ||
    areMixed(seen)
  );
}

/** True for words of eight or more characters of mixed case, none of which is a plain word. */
function areMixed(seen: readonly string[]): boolean {
  const all = seen.join("");
  const isLong = seen.every((value) => value.length >= 8 && /^[\w-]+=*$/.test(value));
  return isLong && /[a-z]/.test(all) && /[A-Z]/.test(all) && seen.every(looksMade);
}

/**
 * Returns a range of a text with the neighbouring dashes that belong to a made word. One of them joins the word to another
 * one beside it: `con_` is before the id in `con_V1StGXR8Z5jd`.
 */
export function widenMade(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from > 0 && /[-_]/.test(text[from - 1] ?? "")) from--;
  while (to < text.length && /[-_=]/.test(text[to] ?? "")) to++;
  if (from < start && isTokenChar(text[from - 1])) from++;
  if (to > end && isTokenChar(text[to])) to--;
  return { start: from, end: to };
}
