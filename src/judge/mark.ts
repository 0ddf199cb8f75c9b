// Chooses a mark that does not occur in a recorded text; always the same one for the same text.
import { hashText } from "../json/hash.js";

/** `[[` twelve hex digits `]]`; the data does not contain the digits alone either, in either case. */
export function chooseMark(data: string, digest: (text: string) => string = hashText): string {
  const folded = data.toLowerCase();
  let digits = digest(data);
  while (folded.includes(digits)) digits = digest(`${digits} ${data}`);
  return `[[${digits}]]`;
}
