// Finds, in an argument, names made from words that vary: ann.roe@school.example from Ann Roe.
import { isTokenChar, tokensOf } from "./tokens.js";

/** A part of an argument, and the value of the variable that it was made from. */
export interface MadeOfWords {
  text: string;
  value: string;
}

/** Other explanations for a word. */
interface Explained {
  values: ReadonlySet<string>;
  isSaid(word: string): boolean;
  isGiven(text: string): boolean;
}

const SHORT_WORDS = new Set(
  "the and for not you are was has had but can all any new one two day may our out old see get set put use its".split(
    " ",
  ),
);

/** Returns words in lower case and without diacritics. */
function fold(text: string): string[] {
  const small = text.toLowerCase().replaceAll("ß", "ss");
  const bare = small.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const spelled = small.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue");
  return bare === spelled ? [bare] : [bare, spelled.normalize("NFD").replaceAll(/\p{M}/gu, "")];
}

/** Indexes the names made from varying words: in lower case, with their neighbour, or with its first letter. */
export class MadeNames {
  private readonly made = new Map<string, string>();

  /** Adds the words of a place that varies. */
  add(value: string, context: { text: string; start: number; end: number } | undefined): void {
    if (context === undefined || value.length > 80 || !/^\p{L}{2}/u.test(value)) return;
    const words = tokensOf(value).map((token) => token.text);
    if (!words.every((word) => /^\p{L}+$/u.test(word))) return;
    const all = [...before(context), ...words, ...after(context)];
    for (const word of words) this.note(word, value, 3);
    for (const [at, first] of all.entries()) {
      const last = all[at + 1];
      if (last === undefined || !(words.includes(first) || words.includes(last))) continue;
      for (const name of [first + last, last + first]) this.note(name, value, 5);
      if (![first, last].every((word) => /^\p{Lu}/u.test(word))) continue;
      for (const name of [first.slice(0, 1) + last, last + first.slice(0, 1), first + last.slice(0, 1)])
        this.note(name, value, 4);
    }
  }

  private note(word: string, value: string, least: number): void {
    for (const folded of fold(word)) {
      if (folded.length >= least && !this.made.has(folded)) this.made.set(folded, value);
    }
  }

  /** Returns the parts of a text that are such names and that nothing else explains. */
  findIn(text: string, words: Explained): MadeOfWords[] {
    if (this.made.size === 0) return [];
    return tokensOf(text).flatMap(({ text: token, start, end }): MadeOfWords[] => {
      const [folded = ""] = fold(token);
      const value = this.made.get(folded);
      if (value === undefined || words.values.has(token) || words.isSaid(token) || words.isGiven(value)) return [];
      // A short word alone may be any word.
      const isJoined = /[._@-]/.test(text[start - 1] ?? "") || /[._@-]/.test(text[end] ?? "");
      const isAlone = start === 0 && end === text.length;
      return token.length >= 4 || (!SHORT_WORDS.has(folded) && (isJoined || isAlone)) ? [{ text: token, value }] : [];
    });
  }
}

/** Returns the word right before, if only a blank is between them. */
function before({ text, start }: { text: string; start: number }): string[] {
  const word = /(\p{L}{2,30}) $/u.exec(text.slice(Math.max(0, start - 33), start))?.[1];
  return word === undefined || isTokenChar(text[start - word.length - 2]) ? [] : [word];
}

function after({ text, end }: { text: string; end: number }): string[] {
  const word = /^ (\p{L}{2,30})(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 33))?.[1];
  return word === undefined ? [] : [word];
}
