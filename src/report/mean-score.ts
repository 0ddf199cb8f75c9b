// Computes the mean score of evaluations.
import type { Evaluation } from "./report.js";

/** Null while one of them is undecided. Leaves out skipped workflows and those that only the judge could score. */
export function meanScore(evaluations: readonly Pick<Evaluation, "verdict" | "overallScore">[]): number | null {
  const counted = evaluations.filter(
    ({ verdict, overallScore }) => verdict !== "skipped" && !(verdict === "passed" && overallScore === null),
  );
  const known = counted.flatMap(({ overallScore }) => (overallScore === null ? [] : [overallScore]));
  if (known.length === 0 || known.length < counted.length) return null;
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}
