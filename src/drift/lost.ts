// What is lost of a result in; the recorded values that a later call sends, and that have no live one, noted.
import type { DriftPlace } from "../trace/drift.js";
import { leavesOf } from "../reading/leaves.js";
import type { Pairs } from "./pairs.js";
import type { Seen } from "./seen.js";
import type { SentValues } from "./sent.js";
import type { Exact } from "../json/exact.js";
import { wordTokensOf } from "../reading/tokens.js";

/** What was there before the result that is looked at. */
export interface Before {
  /** Prompts, and the arguments of calls: recorded values that are not the server's own. */
  given: Seen;
  /** Recorded results. */
  recorded: Seen;
}

export interface LostValue {
  /** The recorded value that is lost. */
  lost: Exact;
  /** The whole live result: what still stands in it is not lost. The same one for all that is lost of a result. */
  live: ResultValues;
  turn: number;
  from: DriftPlace;
}

/** What stands in a result. Read when it is first asked, and once. */
export class ResultValues {
  private texts: Set<string> | undefined;

  constructor(private readonly result: Exact) {}

  has(text: string): boolean {
    this.texts ??= new Set(leavesOf(this.result, true).flatMap((leaf) => [leaf.text, ...wordTokensOf(leaf.text)]));
    return this.texts.has(text);
  }
}

/** Notes that a recorded value has no live one: what is lost of a result, and a later call sends. */
export function noteLost({ lost, live, turn, from }: LostValue, sent: SentValues, before: Before, pairs: Pairs): void {
  for (const { text } of leavesOf(lost)) {
    const parts = wordTokensOf(text).filter((token) => sent.sendsToken(token, turn));
    for (const part of sent.sendsWhole(text, turn) ? [text, ...parts] : parts) {
      if (live.has(part) || before.given.hasWord(part) || before.recorded.has(part)) continue;
      if (pairs.ofRecorded(part) === undefined)
        pairs.add({ recorded: part, from, why: "it is not in the live result" });
    }
  }
}
