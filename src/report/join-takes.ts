// Makes one evaluation of the replays of all takes of a workflow. Pure.
import { VERDICTS_WORST_FIRST, type WorkflowVerdict } from "../metrics/verdicts.js";
import { joinTrials } from "./build-trials.js";
import type { Evaluation } from "./report.js";

/**
 * A workflow passes if its takes pass as its trials did. One that passed when it was recorded and fails now fails the
 * workflow, whatever `passAt` is; one that is not judged leaves it open. Only takes that failed in the recording, too,
 * are measured by `passAt`. Shows the take that decides. Needs one take at least.
 */
export function joinTakes(takes: readonly [Evaluation, ...Evaluation[]], passAt: number): Evaluation {
  const results = takes.map((evaluation) => ({ evaluation, path: undefined }));
  const [first, ...more] = results;
  if (first === undefined) return takes[0];
  const joined = joinTrials([first, ...more], { planned: takes.length, passAt, looks: undefined, retried: 0 });
  const { trials } = joined;
  // A take that a check plays as it was recorded failed in the recording, too.
  const isWorse = ({ verdict, replay, recorded }: Evaluation): boolean =>
    verdict === "failed" && replay?.failedBefore !== true && recorded?.check?.replays !== true;
  const open = VERDICTS_WORST_FIRST.find(
    (verdict) => verdict !== "failed" && verdict !== "passed" && takes.some((one) => one.verdict === verdict),
  );
  const verdict: WorkflowVerdict = takes.some(isWorse) ? "failed" : (open ?? joined.verdict);
  const decides = takes.some(isWorse) ? takes.findIndex(isWorse) : takes.findIndex((one) => one.verdict === verdict);
  const shown = Math.max(0, decides);
  const base = takes[shown] ?? takes[0];
  const sentence = describeTakes(takes);
  const decided = verdict === "passed" || verdict === "failed";
  return {
    ...base,
    verdict: verdict === "skipped" ? "inconclusive" : verdict,
    passed: verdict === "passed",
    overallScore: decided ? joined.overallScore : null,
    reasons: [sentence, ...base.reasons],
    ...(trials !== undefined && { trials: { ...trials, sentence, shown: shown + 1 } }),
  };
}

/** `5 takes: 1 failed (take 3), 4 passed.` */
function describeTakes(takes: readonly Evaluation[]): string {
  const counts = VERDICTS_WORST_FIRST.flatMap((verdict) => {
    const which = takes.flatMap((one, at) => (one.verdict === verdict ? [at + 1] : []));
    if (which.length === 0) return [];
    const named = verdict === "passed" ? "" : ` (take ${which.join(", ")})`;
    return [`${which.length} ${verdict}${named}`];
  });
  const before = takes.flatMap(({ replay }, at) => (replay?.failedBefore === true ? [at + 1] : []));
  const then = before.length === 0 ? "" : ` Failed when it was recorded, too: take ${before.join(", ")}.`;
  return `${takes.length} takes: ${counts.join(", ")}.${then}`;
}
