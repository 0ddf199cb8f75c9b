// Compares the reports of one suite that several sides ran. Pure.
import { appendTo } from "../append-to.js";
import { compareSides, type SideRuns } from "./build-comparison.js";
import type { Report } from "./report.js";

/** In the same order; each report of another side than its suite's first has the comparison with that. */
export function compareReports(reports: readonly Report[]): Report[] {
  const bySuite = new Map<string | null, Report[]>();
  for (const report of reports) if (report.side !== undefined) appendTo(bySuite, report.suite.file, report);
  const comparisons = [...bySuite.values()].reduce((sum, sides) => sum + sides.length - 1, 0);
  return reports.map((report) => {
    const [first] = bySuite.get(report.suite.file) ?? [];
    if (first === undefined || first === report) return report;
    return { ...report, comparison: compareSides(sideOf(first), sideOf(report), comparisons) };
  });
}

function sideOf({ side = "", evaluations }: Report): SideRuns {
  return { name: side, evaluations };
}
