// Cuts the middle out of a long text, and says how much is missing.

/** The text in one part if it is short enough. Cuts no character in two. */
export function cutMiddle(text: string, limit: number): { head: string; left: number; tail: string } {
  if (text.length <= limit) return { head: text, left: 0, tail: "" };
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return { head, left: text.length - head.length - tail.length, tail };
}
