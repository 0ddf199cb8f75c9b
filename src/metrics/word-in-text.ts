// Tells whether a text contains another as whole words: `paid` is in `paid in full`, and not in `unpaid` or `pre-paid`.

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Joins runs of letters and digits into one word: `un-paid`, `1.5`, `10:30`. */
const JOINT = /[-.:]/;

/** Case counts. No text contains the empty one except itself. */
export function hasWords(text: string, words: string): boolean {
  if (words === "") return text === "";
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!goesOn(words, text.slice(0, at), -1) && !goesOn(words, text.slice(at + words.length), 1)) return true;
  }
  return false;
}

/** True where the word continues in the text next to it. Negative: backwards. */
function goesOn(words: string, beside: string, direction: 1 | -1): boolean {
  const [edge = "", [next = "", afterNext = ""]] =
    direction === 1 ? [charsOf(words, -1)[0], charsOf(beside, 1)] : [charsOf(words, 1)[0], charsOf(beside, -1)];
  if (WORD.test(edge)) return WORD.test(next) || (JOINT.test(next) && WORD.test(afterNext));
  return JOINT.test(edge) && WORD.test(next);
}

/** Returns the first two characters, or the last two backwards. */
function charsOf(text: string, direction: 1 | -1): string[] {
  return direction === 1
    ? Array.from(text.slice(0, 4)).slice(0, 2)
    : Array.from(text.slice(-4)).toReversed().slice(0, 2);
}
