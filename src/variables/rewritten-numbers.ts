// Finds, in an argument, a varying number that is written differently: 19,99 for 19.99, "three" for 3, +4922811842 for
// +49 228 118 42.
import { overlap, wordsOfName } from "./names.js";
import { numbersIn } from "./numbers-in.js";
import { wordsIn } from "./word-around.js";
import type { VaryingNumber } from "./varying-numbers.js";
import type { World } from "./world.js";

/** A part of an argument, and the value of the variable that it is. */
export interface Written {
  how: "grouped" | "words";
  text: string;
  value: string;
}

/** Returns the numbers of a text that equal a varying one, in digits with other separators or in words. */
export function findWrittenNumbers(text: string, world: World): Written[] {
  const { varying } = world.numbers;
  if (varying.length === 0) return [];
  return numbersIn(text).flatMap(({ value: number, start, end, inWords }): Written[] => {
    const part = text.slice(start, end);
    const same = varying.filter((one) => one.number === number);
    const [first] = same;
    if (first === undefined || world.isGivenNumber(number)) return [];
    if (inWords) {
      const isOfIt = same.find((one) => isNamedLike(text, start, end, one));
      return isOfIt === undefined ? [] : [{ how: "words", text: part, value: isOfIt.value }];
    }
    // Digits alone are the value itself, or padded: other code handles both.
    if (/^-?\d+$/.test(part) || part === first.value || world.values.has(part)) return [];
    return [{ how: "grouped", text: part, value: first.value }];
  });
}

/** True for "line three", "three lines", or the word alone. */
function isNamedLike(text: string, start: number, end: number, { place }: VaryingNumber): boolean {
  if (start === 0 && end === text.length) return true;
  const before = /(\p{L}+)[^\p{L}\d.;!?]{1,3}$/u.exec(text.slice(Math.max(0, start - 40), start))?.[1] ?? "";
  const after = /^ (\p{L}+)/u.exec(text.slice(end, end + 40))?.[1] ?? "";
  const { named, tool } = place;
  const names = [named.key, named.word ?? "", named.parent, tool].flatMap(wordsOfName);
  return overlap(
    [before, after].flatMap(wordsOfName).filter((word) => word.length > 2),
    names,
  );
}

const WINDOW = 60;
/** Shorter ones match others by chance. */
const SHORTEST = 5;

const bareOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Returns the words of a text that are part of an earlier text without its blanks and separators, with a varying value
 * in it.
 */
export function findBareNumbers(text: string, world: World): Written[] {
  const words = wordsIn(text).flatMap((word): { word: string; bare: string }[] => {
    const bare = bareOf(word);
    return bare.length >= SHORTEST && bare.length <= WINDOW && /^\d+$/.test(bare)
      ? [{ word, bare: bare.replace(/^0{1,2}(?=\d{5})/, "") }]
      : [];
  });
  if (words.length === 0) return [];
  const found: Written[] = [];
  for (const { context, value } of world.parts) {
    const head = bareOf(context.text.slice(Math.max(0, context.start - WINDOW), context.start));
    const inside = bareOf(context.text.slice(context.start, context.end));
    const tail = bareOf(context.text.slice(context.end, context.end + WINDOW));
    const around = head + inside + tail;
    for (const { word, bare } of words) {
      const at = around.lastIndexOf(bare, head.length + inside.length - 1);
      if (at < 0 || at + bare.length <= head.length || context.text.includes(word)) continue;
      found.push({ how: "grouped", text: word, value });
    }
  }
  return found;
}
