// Cuts a text of any length so that the page can hold it; says in the middle how much is left out.
import { cutMiddle } from "../../../cut-middle.js";

/** Characters of one text that the page shows. */
const LONGEST = 20_000;

/** The text, or its start and its end. */
export function cutForPage(text: string, longest = LONGEST): string {
  const { head, left, tail } = cutMiddle(text, longest, 0.7);
  return left === 0 ? text : `${head}\n\n… ${left} characters are left out here …\n\n${tail}`;
}
