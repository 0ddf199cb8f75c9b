// Recognises words that a program made: nanoids, base64, tokens with small letters, capitals and digits mixed.

const PLAIN_WORD = /(?:^|[-_])\p{L}?\p{Ll}{3,}(?:$|[-_=])/u;
const MIXED = /[a-z][A-Z]|[A-Z]{2}.*[a-z]|[a-z]\d+[A-Z]|[A-Z]\d+[a-z]/;

/**
 * True of nine or more letters and digits, small and large mixed, with a digit or a joint in them and no plain word
 * between the joints: a nanoid has no digit now and then.
 */
export function isMade(word: string): boolean {
  if (word.length < 9 || !/^[\w-]+=*$/.test(word)) return false;
  return /[\d_-]/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && MIXED.test(word) && !PLAIN_WORD.test(word);
}

/** True of a word that may be an id: with a digit in it, or long with small and large letters mixed. */
export function looksMade(word: string): boolean {
  return /\d/.test(word) || (word.length > 8 && /[a-z]/.test(word) && /[A-Z]/.test(word.slice(1)));
}

/** True where one word may be the other in another run: both made, or as long as one that is. */
export function areExchangeable(one: string, other: string): boolean {
  if (looksMade(one) && looksMade(other)) return Math.abs(one.length - other.length) <= 2;
  return one.length === other.length && (isMade(one) || isMade(other));
}

/** True of letters that are a word of a language rather than an id. */
export function isPlainWord(text: string): boolean {
  return /^\p{L}+$/u.test(text) && !looksMade(text);
}

/** True where the values of a place are made words: dashes at their ends belong to them. */
export function areMade(seen: readonly string[]): boolean {
  return (
    seen.some((value) => isMade(value) || (/[-_]/.test(value) && !/\s/.test(value) && looksMade(value))) ||
    areMixed(seen)
  );
}

/** True of words of eight or more characters, small letters and capitals in them, none of which is a plain word. */
function areMixed(seen: readonly string[]): boolean {
  const all = seen.join("");
  const isLong = seen.every((value) => value.length >= 8 && /^[\w-]+=*$/.test(value));
  return isLong && /[a-z]/.test(all) && /[A-Z]/.test(all) && seen.every(looksMade);
}

/** A range of a text with the dashes beside it that belong to a made word. */
export function widenMade(
  text: string,
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  let [from, to] = [start, end];
  while (from > 0 && /[-_]/.test(text[from - 1] ?? "")) from--;
  while (to < text.length && /[-_=]/.test(text[to] ?? "")) to++;
  return { start: from, end: to };
}
