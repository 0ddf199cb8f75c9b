// Finds the word that contains a value, up to white space, quotes and brackets.

const STOP = /[\s"'`(),;<>{}[\]=?&/]/;
const END = /[.:!]+$/;

/** Returns the word around a place of a text. */
export function wordAround({ text, start, end }: { text: string; start: number; end: number }): string {
  let [from, to] = [start, end];
  while (from > 0 && start - from < 100 && !STOP.test(text[from - 1] ?? "")) from--;
  while (to < text.length && to - end < 100 && !STOP.test(text[to] ?? "")) to++;
  return text.slice(from, to).replace(END, "");
}

/** Returns all words of a text. */
export function wordsIn(text: string): string[] {
  return text
    .split(STOP)
    .map((word) => word.replace(END, ""))
    .filter((word) => word !== "");
}
