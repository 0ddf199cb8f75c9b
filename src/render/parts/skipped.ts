// Says what a report left out and why, so that nothing that was not run looks as if it had passed.
import { appendTo } from "../../append-to.js";
import type { Report } from "../../report/report.js";
import type { Totals } from "../../report/totals.js";
import { VERDICTS } from "../../metrics/verdicts.js";

export interface Skipped {
  suite: string;
  /** Names of workflows. */
  names: string[];
  /** One sentence. */
  reason: string;
}

/** Names that are listed before the rest is counted. */
const MOST_NAMES = 8;

/** The skipped workflows, together where suite and reason are the same. */
export function groupSkipped(reports: readonly Report[]): Skipped[] {
  return reports.flatMap(({ suite, evaluations, leftOut }) => {
    const byReason = new Map<string, string[]>();
    for (const { verdict, reasons, workflowName } of evaluations)
      if (verdict === "skipped") appendTo(byReason, reasons[0]?.split("\n")[0] ?? verdict, workflowName);
    const groups = [...byReason].map(([reason, names]) => ({ suite: suite.name, names, reason }));
    return groups.length === 0 && leftOut !== undefined ? [{ suite: suite.name, names: [], reason: leftOut }] : groups;
  });
}

/** `3 skipped in sky (a, b, c): The config says skip.` Not escaped. */
export function skippedLine({ suite, names, reason }: Skipped): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return `${names.length} skipped in ${suite}${list === "" ? "" : ` (${list})`}: ${reason}`;
}

/** `All Evaluations Passed, 2 Skipped` */
export function headline({ verdict, skipped }: Pick<Totals, "verdict" | "skipped">): string {
  const said = VERDICTS[verdict].headline;
  return verdict === "passed" && skipped > 0 ? `${said}, ${skipped} Skipped` : said;
}
