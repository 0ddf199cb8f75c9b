// Chooses the reports that decide the verdict and the exit code of a command. Pure.
import type { Report } from "./report.js";

/** Without the suites that were left out on purpose; all of them where nothing else was due. */
export function countedReports<One extends Pick<Report, "leftOut">>(reports: readonly One[]): readonly One[] {
  const due = reports.filter(({ leftOut }) => leftOut === undefined);
  return due.length === 0 ? reports : due;
}
