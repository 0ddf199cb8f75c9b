// Selects as many texts as fit into a room, whole and in order, and counts the rest.

/** Skips a text that would not fit alone; otherwise stops at the first that does not fit. */
export function fittingTexts(texts: readonly string[], room: number): { shown: string[]; left: number } {
  const shown: string[] = [];
  let used = 0;
  for (const text of texts.filter((one) => one.length < room)) {
    used += text.length + 1;
    if (used > room) break;
    shown.push(text);
  }
  return { shown, left: texts.length - shown.length };
}
