// Describes where a change of a contract, or a workflow, is. Not escaped.
import type { WorkflowDiff } from "../../../diff/diff.js";
import { describeImported } from "../../../trace/describe-imported.js";
import type { ContractClass } from "../../../contract/classes.js";
import type { ContractChange } from "../../../contract/change.js";

export const CONTRACT_MARK: Record<ContractClass, string> = { breaking: "✗", risky: "~", compatible: "✓", docs: "✓" };

/** `tool book_table, /inputSchema/required` */
export function describeSubject({ subject, path }: ContractChange): string {
  return `${describeName({ subject })}${path === "" ? "" : `, ${path}`}`;
}

/** `tool book_table` */
export function describeName({ subject: { kind, name } }: Pick<ContractChange, "subject">): string {
  const what = kind.replace("-", " ");
  return name === undefined ? what : `${what} ${name}`;
}

/** `book-a-table`, `travel / book-a-table`, `book-a-table (only before)`, `book-a-table (imported)` */
export function describeWorkflow({ workflow, suite, on, imported }: WorkflowDiff): string {
  const alone = on === "both" ? "" : on === "from" ? " (only before)" : " (only after)";
  const source = imported === undefined ? "" : " (imported)";
  return `${suite === undefined ? "" : `${suite} / `}${workflow}${source}${alone}`;
}

/** `Imported from a transcript (claude-code, sha256 0123456789ab).` */
export function describeImportedSides({ imported }: Pick<WorkflowDiff, "imported">): string | undefined {
  if (imported === undefined) return undefined;
  const [before, after] = [imported.before, imported.after].map((one) => one && describeImported(one));
  if (before === after) return `Imported ${before}.`;
  const lines = [
    ...(before === undefined ? [] : [`The old recording was imported ${before}.`]),
    ...(after === undefined ? [] : [`The new recording was imported ${after}.`]),
  ];
  return lines.join(" ");
}

/** `Played on for information only from turn 3 (in step 1).` */
export function describeUngrounded({ ungroundedFrom }: WorkflowDiff): string | undefined {
  if (ungroundedFrom === undefined) return undefined;
  return `Played on for information only from turn ${ungroundedFrom.turn} (in step ${ungroundedFrom.step}).`;
}

/** `Claude called echo, add; its last words: "It is 42."` */
export function describeDeeds({ calls, lastWords }: WorkflowDiff): string | undefined {
  const runs: { tool: string; times: number }[] = [];
  for (const { tool } of calls) {
    const last = runs.at(-1);
    if (last?.tool === tool) last.times += 1;
    else runs.push({ tool, times: 1 });
  }
  const names = runs.slice(0, MOST_NAMES).map(({ tool, times }) => (times === 1 ? tool : `${tool} ×${times}`));
  const called = runs.length === 0 ? [] : [`Claude called ${names.join(", ")}${runs.length > MOST_NAMES ? ", …" : ""}`];
  const said =
    lastWords === undefined
      ? []
      : [
          `${called.length === 0 ? "Claude's" : "its"} last words: ${JSON.stringify(lastWords.before)}${lastWords.after === undefined ? "" : ` → ${JSON.stringify(lastWords.after)}`}`,
        ];
  return called.length + said.length === 0 ? undefined : [...called, ...said].join("; ");
}

const MOST_NAMES = 8;
