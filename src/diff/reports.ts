// Compares two evaluations of one workflow from JSON reports. They have no traces, so calls are not compared.
import type { Drift } from "../trace/drift.js";
import type { Imported } from "../trace/trace.js";
import type { Scored } from "./scores/compare-scores.js";
import { scoreTests, type TestedSuite } from "./scores/score-tests.js";
import { compareWorkflow, type ComparedWorkflow, type WorkflowSide } from "./workflow.js";
import { isExplained, losesGround } from "../trace/drift-classes.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** The compared part of what a report says of a workflow. */
export interface ReportedWorkflow {
  verdict: WorkflowVerdict;
  /** The transcript that its recording was imported from. */
  imported?: Imported | undefined;
  reasons: readonly string[];
  /** Commands that help to decide it. */
  settle: string[];
  results: readonly Scored[];
  replay?: { drift: readonly Drift[]; ungroundedFrom?: { step: number; turn: number } | undefined } | undefined;
}

/** Compares scores, verdicts, and which drift from the recording appeared and disappeared. */
export function compareReported(
  { workflow, suite }: { workflow: string; suite?: string | undefined },
  before: ReportedWorkflow,
  after: ReportedWorkflow,
): ComparedWorkflow {
  const known = new Set((before.replay?.drift ?? []).map(({ id }) => id));
  const found = new Set((after.replay?.drift ?? []).map(({ id }) => id));
  const gone = (before.replay?.drift ?? []).filter((drift) => !found.has(drift.id) && !isExplained(drift));
  const drift = (after.replay?.drift ?? []).filter(({ id }) => !known.has(id));
  // A report does not say whether an id or its class was accepted; no config can accept these two classes.
  const acceptedIds = new Set(drift.filter(isSettled).map(({ id }) => id));
  return compareWorkflow({
    workflow,
    suite,
    before: sideOf(before),
    after: sideOf(after),
    drift,
    driftsFrom: after.replay?.ungroundedFrom?.turn,
    ungroundedFrom: after.replay?.ungroundedFrom,
    acceptedIds,
    strict: false,
    hasCalls: false,
    reasons: [
      ...after.reasons,
      ...(gone.length === 0
        ? []
        : [`Drift of the old report that is not in the new one: ${gone.map(({ id }) => id).join(", ")}.`]),
    ],
    settle: ({ open }) => (open ? after.settle : []),
    also: { differs: gone.some((one) => losesGround(one) && one.accepted !== true) },
  });
}

/** Shows direct tool tests as a workflow. */
export function asWorkflow(suite: TestedSuite & Pick<ReportedWorkflow, "verdict">): ReportedWorkflow {
  return { verdict: suite.verdict, results: scoreTests(suite), reasons: [], settle: [] };
}

function isSettled(drift: Drift): boolean {
  return drift.accepted === true && losesGround(drift);
}

function sideOf({ results, verdict, imported }: ReportedWorkflow): WorkflowSide {
  return { results, verdict, imported };
}
