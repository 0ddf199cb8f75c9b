// Finds the lines of a private key that arrives line by line: as the items of a list, as blocks of a result, or in
// successive messages. Remembers that a key has begun, and considers whole texts only.
import { endsKey, isLastLine, isWholeLine, opensKey } from "./private-keys.js";

/** Texts that may come between two lines: the other members of a message, or of two. */
const MOST_BETWEEN = 64;
/** Line numbers, quotes and blanks around a line. */
const BARE = /^(?:\s*\d{1,5}\s*[:|\u2192])?[\s"'>|]*([A-Za-z0-9+/]+={0,2})["',\s]*$/;

export class KeyLines {
  /** How many texts may still come before the next line; 0 where no key has begun. */
  private left = 0;
  private wasLine = false;

  private readonly lines = new Map<string, string>();

  /** The line of a key that a text was found to be. */
  of(text: string): string | undefined {
    return this.lines.get(text);
  }

  /** The line of a key that a text is, where texts come in order; undefined for any other text. */
  read(text: string): string | undefined {
    if (opensKey(text)) {
      this.left = MOST_BETWEEN;
      this.wasLine = false;
      return undefined;
    }
    if (this.left === 0) return undefined;
    this.left -= 1;
    if (endsKey(text)) {
      this.left = 0;
      return undefined;
    }
    const line = BARE.exec(text)?.[1];
    if (line === undefined || !(isWholeLine(line) || (this.wasLine && isLastLine(line)))) return undefined;
    this.left = MOST_BETWEEN;
    this.wasLine = true;
    this.lines.set(text, line);
    return line;
  }
}
