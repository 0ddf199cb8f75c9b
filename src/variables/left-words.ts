// Knows what runs of a suite send and are given: only that can be in the rows that its runs leave.
import { isNumber, numberText } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import type { RunCall } from "./run.js";
import { viewOf } from "./run.js";
import { viewLeavesOf } from "./leaves.js";
import { keysOf, wordsOfName } from "./names.js";
import { tokensOf } from "./tokens.js";

/** A recorded call, of any workflow of the suite. */
export type LeavingCall = Pick<RunCall, "tool" | "arguments" | "outcome">;

const REMOVING: ReadonlySet<string> = new Set(
  "delete remove drop destroy purge erase unlink discard revoke uninstall clear rm".split(" "),
);

/** The values and words of recorded calls. They are read when they are first asked for. */
export class LeftWords {
  private values: Set<string> | undefined;
  private readonly words = new Set<string>();

  /** `own`: the calls of the recording that is played; `others`: those of other workflows of its suite. */
  constructor(
    private readonly own: readonly (LeavingCall & { id: number })[],
    private readonly others: readonly LeavingCall[] = [],
  ) {}

  /** The recorded calls that remove something, by the names of their tools. */
  get removals(): readonly (LeavingCall & { id: number })[] {
    return this.own.filter(({ tool }) => wordsOfName(tool).some((word) => REMOVING.has(word)));
  }

  /** True for a value that a call has under a key, or a text that it has under any. */
  hasValue(key: string, value: Exact): boolean {
    const values = this.read();
    return values.has(valueKey(key, value)) || (typeof value === "string" && /\p{L}/u.test(value) && values.has(value));
  }

  hasWord(word: string): boolean {
    this.read();
    return this.words.has(word);
  }

  private read(): ReadonlySet<string> {
    if (this.values !== undefined) return this.values;
    this.values = new Set();
    for (const { arguments: args, outcome } of [...this.own, ...this.others]) {
      for (const { value, at } of [...viewLeavesOf(args, ""), ...viewLeavesOf(viewOf(outcome), "")]) {
        this.values.add(valueKey(keysOf(at).key, value));
        if (typeof value !== "string") continue;
        this.values.add(value);
        for (const { text } of tokensOf(value)) this.words.add(text);
      }
    }
    return this.values;
  }
}

function valueKey(key: string, value: Exact): string {
  return `${key} ${isNumber(value) ? numberText(value) : JSON.stringify(value)}`;
}
