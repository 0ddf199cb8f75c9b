// Renders groups of workflows as rows of a table: verdict, metrics, judge, calls, turns, tokens and the likely cause.
import { describeVerdict } from "../../review/describe-verdict.js";
import type { Scores } from "../../cassette/schema.js";
import { percent } from "../../metrics/percent.js";
import { causesOf } from "../../review/cause-words.js";
import type { Group } from "../../review/group.js";
import type { WorkflowReview } from "../../review/review.js";
import type { ChangeSide } from "../../diff/recordings/changes.js";
import { cellCode } from "../safe/safe-markdown.js";

export const TABLE_HEAD = [
  "| workflow | verdict | metrics | judge | calls | turns | tokens | likely cause |",
  "| --- | --- | --- | --- | --- | --- | --- | --- |",
];

const METRICS = [
  ["end-to-end-success", "success"],
  ["tool-invocation-order", "order"],
  ["tool-call-health", "health"],
] as const;

/** Renders the row of a group. */
export function tableRow(group: Group): string {
  const { first, members } = group;
  const cells = [
    namesOf(group),
    verdictOf(first),
    metricsOf(first.before?.scores, first.after?.scores),
    change(judgeOf(members, "before"), judgeOf(members, "after")),
    ...(["calls", "turns", "tokens"] as const).map((key) =>
      change(sum(members, "before", key), sum(members, "after", key)),
    ),
    causeOf(first),
  ];
  return `| ${cells.join(" | ")} |`;
}

function namesOf({ first, members }: Group): string {
  const was = first.renamedFrom === undefined ? "" : ` (was ${cellCode(first.renamedFrom.workflow)})`;
  const more = members.length === 1 ? "" : ` and ${members.length - 1} more`;
  const source = (first.after ?? first.before)?.imported === undefined ? "" : " (imported)";
  return `${cellCode(first.workflow)}${source}${was}${more}`;
}

function verdictOf({ status, before, after, attention }: WorkflowReview): string {
  if (status === "deleted") return "**deleted**";
  if (status === "broken") return "**cannot be read**";
  if (status === "added") return `new: ${describeVerdict(after)}`;
  const verdict = change(describeVerdict(before), describeVerdict(after));
  const shown = attention.some(({ kind }) => kind === "verdict") ? `**${verdict}**` : verdict;
  return attention.some(({ kind }) => kind === "seal") ? `${shown} (seal broken)` : shown;
}

function metricsOf(before: Scores | undefined, after: Scores | undefined): string {
  const shown = METRICS.flatMap(([id, name]) => {
    const [one, other] = [before?.[id], after?.[id]];
    return one === undefined && other === undefined ? [] : [`${name} ${change(score(one), score(other))}`];
  });
  return shown.length === 0 ? "–" : shown.join("<br>");
}

function score(value: number | null | undefined): string | undefined {
  return value === undefined ? undefined : percent(value);
}

/** Returns the mean: no single score represents several workflows. */
function judgeOf(members: readonly WorkflowReview[], side: "before" | "after"): string | undefined {
  const scores = members.flatMap((member) => member[side]?.scores["llm-judge"] ?? []);
  return scores.length === 0 ? undefined : percent(scores.reduce((all, one) => all + one, 0) / scores.length);
}

function sum(
  members: readonly WorkflowReview[],
  side: "before" | "after",
  key: keyof Pick<ChangeSide, "calls" | "turns" | "tokens">,
): string | undefined {
  const numbers = members.flatMap((member) => member[side]?.[key] ?? []);
  return numbers.length === 0 ? undefined : grouped(numbers.reduce((all, one) => all + one, 0));
}

/** Returns `12,345`, whatever the machine's language is. */
function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function change(before: string | undefined, after: string | undefined): string {
  if (before === undefined && after === undefined) return "–";
  if (before === undefined || after === undefined || before === after) return after ?? before ?? "–";
  return `${before} → ${after}`;
}

function causeOf(review: WorkflowReview): string {
  const { kinds, isCause } = causesOf(review);
  const [first, ...others] = kinds;
  if (first === undefined) return "–";
  const tool = isCause ? review.causes[0]?.tool : undefined;
  const shown = [`${first}${tool === undefined ? "" : ` (${cellCode(tool, 30)})`}`, ...others].join(", ");
  return isCause ? shown : `– (${shown})`;
}
