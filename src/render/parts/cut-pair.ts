// Cuts two texts to a width so that their first difference stays visible.
import { cutText } from "../safe/shown-text.js";

/** Characters before the first difference. */
const LEAD = 40;

/** Returns both texts, cut so that the first difference is visible. */
export function cutPair(
  before: string | undefined,
  after: string | undefined,
  width: number,
): [string | undefined, string | undefined] {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  const parts = before === undefined || after === undefined || longest <= width ? 0 : commonStart(before, after);
  const from = parts <= LEAD ? 0 : parts - LEAD;
  const cut = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : cutText((from === 0 ? "" : "…") + text.slice(from, from + width * 2), width);
  return [cut(before), cut(after)];
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
