// Describes where a change of a contract, or a workflow, is. Not escaped.
import type { WorkflowDiff } from "../../../diff/diff.js";
import type { ContractChange } from "../../../contract/change.js";

/** `tool book_table, /inputSchema/required` */
export function describeSubject({ subject, path }: ContractChange): string {
  const { kind, name } = subject;
  const what = kind.replace("-", " ");
  return `${name === undefined ? what : `${what} ${name}`}${path === "" ? "" : `, ${path}`}`;
}

/** `book-a-table`, `travel / book-a-table`, `book-a-table (only before)` */
export function describeWorkflow({ workflow, suite, on }: WorkflowDiff): string {
  const alone = on === "both" ? "" : on === "from" ? " (only before)" : " (only after)";
  return `${suite === undefined ? "" : `${suite} / `}${workflow}${alone}`;
}

/** `Played on for information only from turn 3 (in step 1).` */
export function describeUngrounded({ ungroundedFrom }: WorkflowDiff): string | undefined {
  if (ungroundedFrom === undefined) return undefined;
  return `Played on for information only from turn ${ungroundedFrom.turn} (in step ${ungroundedFrom.step}).`;
}
