// Renders a diff as Markdown for a pull request's comment or a step's summary: the verdict, the workflows with their
// recorded calls, the contract, what is harmless.
// Never longer than GitHub accepts: leaves out whole rows and sections, the least serious first, and counts them.
import type { DiffReport, ScoreDiff, WorkflowDiff } from "../../../diff/diff.js";
import { percent } from "../../../metrics/percent.js";
import { lookOf } from "../console-look.js";
import { cellCode, code, fenceText, htmlCode } from "../../safe/safe-markdown.js";
import { cutText, escapeControls, escapeLines } from "../../safe/shown-text.js";
import { countWhatCounts, describeEvidence, describeWhy } from "./decided-by.js";
import { howToAccept } from "./how-to-accept.js";
import type { DiffReporterOptions } from "./reporter.js";
import { contractTable, foldedContract } from "./markdown-contract.js";
import { fittingTexts } from "../../parts/markdown-room.js";
import { OUTCOME_EMOJI, OUTCOME_HEADLINE } from "./outcome.js";
import { describeWorkflow } from "./place-words.js";
import { plainWorkflowDiff } from "./plain-workflow.js";
import { describeSide } from "./side-words.js";

/** GitHub accepts 65,536 characters in a comment. */
const LIMIT = 65_000;
const TABLE_LIMIT = 16_000;
const CONTRACT_LIMIT = 20_000;
/** Most characters for the reasons, and for accepted drift that did not occur. */
const NOTES_LIMIT = 3_000;
/** How many workflows are unfolded. */
const OPEN = 1;

/** Ends with a line end. */
export function renderDiffMarkdown(report: DiffReport, { config }: Pick<DiffReporterOptions, "config">): string {
  const { verdict, from, to, unused } = report;
  const accept = howToAccept(report, config);
  const evidence = describeEvidence(report);
  const head = [
    `## ${OUTCOME_EMOJI[verdict]} ${verdict}: ${OUTCOME_HEADLINE[verdict]}`,
    "",
    `From ${code(describeSide(from, to), 160)} to ${code(describeSide(to, from), 160)}: ${countWhatCounts(report)}.${evidence === undefined ? "" : ` ${evidence}`}`,
    "",
    ...notes(describeWhy(report)),
    ...workflowTable(report),
  ];
  const contract = contractTable(report, CONTRACT_LIMIT);
  const after = [
    ...(unused.length === 0 ? [] : ["Accepted, but did not occur:", "", ...notes(unused)]),
    ...(accept === undefined
      ? []
      : ["To accept what is harmless in the contract:", "", fenceText(escapeControls(accept), "sh"), ""]),
    `Compared by ${code(report.by, 160)}.`,
  ];
  const room = LIMIT - [...head, ...contract, ...after].join("\n").length - 200;
  const told = report.workflows
    .filter(isTold)
    .map((one, at) => workflowSection(one, at < OPEN && one.outcome !== "SAME"));
  // What recorded calls meet comes before the contract.
  const workflows = fittingTexts(told, room);
  const folded = foldedContract(report, CONTRACT_LIMIT);
  const quiet = fittingTexts(folded, room - workflows.shown.join("\n").length);
  const left = workflows.left + quiet.left;
  return `${[
    ...head,
    ...workflows.shown,
    ...contract,
    ...quiet.shown,
    ...(left > 0 ? [`Details of ${left} more are left out.`, ""] : []),
    ...after,
  ]
    .join("\n")
    .trimEnd()}\n`;
}

/** True where the table says everything about the workflow. */
function isTold({ outcome, drift }: WorkflowDiff): boolean {
  return outcome !== "SAME" || drift.length > 0;
}

function notes(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const { shown, left } = fittingTexts(
    texts.map((text) => escapeLines(cutText(text, 600))),
    NOTES_LIMIT,
  );
  return [fenceText([...shown, ...(left > 0 ? [`${left} more`] : [])].join("\n")), ""];
}

function workflowTable(report: DiffReport): string[] {
  const workflows = report.workflows;
  if (workflows.length === 0) return [];
  const metrics = new Map(workflows.flatMap(({ scores }) => scores.map(({ id, metric }) => [id, metric] as const)));
  const ids = [...metrics.keys()].toSorted((one, other) => rank(one) - rank(other));
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rows = workflows.map((workflow) => {
    const { outcome, verdict } = workflow;
    const was = verdict.before === verdict.after ? verdict.after : `${verdict.before} → ${verdict.after}`;
    const name = cellCode(describeWorkflow(workflow), 100);
    return row([OUTCOME_EMOJI[outcome], name, outcome, was, ...ids.map((id) => scoreCell(workflow, id))]);
  });
  const { shown, left } = fittingTexts(rows, TABLE_LIMIT);
  const names = ids.map((id) => NAMES.get(id) ?? cellCode(metrics.get(id) ?? id, 160));
  return [
    row(["", "Workflow", "Outcome", "Verdict", ...names]),
    row(["---", "---", "---", "---", ...ids.map(() => "---")]),
    ...shown,
    "",
    ...(left > 0 ? [`${left} more workflows are left out.`, ""] : []),
  ];
}

const NAMES = new Map([
  ["end-to-end-success", "End-to-End Success"],
  ["tool-invocation-order", "Tool Invocation Order"],
  ["tool-call-health", "Tool Call Health"],
  ["llm-judge", "LLM Judge"],
]);

function rank(id: string): number {
  const at = [...NAMES.keys()].indexOf(id);
  return at < 0 ? NAMES.size : at;
}

function scoreCell({ scores }: WorkflowDiff, id: string): string {
  const score = scores.find((one) => one.id === id);
  if (score === undefined) return "";
  const { before, after, change } = score;
  const show = ({ verdict, score: value }: ScoreDiff["before"]): string =>
    verdict === "not-applicable" ? lookOf(verdict).mark : `${lookOf(verdict).mark} ${percent(value)}`;
  return change === "same" ? show(after) : `${show(before)} → ${show(after)}`;
}

function workflowSection(workflow: WorkflowDiff, isOpen: boolean): string {
  const { outcome } = workflow;
  const name = htmlCode(describeWorkflow(workflow), 100);
  const summary = `${OUTCOME_EMOJI[outcome]} ${name} ${outcome}`;
  return `<details${isOpen ? " open" : ""}><summary>${summary}</summary>\n\n${fenceText(plainWorkflowDiff(workflow))}\n\n</details>\n`;
}
