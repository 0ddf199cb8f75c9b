// Evaluations in, the mean of their scores out.
import type { Evaluation } from "./report.js";

/** Null while one was not decided. What was skipped, and what only the judge could score, is in no mean. */
export function meanScore(evaluations: readonly Pick<Evaluation, "verdict" | "overallScore">[]): number | null {
  const counted = evaluations.filter(
    ({ verdict, overallScore }) => verdict !== "skipped" && !(verdict === "passed" && overallScore === null),
  );
  const known = counted.flatMap(({ overallScore }) => (overallScore === null ? [] : [overallScore]));
  if (known.length === 0 || known.length < counted.length) return null;
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}
