// A replay in; the drift that has to be called harmless for a verdict, where that leads to one, out.
import type { Workflow } from "../config/schema.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { scoreWorkflow } from "../metrics/workflow-verdict.js";
import type { Drift } from "../trace/drift.js";
import type { Trace, TraceStep } from "../trace/trace.js";
import { needsNobody } from "../trace/drift-classes.js";

/** Each once; nothing where accepting it all leads to no verdict. `drift`: all that counts, of this replay without. */
export function findInTheWay(trace: Trace, workflow: Workflow, drift = trace.evidence?.drift ?? []): Drift[] {
  const open = findOpen(drift);
  return open.some(({ acceptable }) => acceptable === false) || !leadsToVerdict(trace, workflow) ? [] : open;
}

/** Each once: what nobody has called harmless, whether or not anybody can. */
export function findOpen(drift: readonly Drift[]): Drift[] {
  const open = drift.filter((one) => !needsNobody(one) && one.accepted === undefined);
  return [...new Map(open.map((one) => [one.id, one])).values()];
}

/** Plays on in thought: everything accepted, and what was not played as it was recorded. */
function leadsToVerdict(trace: Trace, workflow: Workflow): boolean {
  const { evidence } = trace;
  if (evidence === undefined || evidence.deadEnd !== undefined) return false;
  const { ungroundedFrom = Number.POSITIVE_INFINITY, ...rest } = evidence;
  const drift = evidence.drift.map((one): Drift => ({ ...one, accepted: true }));
  const then: Trace = {
    ...trace,
    steps: playOn(trace.steps, evidence.recorded.steps, ungroundedFrom),
    end: trace.end.kind === "ungrounded" || trace.end.kind === "completed" ? evidence.recorded.end : trace.end,
    evidence: { ...rest, drift, accepted: drift.map(({ id }) => id) },
  };
  return scoreWorkflow(scoreTrace(then, workflow), then).verdict !== "inconclusive";
}

/** The turns that are evidence, and the recorded ones in the places of all others. */
function playOn(played: readonly TraceStep[], recorded: readonly TraceStep[], ungroundedFrom: number): TraceStep[] {
  let turn = 0;
  return recorded.map((step, at) => ({
    ...step,
    turns: step.turns.map((one, index) => {
      turn += 1;
      return turn < ungroundedFrom ? (played[at]?.turns[index] ?? one) : one;
    }),
  }));
}
