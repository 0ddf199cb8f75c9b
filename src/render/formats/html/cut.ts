// A text of any length in; one that a page can hold out, what is left out said in the middle.

/** Characters of one text that the page shows. */
const LONGEST = 20_000;

/** The text, or its start and its end. */
export function cutMiddle(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const head = text.slice(0, Math.floor(longest * 0.7));
  const tail = text.slice(text.length - Math.floor(longest * 0.3));
  const left = text.length - head.length - tail.length;
  return `${dropHalfPair(head)}\n\n… ${left} characters are left out here …\n\n${tail}`;
}

/** A surrogate pair that was cut in two would show as two escapes. */
function dropHalfPair(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
