// A recorded trace in; which values its arguments send, and how late in the run, out.
import { turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { leavesOf } from "./leaves.js";
import { TOKEN_LENGTH, tokensOf } from "./tokens.js";

/** What the recorded Claude sent to the server, as whole values and as tokens inside strings. */
export class SentValues {
  private readonly whole = new Map<string, number>();
  /** The strings that a token stands in, in the order of the run. */
  private readonly tokens = new Map<string, { turn: number; text: string }[]>();
  private readonly strings: { turn: number; text: string }[] = [];

  constructor(recorded: Pick<Trace, "steps">) {
    turnsOf(recorded).forEach((turn, at) => {
      for (const call of turn.calls) {
        for (const { text, isNumber } of leavesOf(call.arguments, true)) this.add(text, isNumber, at + 1);
      }
    });
  }

  private add(text: string, isNumber: boolean, turn: number): void {
    this.whole.set(text, turn);
    if (isNumber) return;
    const string = { turn, text };
    this.strings.push(string);
    for (const token of new Set(tokensOf(text))) {
      if (token.length < TOKEN_LENGTH) continue;
      const strings = this.tokens.get(token);
      if (strings === undefined) this.tokens.set(token, [string]);
      else strings.push(string);
    }
  }

  /** True where a call of a turn after this one sends the text as a whole value. */
  sendsWhole(text: string, after: number): boolean {
    return (this.whole.get(text) ?? 0) > after;
  }

  /** True where a call of a turn after this one sends a string that has the token in it, or is it. */
  sendsToken(token: string, after: number): boolean {
    if (token.length < TOKEN_LENGTH) return false;
    return (this.tokens.get(token)?.at(-1)?.turn ?? 0) > after || this.sendsWhole(token, after);
  }

  /** The same for a token that does not only stand in longer ones. */
  sendsApart(token: string, longer: readonly string[], after: number): boolean {
    if (!this.sendsToken(token, after)) return false;
    if (longer.length === 0 || this.sendsWhole(token, after)) return true;
    const strings = (this.tokens.get(token) ?? []).filter(({ turn }) => turn > after);
    return strings.some(({ text }) => {
      const tokens = new Set(tokensOf(text));
      const rest = longer.reduce((left, one) => (tokens.has(one) ? left.replaceAll(one, "\u0000") : left), text);
      return rest.includes(token) && tokensOf(rest).includes(token);
    });
  }

  /** The same for a text of several words, which is no token. */
  sendsInside(text: string, after: number): boolean {
    if (text.length < TOKEN_LENGTH || text.length > 2000) return false;
    return this.strings.some((string) => string.turn > after && string.text.includes(text));
  }
}
