// The reports of a command in; one JSON document out. The same reports give the same bytes.
import { worstExitCode } from "../exit-code.js";
import type { Report } from "../report.js";

/** One suite: its report. Several: `{ version, passed, exitCode, reports }`. Ends with a line end. */
export function renderJson(reports: readonly Report[]): string {
  const [only] = reports;
  const document =
    reports.length === 1 && only !== undefined
      ? only
      : {
          version: 1,
          passed: reports.length > 0 && reports.every((report) => report.passed),
          exitCode: worstExitCode(reports.map((report) => report.exitCode)),
          reports,
        };
  return `${JSON.stringify(document, null, 2)}\n`;
}
