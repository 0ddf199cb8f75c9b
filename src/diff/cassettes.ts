// Compares two recordings of one workflow for a diff. Claude was live in both, so it may have acted differently.
// The scores are those in the cassettes: no config says what is expected now.
import { playBeside } from "./recordings/play-beside.js";
import { buildSide, type RecordingSide } from "./recordings/recording.js";
import { METRIC_NAMES } from "../metrics/metric-names.js";
import type { MetricVerdict } from "../metrics/result.js";
import type { Trace } from "../trace/trace.js";
import { compareWorkflow, bothLastWords, type ComparedWorkflow, type WorkflowSide } from "./workflow.js";

/** The judge's threshold is only in the config; this is its default. */
const JUDGE_PASSES = 0.8;

/** Compares what the servers did while Claude acted the same, and what each run scored. */
export function compareRecordings(
  { workflow, suite }: { workflow: string; suite?: string | undefined },
  before: RecordingSide,
  after: RecordingSide,
): ComparedWorkflow {
  const { differsFrom, turns, drift } = playBeside(before, after);
  const isRenamed = before.cassette.workflow !== after.cassette.workflow;
  return compareWorkflow({
    workflow,
    suite,
    before: sideOf(before, turns),
    after: sideOf(after, turns),
    drift: drift.filter(({ where: { part } }) => part === "result"),
    acceptedIds: new Set(),
    strict: false,
    hasCalls: true,
    unscored: isUnscored(before) && isUnscored(after),
    lastWords: bothLastWords(before.trace, after.trace),
    reasons: [
      ...(isRenamed ? [`It is called ${JSON.stringify(after.cassette.workflow)} on the new side.`] : []),
      ...(differsFrom === undefined
        ? []
        : [
            `From turn ${differsFrom.turn} on Claude did something else, so later calls are not compared, and other scores may be its choice, not the server's.`,
          ]),
    ],
    also: { differs: differsFrom !== undefined },
  });
}

/** Nothing was expected of the run of an agent that `wrap` recorded, so nothing of it is undecided. */
function isUnscored({ cassette: { kind, scores } }: RecordingSide): boolean {
  return kind === "agent" && Object.keys(scores).length === 0;
}

function sideOf(recording: RecordingSide, turns: number): WorkflowSide {
  const { scores } = recording.cassette;
  return {
    trace: cutAfter(recording.trace, turns),
    imported: recording.trace.imported,
    results: Object.entries(scores).flatMap(([id, score]) =>
      score === undefined ? [] : [{ id, metric: METRIC_NAMES[id] ?? id, score, verdict: verdictOf(id, score) }],
    ),
    verdict: buildSide(recording).verdict ?? "inconclusive",
  };
}

/** A recorded run was judged, so a metric without a score did not apply. The judge may not have run. */
function verdictOf(id: string, score: number | null): MetricVerdict {
  if (score === null) return id === "llm-judge" ? "inconclusive" : "not-applicable";
  return score >= (id === "llm-judge" ? JUDGE_PASSES : 1) ? "passed" : "failed";
}

/** Returns the turns in which Claude did the same on both sides. */
function cutAfter(trace: Trace, turns: number): Trace {
  let left = turns;
  const steps = trace.steps.map((step) => {
    const kept = step.turns.slice(0, Math.max(0, left));
    left -= step.turns.length;
    return { ...step, turns: kept };
  });
  return { ...trace, steps };
}
