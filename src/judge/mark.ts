// Recorded text in; a mark that stands nowhere in it out, the same for the same text.
import { hashText } from "../json/hash.js";

/** `[[` twelve hex digits `]]`; the digits alone, in either case, are not in the data either. */
export function chooseMark(data: string, digest: (text: string) => string = hashText): string {
  const folded = data.toLowerCase();
  let digits = digest(data);
  while (folded.includes(digits)) digits = digest(`${digits} ${data}`);
  return `[[${digits}]]`;
}
