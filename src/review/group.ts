// Groups the reviewed workflows of a suite that changed in the same way, the worst first.
import { canonicalJson } from "../json/canonical.js";
import { inAnyRow } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import type { Scores } from "../cassette/schema.js";
import type { Cause, WorkflowReview } from "./review.js";
import { appendTo } from "../append-to.js";

export interface Group {
  /** Shown for all members. */
  first: WorkflowReview;
  /** Includes the first, in order. */
  members: readonly WorkflowReview[];
}

/** Groups workflows, which are sorted with the worst first. The value of a result may differ in each member. */
export function groupWorkflows(workflows: readonly WorkflowReview[]): Group[] {
  const groups = new Map<string, WorkflowReview[]>();
  for (const workflow of workflows) {
    const key = wayOf(workflow);
    appendTo(groups, key, workflow);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ first, members }];
  });
}

/** Returns the same text for workflows that changed in the same way. */
function wayOf(review: WorkflowReview): string {
  const { status, before, after, causes, changes, attention, renamedFrom } = review;
  return canonicalJson([
    status,
    before?.verdict ?? null,
    after?.verdict ?? null,
    wayOfScores(before?.scores, after?.scores),
    causes.map(wayOfCause),
    changes.calls.map(({ kind, tool, otherArguments = false }) => [kind, tool, otherArguments]),
    changes.values.map(({ tool, part, path }) => [tool, part, inAnyRow(path)]),
    changes.answers.map(({ step }) => step),
    changes.images.map(({ path }) => path),
    attention.map(({ kind, what }) => [kind, what]),
    renamedFrom !== undefined,
    [before, after].map((side) => side?.trials?.take ?? 1),
    [before, after].map((side) => side?.imported !== undefined),
    before === undefined || after === undefined ? null : [before.contract, after.contract],
  ]);
}

function wayOfScores(before: Scores = {}, after: Scores = {}): JsonValue {
  const { "llm-judge": one = null, ...old } = before;
  const { "llm-judge": other = null, ...now } = after;
  // A judge's number always varies.
  const judge = one === null || other === null ? "none" : one < other ? "rose" : one > other ? "fell" : "same";
  return [Object.values(old).map((score) => score ?? null), Object.values(now).map((score) => score ?? null), judge];
}

function wayOfCause({ kind, what, tool, path = "", before, after }: Cause): JsonValue {
  if (kind === "result") return [kind, tool ?? "", inAnyRow(path)];
  return [kind, what, tool ?? "", path, before === undefined ? [] : [before], after === undefined ? [] : [after]];
}
