// Lists the tokens of a text that a later argument could repeat: words, and parts of words between - _ . and :
import { runsOf, wordsOf, type Word } from "./words.js";

/** Shorter tokens occur in too many texts by chance, so they count only as whole values. */
export const TOKEN_LENGTH = 4;
/** Words of more runs than this are not ids: they count as a whole, and run by run. */
const MAX_RUNS = 12;

/** A part of a word from the start of one run to the end of another; `from` and `to` count its runs. */
export interface WordToken {
  text: string;
  from: number;
  to: number;
}

/** The word itself and its parts. Never takes a date apart. */
export function tokensOfWord(word: Word): WordToken[] {
  if (word.date !== undefined || word.text.startsWith("[")) return [{ text: word.text, from: 0, to: 0 }];
  const runs = runsOf(word.text);
  const tokens: WordToken[] = [];
  const widest = runs.length > MAX_RUNS ? 1 : runs.length;
  runs.forEach((first, from) => {
    for (let to = from; to < Math.min(runs.length, from + widest); to++) {
      const last = runs[to] ?? first;
      tokens.push({ text: word.text.slice(first.start, last.start + last.text.length), from, to });
    }
  });
  if (runs.length > MAX_RUNS) tokens.push({ text: word.text, from: 0, to: runs.length - 1 });
  return tokens;
}

/** All tokens of a text, short ones too. */
export function wordTokensOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => tokensOfWord(word).map((token) => token.text));
}
