// Makes a set of the words of a text, for the lists of words that name something.

/** `words`: with one blank between them. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
