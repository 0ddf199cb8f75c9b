// Finds the drift that has to be accepted before a replay gets a verdict, where accepting it leads to one.
import type { Workflow } from "../config/schema.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { scoreWorkflow } from "../metrics/workflow-verdict.js";
import type { Drift } from "../trace/drift.js";
import type { Trace, TraceStep } from "../trace/trace.js";
import { isAfterGround } from "../trace/after-ground.js";
import { needsNobody } from "../trace/drift-classes.js";

/**
 * Lists each drift once; empty where accepting all of it leads to no verdict. `drift`: what counts; by default, that of
 * this replay.
 */
export function findInTheWay(trace: Trace, workflow: Workflow, drift = trace.evidence?.drift ?? []): Drift[] {
  const from = trace.evidence?.ungroundedFrom;
  const open = findOpen(drift.filter((one) => !isAfterGround(one, from)));
  return open.some(({ acceptable }) => acceptable === false) || !leadsToVerdict(trace, workflow) ? [] : open;
}

/** Lists each drift once that is not accepted, whether or not it can be. */
export function findOpen(drift: readonly Drift[]): Drift[] {
  const open = drift.filter((one) => !needsNobody(one) && one.accepted === undefined);
  return [...new Map(open.map((one) => [one.id, one])).values()];
}

/** Replays in theory: everything is accepted, and turns that were not played go as recorded. */
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

/** Returns the turns that are evidence, and recorded ones in place of all others. */
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
