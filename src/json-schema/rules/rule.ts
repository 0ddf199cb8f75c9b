// Defines a rule of the schema comparison: its class by direction, and an example.
import type { JsonValue } from "../../json/value.js";

/** The effect of a change on a caller: the classes of a contract's changes. */
export type SchemaClass = "breaking" | "risky" | "compatible" | "docs";

/** A caller sends what an `input` schema describes, and reads what an `output` schema describes. */
export type SchemaDirection = "input" | "output";

/**
 * The effect of a change on the set of values that a schema accepts. `narrows`: it no longer accepts some. `widens`: it
 * accepts more. `changes`: both, or unknown. `annotates`: neither.
 */
export type SchemaEffect = "narrows" | "widens" | "changes" | "annotates";

export interface SchemaRule {
  class: Record<SchemaDirection, SchemaClass>;
  effect: SchemaEffect;
  /** What was found, in one sentence. */
  summary: string;
  /** The effect on a caller, which explains the class. */
  why: string;
  /** Two schemas in which this rule, and no other, finds something. */
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

/** The classes for narrower, wider or different; most rules have one of these three. */
export const NARROWED = ["breaking", "compatible"] as const;
export const WIDENED = ["compatible", "risky"] as const;
export const UNDECIDED = ["breaking", "breaking"] as const;
