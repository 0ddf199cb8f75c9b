// Holds what the sections of the console's diff share: what was shown, and how many items of a kind are shown.
import type { DiffReport, WorkflowDiff } from "../../../diff/diff.js";
import type { ValueDiffer } from "../../parts/value-diff.js";
import { hanging, paragraphs, type Look, lookOf } from "../console-look.js";
import type { Colour } from "../../safe/paint.js";
import { worstWorkflowsFirst } from "./notable.js";
import { OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { describeUngrounded, describeWorkflow } from "./place-words.js";

export interface DiffConsole {
  report: DiffReport;
  look: Look;
  differ: ValueDiffer;
  /** The workflows that a section is about, including those that did not fit. */
  named: Set<WorkflowDiff>;
  /** The workflows whose reasons were shown. */
  told: Set<WorkflowDiff>;
  /** What followed the first line of a text, so that no trace or stderr is shown twice. */
  evidence: Set<string>;
}

/** Left out where it has no lines. */
export interface ConsoleSection extends ConsoleSectionHead {
  lines: string[];
}

export interface ConsoleSectionHead {
  title: string;
  colour: Colour;
}

const MOST_WORKFLOWS = 10;

/** Renders the workflows with something to report, the worst first, each with its lines. */
export function consoleWorkflowSection(
  view: DiffConsole,
  head: ConsoleSectionHead,
  isIn: (workflow: WorkflowDiff) => boolean,
  linesOf: (workflow: WorkflowDiff) => string[],
): ConsoleSection {
  const workflows = worstWorkflowsFirst(view.report).filter(isIn);
  for (const workflow of workflows) view.named.add(workflow);
  const lines = few(workflows, MOST_WORKFLOWS, 2, view.look, (workflow) => [
    ...workflowHead(workflow, view),
    ...linesOf(workflow),
  ]);
  return { ...head, lines };
}

/** Renders the name and the outcome; below them the reasons, if they were not shown yet. */
function workflowHead(workflow: WorkflowDiff, view: DiffConsole): string[] {
  const { look, told } = view;
  const { outcome, reasons } = workflow;
  const name = hanging(`Workflow: ${describeWorkflow(workflow)} ${OUTCOME_MARK[outcome]} ${outcome}`, 2, look);
  const head = name.map((line) => look.paint(lookOf(OUTCOME_TONE[outcome]).colour, line));
  if (told.has(workflow)) return head;
  told.add(workflow);
  const ungrounded = describeUngrounded(workflow);
  const lines = [...reasons, ...(ungrounded === undefined ? [] : [ungrounded])];
  return [...head, ...lines.flatMap((line) => reasonLines(line, 4, view))];
}

/** Lines of evidence below a reason. */
const MOST_EVIDENCE = 10;

/** Renders a sentence, and below it the evidence that was not shown yet: a trace, the end of stderr. */
export function reasonLines(text: string, indent: number, { look, evidence }: DiffConsole): string[] {
  const [first = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const below = rest.join("\n");
  const known = below !== "" && evidence.has(below);
  evidence.add(below);
  const shown = look.debug ? rest : rest.slice(0, MOST_EVIDENCE);
  const left = rest.length - shown.length;
  const more = known ? ["(as above)"] : [...shown, ...(left > 0 ? [`${left} more lines (--full shows all)`] : [])];
  return [first, ...more].flatMap((line) => paragraphs(line, indent, look));
}

/** Renders the first items and counts the others; renders all where everything is shown. */
export function few<Item>(
  items: readonly Item[],
  most: number,
  indent: number,
  look: Look,
  lines: (item: Item) => string[],
): string[] {
  const shown = look.debug ? items : items.slice(0, most);
  const left = items.length - shown.length;
  return [...shown.flatMap(lines), ...(left > 0 ? [`${" ".repeat(indent)}${left} more (--full shows all)`] : [])];
}
