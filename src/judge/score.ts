// Builds the judge's result for a workflow: a score with its reason, or why there is none.
import type { JsonObject } from "../json/value.js";
import type { MetricResult } from "../metrics/result.js";
import type { JudgeKeys } from "./keys.js";
import type { JudgeSettings } from "./settings.js";

/** What the judge said about a run, now or when it was recorded. */
export interface JudgeScore {
  source: "live" | "recorded";
  score: number;
  reason: string;
  /** The scores of all samples; one where it was asked once. */
  samples: readonly number[];
  answered: string | undefined;
}

/** `run`: the run proves nothing. `recording`: the recorded verdict does not count. `limit`: nothing more may be spent. */
export type Unscored = "run" | "limit" | "recording" | "api" | "answer" | "interrupted";

type Judged = Pick<JudgeSettings, "model" | "passThreshold">;

/** Passed if the score reaches the threshold, and only then. */
export function buildJudgeResult(scored: JudgeScore, { passThreshold }: Judged, keys: JudgeKeys): MetricResult {
  const { score, reason, samples, source, answered } = scored;
  const passed = score >= passThreshold;
  const [min, max] = [Math.min(...samples), Math.max(...samples)];
  const several = samples.length > 1;
  const spread = several ? ` (median of ${samples.length} samples from ${min.toFixed(2)} to ${max.toFixed(2)})` : "";
  return {
    id: "llm-judge",
    metric: "LLM Judge",
    verdict: passed ? "passed" : "failed",
    passed,
    score,
    details: `Score: ${showScore(score, passThreshold)} - ${reason}${spread}`,
    metadata: {
      model: keys.model,
      ...(answered !== undefined && { answered }),
      threshold: passThreshold,
      samples: samples.length,
      ...(several && { scores: [...samples], spread: Number((max - min).toFixed(10)) }),
      rubric: keys.rubric,
      source,
    },
  };
}

/** Never 0, never passed. */
export function buildUnscored(because: Unscored, why: string, settings: Judged, more: JsonObject = {}): MetricResult {
  return {
    id: "llm-judge",
    metric: "LLM Judge",
    verdict: "inconclusive",
    passed: false,
    score: null,
    details: `Not scored: ${why}`,
    metadata: { model: settings.model, threshold: settings.passThreshold, unscored: because, ...more },
  };
}

/** `0.95/0.70`, with as many digits as are needed to see which is greater. */
function showScore(score: number, threshold: number): string {
  for (let digits = 2; digits < 10; digits++) {
    const [one, other] = [score.toFixed(digits), threshold.toFixed(digits)];
    if (Number(one) >= Number(other) === score >= threshold) return `${one}/${other}`;
  }
  return `${score}/${threshold}`;
}
