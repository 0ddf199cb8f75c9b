// Notes recorded values that a later call sends and that the live result no longer has.
import type { DriftPlace } from "../trace/drift.js";
import { leavesOf } from "../reading/leaves.js";
import type { Pairs } from "./pairs.js";
import type { Seen } from "./seen.js";
import type { SentValues } from "./sent.js";
import type { Exact } from "../json/exact.js";
import { wordTokensOf } from "../reading/tokens.js";

/** What the run contained before this result. */
export interface Before {
  /** Prompts and the arguments of calls: recorded values that do not come from the server. */
  given: Seen;
  /** Recorded results. */
  recorded: Seen;
}

export interface LostValue {
  /** The recorded value that is lost. */
  lost: Exact;
  /** The whole live result: a value that is anywhere in it is not lost. Shared by all that is lost of a result. */
  live: ResultValues;
  turn: number;
  from: DriftPlace;
}

/** The values of a result, read once and only when asked. */
export class ResultValues {
  private texts: Set<string> | undefined;

  constructor(private readonly result: Exact) {}

  has(text: string): boolean {
    this.texts ??= new Set(leavesOf(this.result, true).flatMap((leaf) => [leaf.text, ...wordTokensOf(leaf.text)]));
    return this.texts.has(text);
  }
}

/** Notes as missing each part of the lost value that a later call sends. */
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
