// Compares the results of a workflow's metrics on two sides, metric by metric.
import type { MetricVerdict } from "../../metrics/result.js";
import type { ScoreDiff } from "../diff.js";

/** The compared part of a metric's result. */
export interface Scored {
  id: string;
  metric: string;
  verdict: MetricVerdict;
  /** 0..1; null when inconclusive or not applicable. */
  score: number | null;
}

/** A metric that one side lacks is inconclusive there. */
export function compareScores(before: readonly Scored[], after: readonly Scored[]): ScoreDiff[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  return ids.map((id) => {
    const [one, other] = [before.find((each) => each.id === id), after.find((each) => each.id === id)];
    const sides = { before: sideOf(one), after: sideOf(other) };
    return { id, metric: other?.metric ?? one?.metric ?? id, ...sides, change: changeOf(id, sides) };
  });
}

function sideOf(scored: Scored | undefined): ScoreDiff["before"] {
  const { verdict = "inconclusive", score = null } = scored ?? {};
  return { verdict, score };
}

/** A metric that one side could not decide is neither equal nor worse. */
function changeOf(id: string, { before, after }: Pick<ScoreDiff, "before" | "after">): ScoreDiff["change"] {
  if (before.verdict === "inconclusive" || after.verdict === "inconclusive") return "unknown";
  if ((before.verdict === "failed") !== (after.verdict === "failed")) {
    return after.verdict === "failed" ? "worse" : "better";
  }
  // A metric that one side does not ask for is neither better nor worse.
  if (before.score === null || after.score === null) return "same";
  const by = after.score - before.score;
  // The judge's number always varies; its threshold decides.
  if (by === 0 || id === "llm-judge") return "same";
  return by < 0 ? "worse" : "better";
}
