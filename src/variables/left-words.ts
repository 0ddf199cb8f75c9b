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

/** The values and words that calls say. */
export interface SaidByCalls {
  /** True for a value that a call has under a key. */
  hasValue(key: string, value: Exact): boolean;
  hasWord(word: string): boolean;
}

/** What runs of a suite say. */
export class LeftWords {
  /** `own`: the calls of the recording that is played; `others`: what other workflows of its suite say, if any. */
  constructor(
    readonly own: readonly OwnCall[],
    readonly others?: SaidByCalls,
  ) {}

  /** Names what a call of this recording asks for; two calls of one tool with the same arguments read the same. */
  readingOf(call: number): string | undefined {
    const found = this.own.find(({ id }) => id === call);
    return found === undefined ? undefined : canonicalJson([found.tool, found.arguments]);
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
  after({ id, tool }: Pick<OwnCall, "id" | "tool">): SaidByCalls {
    const { others } = this;
    const own = new SaidWords(this.own.filter((call) => call.id > id || call.tool === tool));
    return {
      hasValue: (key, value) => own.hasValue(key, value) || others?.hasValue(key, value) === true,
      hasWord: (word) => own.hasWord(word) || others?.hasWord(word) === true,
    };
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

/** What some calls say. They are read when they are first asked for. */
export class SaidWords implements SaidByCalls {
  private read: ReturnType<typeof readSaid> | undefined;

  constructor(private readonly calls: readonly LeavingCall[]) {}

  hasValue(key: string, value: Exact): boolean {
    return this.said().values.has(valueKey(key, value));
  }

  hasWord(word: string): boolean {
    return this.said().words.has(word);
  }

  private said(): ReturnType<typeof readSaid> {
    return (this.read ??= readSaid(this.calls));
  }
}

/** What each of several workflows says, so that what all others of them say can be asked for each of them. */
export class SaidByEach {
  private readonly values = new Owners();
  private readonly words = new Owners();
  private readonly names = new Set<string>();

  add(workflow: string, calls: readonly LeavingCall[]): void {
    if (calls.length > 0) this.names.add(workflow);
    const { values, words } = readSaid(calls);
    for (const value of values) this.values.add(value, workflow);
    for (const word of words) this.words.add(word, workflow);
  }

  /** Returns what all but this workflow say; undefined where no other one makes a call. */
  without(workflow: string): SaidByCalls | undefined {
    if (this.names.size - (this.names.has(workflow) ? 1 : 0) === 0) return undefined;
    return {
      hasValue: (key, value) => this.values.hasOther(valueKey(key, value), workflow),
      hasWord: (word) => this.words.hasOther(word, workflow),
    };
  }
}

/** Which workflow says each of many texts, or that several do. */
class Owners {
  private readonly owner = new Map<string, string | typeof SEVERAL>();

  add(text: string, workflow: string): void {
    const owner = this.owner.get(text);
    if (owner !== workflow) this.owner.set(text, owner === undefined ? workflow : SEVERAL);
  }

  hasOther(text: string, workflow: string): boolean {
    const owner = this.owner.get(text);
    return owner !== undefined && owner !== workflow;
  }
}

const SEVERAL = Symbol("several workflows");

/** Returns the values of calls with their keys, and the words of their texts. */
function readSaid(calls: readonly LeavingCall[]): { values: ReadonlySet<string>; words: ReadonlySet<string> } {
  const values = new Set<string>();
  const words = new Set<string>();
  for (const { arguments: args, outcome } of calls) {
    for (const { value, at } of [...viewLeavesOf(args, ""), ...viewLeavesOf(viewOf(outcome), "")]) {
      values.add(valueKey(keysOf(at).key, value));
      if (typeof value === "string") for (const { text } of tokensOf(value)) words.add(text);
    }
  }
  return { values, words };
}

/** Returns a value as the text that is compared. */
export function leafText(value: Exact): string {
  return isNumber(value) ? numberText(value) : typeof value === "string" ? value : JSON.stringify(value);
}

function valueKey(key: string, value: Exact): string {
  return `${key} ${typeof value} ${leafText(value)}`;
}
