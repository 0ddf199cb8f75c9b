// Knows what calls of a suite send and are given: only that can be in the rows that its runs leave.
import { isNumber, numberText } from "../json/digits.js";
import { canonicalJson } from "../json/canonical.js";
import type { Exact } from "../json/exact.js";
import type { RunCall } from "./run.js";
import { viewOf } from "./run.js";
import { viewLeavesOf } from "./leaves.js";
import { keysOf } from "./names.js";
import { tokensOf } from "./tokens.js";

/** A recorded call, of any workflow of the suite. */
export type LeavingCall = Pick<RunCall, "tool" | "arguments" | "outcome">;

type OwnCall = LeavingCall & { id: number };

/** What runs of a suite say. */
export class LeftWords {
  /** What its other workflows say. */
  readonly others: SaidWords;

  /** `own`: the calls of the recording that is played; `others`: those of other workflows of its suite. */
  constructor(
    readonly own: readonly OwnCall[],
    private readonly otherCalls: readonly LeavingCall[] = [],
  ) {
    this.others = new SaidWords(otherCalls);
  }

  /** Names what a call of this recording asks for; two calls of one tool with the same arguments read the same. */
  readingOf(call: number): string | undefined {
    const found = this.own.find(({ id }) => id === call);
    return found === undefined ? undefined : canonicalJson([found.tool, found.arguments]);
  }

  get hasOthers(): boolean {
    return this.otherCalls.length > 0;
  }

  /** True for a value that a call has as the argument of this name: a list of rows that have it. */
  isAskedFor(call: number, key: string, value: Exact): boolean {
    const args = this.own.find(({ id }) => id === call)?.arguments ?? {};
    return key !== "" && Object.hasOwn(args, key) && leafText(args[key] ?? null) === leafText(value);
  }

  /**
   * What may have become of a row after a run listed it: what later calls say, other readings of the list, and other
   * workflows.
   */
  after({ id, tool }: Pick<OwnCall, "id" | "tool">): SaidWords {
    return new SaidWords([...this.own.filter((call) => call.id > id || call.tool === tool), ...this.otherCalls]);
  }

  /** The keys of arguments with which this recording sends a value before a call. */
  sentAs(value: Exact, before: number): string[] {
    const text = leafText(value);
    return this.own
      .filter(({ id }) => id < before)
      .flatMap(({ arguments: args }) =>
        viewLeavesOf(args, "").flatMap((leaf) => (leafText(leaf.value) === text ? [keysOf(leaf.at).key] : [])),
      );
  }
}

/** The values and words of calls. They are read when they are first asked for. */
export class SaidWords {
  private values: Set<string> | undefined;
  private readonly words = new Set<string>();

  constructor(private readonly calls: readonly LeavingCall[]) {}

  /** True for a value that a call has under a key. */
  hasValue(key: string, value: Exact): boolean {
    return this.read().has(valueKey(key, value));
  }

  hasWord(word: string): boolean {
    this.read();
    return this.words.has(word);
  }

  private read(): ReadonlySet<string> {
    if (this.values !== undefined) return this.values;
    this.values = new Set();
    for (const { arguments: args, outcome } of this.calls) {
      for (const { value, at } of [...viewLeavesOf(args, ""), ...viewLeavesOf(viewOf(outcome), "")]) {
        this.values.add(valueKey(keysOf(at).key, value));
        if (typeof value === "string") for (const { text } of tokensOf(value)) this.words.add(text);
      }
    }
    return this.values;
  }
}

/** Returns a value as the text that is compared. */
export function leafText(value: Exact): string {
  return isNumber(value) ? numberText(value) : typeof value === "string" ? value : JSON.stringify(value);
}

function valueKey(key: string, value: Exact): string {
  return `${key} ${typeof value} ${leafText(value)}`;
}
