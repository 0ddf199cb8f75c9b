// Scores Tool Call Health: the share of a trace's calls that are healthy.
import type { Workflow } from "../config/schema.js";
import { eraOf } from "../trace/era.js";
import { serverOf } from "../trace/servers.js";
import { callsOf, isEvidence } from "../trace/read.js";
import type { Era } from "../trace/session.js";
import type { Call, Trace } from "../trace/trace.js";
import { judgeCall, type CallHealth } from "./call-health.js";
import { callsExpectedToFail } from "./expected-tools.js";
import { groundOf, type Ground } from "./ground.js";
import { verdictAndScore, type MetricResult, type MetricVerdict } from "./result.js";

interface JudgedCall extends CallHealth {
  call: Call;
  step: number;
}

/** Returns whether every call is healthy; the score is the share of the healthy ones. */
export function scoreToolCallHealth(trace: Trace, workflow: Workflow): MetricResult {
  const ground = groundOf(trace);
  const judged = judgeCalls(ground, workflow, ({ tool }) => eraOf(serverOf(trace.server, tool).protocol));
  const raced = new Set(ground.evidence?.raced?.flat());
  const failures = judged.flatMap(({ call, step, fault }) =>
    fault === undefined || raced.has(call.id) ? [] : [{ tool: call.tool, call: call.id, step, reason: fault }],
  );
  const notChecked = judged.flatMap(({ call, notChecked: whys }) =>
    whys.map((why) => ({ tool: call.tool, call: call.id, why })),
  );
  const healthy = judged.length - failures.length;
  const missing = ground.recorded === undefined ? 0 : callsOf(ground.recorded).length - judged.length;
  const startFailed = judged.length === 0 && ground.recorded === undefined && trace.end.kind === "server-failed";
  const sure = verdictOf(ground, judged.length, failures.length > 0 || startFailed);
  // Which concurrent call comes first is random, and not a fault of the server.
  const isLuck = sure === "passed" && judged.some(({ call, fault }) => fault !== undefined && raced.has(call.id));
  const verdict = isLuck ? "inconclusive" : sure;
  const details =
    failures.length > 0
      ? describeFailures(failures, judged.length)
      : startFailed
        ? `The server failed before any tool call: ${ground.why}`
        : describeHealthy(verdict, ground, judged.length, missing) + describeNotChecked(notChecked);
  return {
    id: "tool-call-health",
    metric: "Tool Call Health",
    ...verdictAndScore(verdict, () => (judged.length === 0 ? 0 : healthy / judged.length)),
    details,
    metadata: {
      totalCalls: judged.length,
      successCount: healthy,
      failures,
      ...(notChecked.length > 0 && { notChecked }),
      ...(missing > 0 && { notMade: missing }),
    },
  };
}

/** Each call that counts, with its health. */
function judgeCalls(ground: Ground, workflow: Workflow, eraOfCall: (call: Call) => Era): JudgedCall[] {
  const failing = callsExpectedToFail(workflow, callsOf(ground));
  return ground.steps.flatMap((step, index) =>
    step.turns.flatMap((turn) =>
      turn.calls.filter(isEvidence).map((call) => ({
        call,
        step: index + 1,
        ...judgeCall(call, turn.tools, { era: eraOfCall(call), expectFailure: failing.has(call.id) }),
      })),
    ),
  );
}

function verdictOf(ground: Ground, calls: number, failed: boolean): MetricVerdict {
  if (failed) return "failed";
  const expected = ground.recorded === undefined ? calls : callsOf(ground.recorded).length;
  if (expected === 0 && ground.complete) return "not-applicable";
  if (ground.recorded !== undefined) return ground.allCallsMade && expected > 0 ? "passed" : "inconclusive";
  if (ground.complete) return "passed";
  return ground.outsideFailed || calls === 0 ? "inconclusive" : "passed";
}

function describeFailures(failures: readonly { tool: string; call: number; reason: string }[], total: number): string {
  const [first] = failures;
  const of = `${failures.length} of ${total} tool calls failed`;
  if (first === undefined) return of;
  const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : "";
  return `${of}: ${first.tool} (call ${first.call}): ${cut(first.reason)}${more}`;
}

function describeHealthy(verdict: MetricVerdict, ground: Ground, total: number, missing: number): string {
  if (verdict === "inconclusive") {
    const healthy = total === 0 ? "" : ", all healthy";
    const made = total === 0 ? "No tool calls made" : `${total} tool calls made`;
    return `${missing > 0 ? `${total} of ${total + missing} recorded calls made` : made}${healthy}: ${ground.why}`;
  }
  return total === 0 ? "No tool calls made" : `All ${total} tool calls completed successfully`;
}

/** An unchecked call must not look like a checked one. */
function describeNotChecked(notChecked: readonly { tool: string; call: number; why: string }[]): string {
  const [first] = notChecked;
  if (first === undefined) return "";
  const more = notChecked.length > 1 ? ` (and ${notChecked.length - 1} more)` : "";
  return `; not checked: ${first.tool} (call ${first.call}): ${cut(first.why)}${more}`;
}

/** A reason can be a whole page; the metadata contains all of it. */
function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
