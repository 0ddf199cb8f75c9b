// Lists exactly what failed in a metric's result, so that two failures with the same score can be told apart.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Evidence } from "../trace/trace.js";
import type { MetricResult } from "./result.js";
import { isExplained } from "../trace/drift-classes.js";

export interface Failure {
  /** What failed: the same failure on two sides has the same key. */
  key: string;
  /** The call that failed. */
  call?: number;
  /** How a call failed. */
  reason?: string;
  /** For people, without the name of the metric. */
  text: string;
}

/** Returns each expectation and each call that failed; empty where the metric did not fail or gives no details. */
export function findFailures({ verdict, metadata, id }: MetricResult): Failure[] {
  if (verdict !== "failed") return [];
  switch (id) {
    case "end-to-end-success":
      return listOf(metadata["steps"]).flatMap((step) =>
        isJsonObject(step) && step["verdict"] === "failed"
          ? [{ key: `step ${textOf(step["step"])}`, text: `step ${textOf(step["step"])} did not reach its state` }]
          : [],
      );
    case "tool-invocation-order":
      return (["missing", "extra", "forbidden"] as const).flatMap((kind) => namesOf(metadata[kind], kind));
    case "tool-call-health":
      return listOf(metadata["failures"]).flatMap((failure) => callOf(failure));
    case "llm-judge":
      return [];
  }
}

const SAYS = { missing: "was not called in order", extra: "was not expected", forbidden: "is forbidden" };

/** The same name twice makes two failures. */
function namesOf(names: JsonValue | undefined, kind: keyof typeof SAYS): Failure[] {
  const seen = new Map<string, number>();
  return listOf(names).map((name) => {
    const text = textOf(name);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { key: `${kind} ${text} ${count}`, text: `${text} ${SAYS[kind]}` };
  });
}

function callOf(failure: JsonValue): Failure[] {
  if (!isJsonObject(failure)) return [];
  const { call, tool, reason } = failure;
  if (typeof call !== "number") return [];
  const why = textOf(reason);
  return [{ key: `call ${call}`, call, reason: why, text: `call ${call} (${textOf(tool)}): ${why}` }];
}

/**
 * True where the same thing fails in the same way: an error may differ in values that vary on their own or were
 * accepted.
 */
export function isSameFailure(before: Failure, now: Failure, evidence: Pick<Evidence, "drift"> | undefined): boolean {
  if (before.key !== now.key) return false;
  if (before.reason === now.reason) return true;
  return !(evidence?.drift ?? []).some(
    (drift) => drift.where.call === now.call && drift.accepted !== true && !isExplained(drift),
  );
}

/** The metrics write only strings and numbers there. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
