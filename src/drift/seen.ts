// Remembers texts and values in the order in which they came, and tells whether a value occurred before.
import type { Exact } from "../json/exact.js";
import { leavesOf } from "../reading/leaves.js";
import { TOKEN_LENGTH, wordTokensOf } from "../reading/tokens.js";

/** The values on one side of a run so far. Reads its texts only when asked. */
export class Seen {
  private readonly waiting: Exact[] = [];
  private readonly whole = new Set<string>();
  private readonly tokens = new Set<string>();

  add(value: Exact): void {
    this.waiting.push(value);
  }

  /** True where the value occurred as a token or a whole value; a short one counts only as a whole value. */
  has(text: string): boolean {
    this.read();
    return this.whole.has(text) || (text.length >= TOKEN_LENGTH && this.tokens.has(text));
  }

  /** True as for `has`, but short values count as words too. */
  hasWord(text: string): boolean {
    this.read();
    return this.whole.has(text) || this.tokens.has(text);
  }

  private read(): void {
    for (const value of this.waiting.splice(0)) {
      for (const { text } of leavesOf(value, true)) {
        this.whole.add(text);
        for (const token of wordTokensOf(text)) this.tokens.add(token);
      }
    }
  }
}
