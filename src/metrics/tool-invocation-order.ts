// Scores Tool Invocation Order: whether a trace calls the workflow's expected tools in order.
import type { ExpectedTool, Workflow } from "../config/schema.js";
import type { Call, Trace } from "../trace/trace.js";
import { alignCalls, describeExpectedTool, expectedToolsOf, toolNameOf } from "./expected-tools.js";
import { callsAsWritten, groundOf, REWORDED, type Ground } from "./ground.js";
import { whyMissing } from "./why-missing.js";
import { verdictAndScore, type MetricResult, type MetricVerdict, type Verdict } from "./result.js";

/** How the calls match the expectations, before the evidence is considered. */
interface Fit {
  expected: readonly ExpectedTool[] | undefined;
  matchCount: number;
  /** Expectations that no call matches in order. */
  missing: string[];
  /** For each of them why, or "". */
  whyMissing: string[];
  /** The calls that `"toolOrder": "exact"` does not allow. */
  extra: string[];
  /** Forbidden tools that were called. */
  forbidden: string[];
  /** Which calls decide: `none` where nothing is expected, `whole` where additional calls matter. */
  decides: "none" | "some" | "whole";
}

/** Returns whether the expected tools were called in order; the score is the longest common subsequence / expected. */
export function scoreToolInvocationOrder(trace: Trace, workflow: Workflow): MetricResult {
  const ground = groundOf(trace);
  const calls = callsAsWritten(ground);
  const fit = fitCalls(workflow, calls, trace);
  const verdict = verdictOf(ground, fit);
  return {
    id: "tool-invocation-order",
    metric: "Tool Invocation Order",
    ...verdictAndScore(verdict, () => scoreOf(fit)),
    details: verdict === "inconclusive" ? describeOpen(ground, fit) : describe(fit),
    metadata: {
      expectedTools: (fit.expected ?? []).map(toolNameOf),
      actualTools: calls.map((call) => call.tool),
      matchCount: fit.matchCount,
      ...(fit.missing.length > 0 && { missing: fit.missing, whyMissing: fit.whyMissing }),
      ...(fit.extra.length > 0 && { extra: fit.extra }),
      ...(fit.forbidden.length > 0 && { forbidden: fit.forbidden }),
    },
  };
}

function fitCalls(workflow: Workflow, calls: readonly Call[], trace: Trace): Fit {
  const expected = expectedToolsOf(workflow);
  const exact = workflow.toolOrder === "exact" && expected !== undefined;
  const forbid = workflow.forbidTools ?? [];
  // A tool that the server does not have was requested, not called: it matches no expectation, but can still be
  // forbidden.
  const made = calls.filter((call) => call.outcome.kind !== "unknown-tool");
  const aligned = alignCalls(expected ?? [], made);
  const used = new Set(aligned.map((index) => (index === undefined ? undefined : made[index])));
  const unused = made.filter((call) => !used.has(call));
  const missing = (expected ?? []).filter((_, index) => aligned[index] === undefined);
  return {
    expected,
    matchCount: aligned.filter((index) => index !== undefined).length,
    missing: missing.map(describeExpectedTool),
    whyMissing: missing.map((entry) => whyMissing(entry, unused, trace) ?? ""),
    extra: exact ? calls.filter((call) => !used.has(call)).map((call) => call.tool) : [],
    forbidden: [...new Set(calls.map((call) => call.tool))].filter((tool) => forbid.includes(tool)),
    decides: exact || forbid.length > 0 ? "whole" : (expected ?? []).length > 0 ? "some" : "none",
  };
}

function fits(fit: Fit): boolean {
  return fit.missing.length + fit.extra.length + fit.forbidden.length === 0;
}

function verdictOf(ground: Ground, fit: Fit): MetricVerdict {
  if (fit.decides === "none") return "not-applicable";
  return ground.recorded === undefined ? verdictLive(ground, fit) : verdictReplayed(ground, fit);
}

function verdictLive(ground: Ground, fit: Fit): Verdict {
  if (fit.forbidden.length > 0) return "failed";
  if (fits(fit)) return ground.complete || fit.decides === "some" ? "passed" : "inconclusive";
  return ground.outsideFailed ? "inconclusive" : "failed";
}

function verdictReplayed(ground: Ground, fit: Fit): Verdict {
  if (ground.reworded) return "inconclusive";
  if (fit.forbidden.length > 0) return "failed";
  if (!fits(fit)) return ground.complete ? "failed" : "inconclusive";
  return fit.decides === "some" || ground.complete ? "passed" : "inconclusive";
}

function scoreOf(fit: Fit): number {
  if (fit.forbidden.length > 0) return 0;
  const all = (fit.expected ?? []).length + fit.extra.length;
  return all === 0 ? 1 : fit.matchCount / all;
}

function describe(fit: Fit): string {
  const expected = fit.expected?.length ?? 0;
  if (fit.forbidden.length > 0) return `Forbidden tools called: ${fit.forbidden.join(", ")}`;
  const faults: string[] = [];
  if (fit.missing.length > 0) faults.push(`missing: ${describeMissing(fit)}`);
  if (fit.extra.length > 0) faults.push(`not expected: ${fit.extra.join(", ")}`);
  if (faults.length > 0) return `${fit.matchCount} of ${expected} expected tools called in order; ${faults.join("; ")}`;
  if (expected > 0) return `All ${expected} tools called in correct order`;
  return fit.decides === "none" ? "No tools expected" : "No tools expected, and no forbidden tool called";
}

function describeMissing({ missing, whyMissing: whys }: Fit): string {
  return missing.map((tool, at) => `${tool}${(whys[at] ?? "") === "" ? "" : ` (${whys[at]})`}`).join(", ");
}

function describeOpen(ground: Ground, fit: Fit): string {
  const expected = fit.expected?.length ?? 0;
  if (ground.reworded) return REWORDED;
  const so = expected > 0 ? `${fit.matchCount} of ${expected} expected tools called in order` : "No tools expected";
  return `${so}, before the run ended: ${ground.why}`;
}
