// Defines what a report says about the judge beside the metrics.

/** What the judge and the metrics say of one run; only of runs that the judge scored. */
export interface JudgedTrial {
  passed: boolean;
  /** 0 to 1; the median where it was asked several times. */
  score: number;
  /** Between the lowest and the highest of several samples. */
  spread?: number;
  /** What the metrics say together; absent where they leave it open. */
  metrics?: "passed" | "failed";
}

/** Over all runs that both the judge and the metrics decided. */
export interface JudgeAgreement {
  runs: number;
  bothPassed: number;
  bothFailed: number;
  /** Passed by the metrics, failed by the judge. */
  onlyMetrics: number;
  /** Passed by the judge, failed by the metrics. */
  onlyJudge: number;
  differ: Disagreement[];
  /** How far the judge's samples of one run are apart; absent where it was asked once for each. */
  spread?: { median: number; most: number };
}

export interface Disagreement {
  workflow: string;
  /** Which of its trials or takes, from 1; absent where it ran once. */
  trials?: number[];
  /** Who passes it. */
  passedBy: "metrics" | "judge";
}
