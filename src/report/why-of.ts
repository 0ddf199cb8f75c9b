// Finds the one reason for the verdict of a workflow that did not pass: what all reports show first, and once.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { MetricResult } from "../metrics/result.js";
import type { Drift } from "../trace/drift.js";
import { isAfterGround } from "../trace/after-ground.js";
import { isUndecided, losesGround } from "../trace/drift-classes.js";
import type { Evaluation } from "./report.js";
import { worstDriftFirst } from "./worst-drift-first.js";

/** A call that failed. */
export interface FailedCall {
  tool: string;
  call: number;
  reason: string;
}

/** The reason, by what it comes from. */
export type Why =
  /** The server ended, never answered, or returned something unusable. */
  | { kind: "server-failed"; message: string }
  /** A difference from the recording, and the others that leave the verdict open. */
  | { kind: "drift"; drift: Drift; others: Drift[] }
  /** Calls that failed. */
  | { kind: "calls"; metric: MetricResult; first: FailedCall; count: number }
  /** Another metric that failed. */
  | { kind: "metric"; metric: MetricResult }
  /** The cassette that was just recorded does not replay on its own server. */
  | { kind: "check"; message: string }
  /** Nothing was run or judged: no cassette, a stale one, a limit, or something outside. */
  | { kind: "reason"; message: string };

/** Undefined for a workflow that passed or was skipped. */
export function whyOf(evaluation: Evaluation): Why | undefined {
  const { verdict, results, reasons, run, recorded } = evaluation;
  if (verdict === "passed" || verdict === "skipped") return undefined;
  const [message = verdict] = reasons;
  if (run?.end === "server-failed") return { kind: "server-failed", message };
  if (run?.end === "tool-missing") return { kind: "reason", message };
  if (verdict === "failed") {
    const calls = results.find((one) => one.id === "tool-call-health" && one.verdict === "failed");
    const [first, ...more] = calls === undefined ? [] : failedCallsOf(calls);
    if (calls !== undefined && first !== undefined) {
      return { kind: "calls", metric: calls, first, count: more.length + 1 };
    }
    const metric = results.find((one) => one.verdict === "failed");
    return metric === undefined ? { kind: "reason", message } : { kind: "metric", metric };
  }
  if (recorded?.check?.replays === false) return { kind: "check", message: recorded.check.message };
  const [drift, ...others] = decisiveDrift(evaluation);
  if (drift !== undefined) return { kind: "drift", drift, others };
  const open = results.find((one) => one.verdict === "inconclusive");
  return open !== undefined && reasons.length === 0 ? { kind: "metric", metric: open } : { kind: "reason", message };
}

/** Returns the differences that leave the verdict open, the decisive one first; nothing that is information only. */
function decisiveDrift({ replay }: Evaluation): Drift[] {
  if (replay === undefined) return [];
  const open = replay.drift.filter((one) => isUndecided(one) && !isAfterGround(one, replay.ungroundedFrom?.turn));
  const sorted = worstDriftFirst(open);
  return [...sorted.filter(losesGround), ...sorted.filter((one) => !losesGround(one))];
}

/** Returns the calls that failed, as Tool Call Health lists them. */
function failedCallsOf({ metadata }: MetricResult): FailedCall[] {
  const { failures } = metadata;
  return (Array.isArray(failures) ? failures : []).flatMap((one: JsonValue): FailedCall[] => {
    if (!isJsonObject(one)) return [];
    const { tool, call, reason } = one;
    return typeof tool === "string" && typeof call === "number" && typeof reason === "string"
      ? [{ tool, call, reason }]
      : [];
  });
}
