// Cuts the middle out of a long text.

/**
 * The two ends of a text, and how many characters between them are left out; a text that fits comes back whole, as the
 * head. `headShare` of the limit is for the head. No character is cut in two.
 */
export function cutMiddle(text: string, limit: number, headShare = 0.5): { head: string; left: number; tail: string } {
  if (text.length <= limit) return { head: text, left: 0, tail: "" };
  const head = text.slice(0, Math.floor(limit * headShare)).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - Math.floor(limit * (1 - headShare))).replace(/^[\udc00-\udfff]/, "");
  return { head, left: text.length - head.length - tail.length, tail };
}
