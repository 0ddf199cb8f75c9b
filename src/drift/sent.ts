// Indexes which values the arguments of a recorded trace send, and how late in the run.
import { turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { leavesOf } from "../reading/leaves.js";
import { TOKEN_LENGTH, wordTokensOf } from "../reading/tokens.js";

/** What the recorded Claude sent to the server, as whole values and as tokens inside strings. */
export class SentValues {
  private readonly whole = new Map<string, number>();
  /** The last turn in which a string contains a token. */
  private readonly tokens = new Map<string, number>();

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
    for (const token of wordTokensOf(text)) if (token.length >= TOKEN_LENGTH) this.tokens.set(token, turn);
  }

  /** True where a call of a turn after this one sends the text as a whole value. */
  sendsWhole(text: string, after: number): boolean {
    return (this.whole.get(text) ?? 0) > after;
  }

  /** True where a call of a turn after this one sends a string that is the token or contains it. */
  sendsToken(token: string, after: number): boolean {
    if (token.length < TOKEN_LENGTH) return false;
    return (this.tokens.get(token) ?? 0) > after || this.sendsWhole(token, after);
  }
}
