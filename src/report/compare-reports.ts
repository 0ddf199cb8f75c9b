// Compares the reports of one suite that several sides ran. Pure.
import { appendTo } from "../append-to.js";
import { McpvalsError } from "../errors.js";
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

/**
 * The same for reports that were made one by one, whatever their configs are. Throws BAD_USAGE for what cannot be
 * compared.
 */
export function compareNamed(sides: readonly { name: string; report: Report }[]): Report[] {
  const fault = faultOf(sides);
  if (fault !== undefined) throw new McpvalsError("BAD_USAGE", `These reports cannot be compared: ${fault}`);
  const named = sides.map(({ name, report }): Report => {
    const own = { ...report, side: name };
    delete own.comparison;
    return own;
  });
  const [first] = named;
  return named.map((report) =>
    first === undefined || report === first
      ? report
      : { ...report, comparison: compareSides(sideOf(first), sideOf(report), named.length - 1) },
  );
}

function faultOf(sides: readonly { name: string; report: Report }[]): string | undefined {
  if (sides.length < 2) return "it takes two of them or more";
  const names = sides.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `two are named ${twice}`;
  for (const { name, report } of sides) {
    const { command, evaluations } = report;
    if (command === "replay") return `${name} is a replay, which always plays the same run`;
    const stopped = evaluations.find(({ trials }) => trials?.sure !== undefined);
    if (stopped !== undefined) {
      return `${name} ended the trials of ${stopped.workflowName} where its own rate was decided (sure), so they have no pairs`;
    }
  }
  return undefined;
}

function sideOf({ side = "", evaluations }: Report): SideRuns {
  return { name: side, evaluations };
}
