// Says how often the judge says what the metrics say, where they differ, and how far its samples are apart.
import type { Disagreement } from "../../report/agreement.js";
import type { Report } from "../../report/report.js";
import { sumReports } from "../../report/totals.js";

/** How many differences are named. */
const MOST = 6;

/**
 * `judge and metrics agree in 17 of 20 runs: the judge passes 14 of 16 that the metrics pass, …`; undefined where fewer
 * than two runs were judged by both. Not escaped but for what `show` does to the name of a workflow.
 */
export function judgeLine(reports: readonly Report[], show: (name: string) => string = String): string | undefined {
  const { judge } = sumReports(reports);
  if (judge === undefined) return undefined;
  const { runs, bothPassed, bothFailed, onlyMetrics, onlyJudge, differ, spread } = judge;
  const passed = bothPassed + onlyMetrics;
  const failed = bothFailed + onlyJudge;
  const parts = [
    ...(passed === 0 ? [] : [`the judge passes ${bothPassed} of ${passed} that the metrics pass`]),
    ...(failed === 0 ? [] : [`the judge fails ${bothFailed} of ${failed} that the metrics fail`]),
  ];
  const left = differ.length - MOST;
  const named = [
    ...differ.slice(0, MOST).map((one) => describeDifference(one, show)),
    ...(left > 0 ? [`and ${left} more`] : []),
  ];
  return [
    `judge and metrics agree in ${bothPassed + bothFailed} of ${runs} runs: ${parts.join(", ")}`,
    ...(named.length === 0 ? [] : [`they differ in ${named.join(", ")}`]),
    ...(spread === undefined ? [] : [describeSpread(spread)]),
  ].join("; ");
}

/** `book (runs 2, 4: only the metrics pass)` */
function describeDifference({ workflow, trials, passedBy }: Disagreement, show: (name: string) => string): string {
  const which = trials === undefined ? "" : `run${trials.length === 1 ? "" : "s"} ${trials.join(", ")}: `;
  return `${show(workflow)} (${which}only the ${passedBy === "judge" ? "judge passes" : "metrics pass"})`;
}

function describeSpread({ median, most }: { median: number; most: number }): string {
  return `the judge's samples of one run are ${median.toFixed(2)} apart in the median, ${most.toFixed(2)} at most`;
}
