// What one rule of the schema comparison says: its class by direction, and from what to what.
import type { JsonValue } from "../../json/value.js";

/** What a change does to a caller: the classes of a contract's changes. */
export type SchemaClass = "breaking" | "risky" | "compatible" | "docs";

/** A caller sends what an `input` schema describes, and reads what an `output` schema describes. */
export type SchemaDirection = "input" | "output";

/**
 * What a change does to the set of values that a schema takes. `narrows`: it takes some no more. `widens`: it takes more.
 * `changes`: both, or it cannot be told. `annotates`: neither.
 */
export type SchemaEffect = "narrows" | "widens" | "changes" | "annotates";

export interface SchemaRule {
  class: Record<SchemaDirection, SchemaClass>;
  effect: SchemaEffect;
  /** What was found, in one sentence. */
  summary: string;
  /** What it does to a caller, and so why it has its class. */
  why: string;
  /** Two schemas between which this rule, and no other, finds something. */
  example: { before: JsonValue; after: JsonValue };
  /** Where the rule is used in one direction only. */
  only?: SchemaDirection;
}

const WHY: Record<SchemaEffect, string> = {
  narrows: "What a caller sends may be refused now; a reader gets nothing that it did not have to expect before.",
  widens: "Everything that a caller sends is still taken; a reader may get what it does not expect.",
  changes: "Neither what a caller sends nor what a reader expects is sure any more.",
  annotates: "Nothing is taken or refused that was not before.",
};

/** One row of the table: the class for inputs, then for outputs. */
export function rule(
  classes: readonly [input: SchemaClass, output: SchemaClass],
  effect: SchemaEffect,
  summary: string,
  example: readonly [before: JsonValue, after: JsonValue],
  more: { why?: string; only?: SchemaDirection } = {},
): SchemaRule {
  return {
    class: { input: classes[0], output: classes[1] },
    effect,
    summary,
    why: WHY[effect],
    example: { before: example[0], after: example[1] },
    ...more,
  };
}

/** The classes of what is narrower, wider or other now; most rules have one of these three. */
export const NARROWED = ["breaking", "compatible"] as const;
export const WIDENED = ["compatible", "risky"] as const;
export const UNDECIDED = ["breaking", "breaking"] as const;
