// Texts and the room for them in; as many of them as fit, whole and in order, and how many are left out, out.

/** One that would not even fit alone is passed over; else the first that does not fit ends it. */
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
