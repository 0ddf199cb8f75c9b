// Renders a diff as workflow commands of GitHub Actions, which it shows as annotations.
import type { DiffReport, DiffVerdict, WorkflowDiff } from "../../../diff/diff.js";
import { renderAnnotations, type Annotation, type Level } from "../../parts/annotations.js";
import { describeCall, describeOutcomes } from "./call-words.js";
import { countWhatCounts } from "./decided-by.js";
import { describeMembers, describeSubjects, groupChanges, type ChangeGroup } from "./group-changes.js";
import type { DiffReporterOptions } from "./reporter.js";
import { openChanges, troubledCalls } from "./notable.js";
import { OUTCOME_HEADLINE } from "./outcome.js";
import { describeWorkflow } from "./place-words.js";
import { describeSide } from "./side-words.js";
import { factsOfContractClass, TO_DECIDE } from "../../../contract/classes.js";

const LEVEL: Record<DiffVerdict, Level | undefined> = {
  REGRESSED: "error",
  BREAKING: "error",
  INCONCLUSIVE: "warning",
  CHANGED: "warning",
  SAME: undefined,
};

/**
 * Renders one command a line: what got worse, breaks, changed or could not be compared, and one notice for the whole.
 */
export function renderDiffGithub(report: DiffReport, { config }: Pick<DiffReporterOptions, "config">): string {
  const { verdict, from, to } = report;
  const file = config ?? fileOf(report);
  const workflows = report.workflows.flatMap((workflow) => workflowAnnotation(workflow, file));
  const changes = openChanges(report, ...TO_DECIDE);
  const all = [
    ...(to.failure === undefined ? [] : [sideAnnotation("new", to.failure, "error", file)]),
    ...(from.failure === undefined ? [] : [sideAnnotation("old", from.failure, "warning", file)]),
    ...workflows,
    ...groupChanges(changes).map((group) => changeAnnotation(group, file)),
  ];
  const summary: Annotation = {
    level: "notice",
    title: `mcpvals diff: ${verdict}, ${OUTCOME_HEADLINE[verdict]}`,
    message: `${describeSide(from, to)} → ${describeSide(to, from)}: ${countWhatCounts(report)}`,
    file: null,
  };
  return renderAnnotations(all, summary, "workflows or changes of the contract");
}

/** Returns the new side where it is a file: a folder cannot have an annotation. */
function fileOf({ from, to }: DiffReport): string | null {
  const files = [to, from].filter(({ kind, label }) => kind !== "server" && /\.(ya?ml|json)$/i.test(label));
  return files[0]?.label ?? null;
}

function sideAnnotation(side: "old" | "new", failure: string, level: Level, file: string | null): Annotation {
  return { level, title: `mcpvals diff: the ${side} server returned nothing`, message: failure, file };
}

function workflowAnnotation(workflow: WorkflowDiff, file: string | null): Annotation[] {
  const { outcome, reasons, settle, verdict } = workflow;
  const level = LEVEL[outcome];
  if (level === undefined) return [];
  const message = [
    ...(reasons.length === 0 ? [`verdict ${verdict.before} → ${verdict.after}`] : reasons),
    ...troubledCalls(workflow).map((call) => `${describeCall(call)}: ${describeOutcomes(call)}`),
    ...(settle.length === 0 ? [] : ["To settle it:", ...settle]),
  ].join("\n");
  return [{ level, title: `${describeWorkflow(workflow)}: ${outcome}`, message, file }];
}

function changeAnnotation(group: ChangeGroup, file: string | null): Annotation {
  const [{ class: kind, message, note, rule, id }] = group;
  return {
    level: factsOfContractClass(kind).weight === "breaks" ? "error" : "warning",
    title: `${kind}: ${describeSubjects(group)}`,
    message: [message, ...(note === undefined ? [] : [note]), `${rule}: ${describeMembers(group) ?? id}`].join("\n"),
    file,
  };
}
