// Describes a call of a diff and its outcome in words. Not escaped.
import { serializeKept } from "../../../json/kept-numbers.js";
import type { CallDiff, CallSide } from "../../../diff/diff.js";
import { duration } from "../html/numbers.js";

/** `call 2 (step 1, turn 2), book_table {"city":"Turin"}` */
export function describeCall({ call, step, turn, tool, arguments: args, ungrounded }: CallDiff): string {
  const sent = Object.keys(args).length === 0 ? "" : ` ${serializeKept(args)}`;
  const mark = ungrounded ? ", for information only" : "";
  return `call ${call} (step ${step}, turn ${turn}${mark}), ${tool}${sent}`;
}

/** `call 2, book_table {"city":"Turin"}` */
export function describeCallBriefly({ call, tool, arguments: args }: CallDiff): string {
  const sent = Object.keys(args).length === 0 ? "" : ` ${serializeKept(args)}`;
  return `call ${call}, ${tool}${sent.length > MOST_ARGUMENTS ? `${sent.slice(0, MOST_ARGUMENTS - 1)}…` : sent}`;
}

/** Characters of a call's arguments, where room is short. */
const MOST_ARGUMENTS = 50;

/** `a result → JSON-RPC error -32602: no such city` */
export function describeOutcomes({ before, after, change }: CallDiff): string {
  const was = describeCallSide(before);
  const is = describeCallSide(after);
  return `${CHANGE[change]}: ${was === is ? was : `${was} → ${is}`}`;
}

/** `fails now: JSON-RPC error -32602: no such city`, `can no longer be made: no such tool`. */
export function describeOutcomeNow({ after, change }: CallDiff): string {
  const { kind, message } = after;
  if (kind === "unknown-tool") return `${CHANGE[change]}: no such tool`;
  return `${CHANGE[change]}: ${kind === "not-made" && message !== undefined ? message : describeCallSide(after)}`;
}

export const CHANGE: Record<CallDiff["change"], string> = {
  same: "the same",
  drift: "the result differs",
  impossible: "can no longer be made",
  "error-appeared": "fails now",
  "error-gone": "no longer fails",
  "error-changed": "fails differently",
};

/** `slower: 120 ms → 900 ms`; without a change of latency `120 ms → 130 ms`. Empty where a side has no time. */
export function describeLatency({ before, after, latency }: CallDiff): string | undefined {
  if (before.ms === undefined || after.ms === undefined) return undefined;
  return `${latency === undefined ? "" : `${latency}: `}${duration(before.ms)} → ${duration(after.ms)}`;
}

function describeCallSide({ kind, code, message }: CallSide): string {
  const reason = code === undefined ? "" : kind === "none" ? ` (${code})` : ` ${code}`;
  return `${KIND[kind]}${reason}${message === undefined || message === "" ? "" : `: ${message}`}`;
}

const KIND: Record<CallSide["kind"], string> = {
  result: "a result",
  "tool-error": "tool error",
  error: "JSON-RPC error",
  none: "no answer",
  "unknown-tool": "unknown tool",
  "not-made": "not made",
};
