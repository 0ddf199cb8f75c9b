// Groups workflows of a diff that differ for the same cause, so that the cause is shown once.
import { appendTo } from "../../../append-to.js";
import type { WorkflowDiff } from "../../../diff/diff.js";
import { canonicalJson } from "../../../json/canonical.js";
import { inAnyRow } from "../../../json/pointer.js";
import { tellingDrift } from "./notable.js";

/** The first is shown in full; the others have the same cause. */
export type WorkflowGroup = readonly [WorkflowDiff, ...WorkflowDiff[]];

/** In the order of each group's first workflow. Values and indexes in lists may differ within a group. */
export function groupWorkflowDiffs(workflows: readonly WorkflowDiff[]): WorkflowGroup[] {
  const groups = new Map<string, WorkflowDiff[]>();
  for (const workflow of workflows) appendTo(groups, keyOfCause(workflow), workflow);
  return [...groups.values()].flatMap(([first, ...others]): WorkflowGroup[] =>
    first === undefined ? [] : [[first, ...others]],
  );
}

function keyOfCause(workflow: WorkflowDiff): string {
  const { on, outcome, verdict, notes, calls, scores, workflow: name } = workflow;
  return canonicalJson([
    on,
    outcome,
    verdict.before,
    verdict.after,
    // A message often names its own workflow.
    notes.map((note) => note.replaceAll(name, "")),
    calls.flatMap(({ tool, change, before, after }) =>
      change === "same" ? [] : [[tool, change, before.kind, after.kind, after.code ?? null]],
    ),
    tellingDrift(workflow).map(({ class: kind, where: { part, tool = null, path } }) => [
      kind,
      part,
      tool,
      inAnyRow(path),
    ]),
    scores.map(({ id, change, after }) => [id, change, after.verdict]),
  ]);
}
