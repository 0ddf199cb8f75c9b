// Renders the reports of a command as one JSON document. The same reports give the same bytes.
import { countedReports } from "../../report/counted-reports.js";
import { commandExitCode } from "../../report/exit-code.js";
import type { Report } from "../../report/report.js";
import { renderJsonText } from "../safe/json-text.js";

/**
 * One suite: its report. Several: `{ version, passed, exitCode, reports }`. Ends with a line end. Leaves out
 * transcripts even if another reporter needs them: the same run gives the same text. Only the report of a shard has them.
 */
export function renderJson(given: readonly Report[]): string {
  const reports = given.map((report) => ({
    ...report,
    // The merged report may be a page.
    evaluations: report.evaluations.map((evaluation) => {
      if (report.shard !== undefined) return evaluation;
      const { transcript: _, ...rest } = evaluation;
      return rest;
    }),
  }));
  const [only] = reports;
  const document =
    reports.length === 1 && only !== undefined
      ? only
      : {
          version: 2,
          passed: reports.length > 0 && countedReports(reports).every((report) => report.passed),
          exitCode: commandExitCode(reports),
          reports,
        };
  return renderJsonText(document);
}
