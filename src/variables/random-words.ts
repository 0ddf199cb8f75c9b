// Tells whether a word lacks a kind of letter that random words of its length hardly ever lack: a password that has only
// small letters.
import { changesOfCase } from "./made.js";

/** How rarely random words may lack it. */
const CHANCE = 1 / 2000;
const KINDS = [/[a-z]/g, /[A-Z]/g, /\d/g];

/** The share of each kind of letter in random words. */
export interface KindsOfLetters {
  shares: readonly number[];
}

/** Shorter words may lack any kind. */
const SHORTEST = 8;
/** Random words of three kinds change between them at two of three letters on average, names at few. */
const TURNS = 1 / 4;

/** Reads the kinds of letters that random words of one length have; undefined for words that are not random. */
export function kindsOfLetters(seen: readonly string[]): KindsOfLetters | undefined {
  const [{ length } = ""] = seen;
  const areRandom = seen.every((word) => word.length === length && changesOfCase(word) >= length * TURNS);
  if (length < SHORTEST || !areRandom) return undefined;
  const all = seen.join("");
  return { shares: KINDS.map((kind) => (all.match(kind)?.length ?? 0) / all.length) };
}

/** True for a word without letters of a kind, though of its length fewer than one in 2,000 have none. */
export function lacksLetters({ shares }: KindsOfLetters, word: string): boolean {
  return KINDS.some((kind, at) => (1 - (shares[at] ?? 0)) ** word.length < CHANCE && word.search(kind) === -1);
}
