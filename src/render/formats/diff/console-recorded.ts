// Renders the workflows of a diff: what became of their recorded calls, at most ten lines each, the worst first.
import type { CallDiff, ScoreDiff, WorkflowDiff } from "../../../diff/diff.js";
import { metricScore } from "../../../metrics/percent.js";
import { columnsOf, cutText, escapeControls } from "../../safe/shown-text.js";
import { commandLines, hanging, lookOf, paintVerdict, type Look } from "../console-look.js";
import { describeCallBriefly, describeLatency, describeOutcomeNow } from "./call-words.js";
import { compactDriftLines, driftLines } from "./console-drift.js";
import { few, reasonLines, type ConsoleSection, type DiffConsole } from "./console-section.js";
import { callLines } from "./console-workflows.js";
import { groupWorkflowDiffs, type WorkflowGroup } from "./group-workflows.js";
import {
  changedScores,
  countOf,
  isImpossible,
  isUngrounded,
  mendedCalls,
  quietDrift,
  slowerCalls,
  tellingDrift,
  troubledCalls,
} from "./notable.js";
import { OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { describeDeeds, describeImportedSides, describeUngrounded, describeWorkflow } from "./place-words.js";

const MOST_GROUPS = 10;
/** Calls and results of one workflow. */
const MOST_EVIDENCE = 2;

/** Renders each workflow that is not the same; with everything asked for, also those that are. */
export function recordedSection(view: DiffConsole): ConsoleSection {
  const { report, look } = view;
  const differ = report.workflows.filter(({ outcome }) => look.debug || outcome !== "SAME");
  const groups = look.debug ? differ.map((one): WorkflowGroup => [one]) : groupWorkflowDiffs(differ);
  const lines = few(groups, MOST_GROUPS, 2, look, (group) => groupLines(group, view));
  const isRecorded = report.workflows.some(({ calls }) => calls.length > 0);
  return { title: isRecorded ? "Recorded Calls" : "Workflows", colour: "bold", lines };
}

function groupLines([first, ...others]: WorkflowGroup, view: DiffConsole): string[] {
  const { look } = view;
  const names = others.map(describeWorkflow).join(", ");
  return [
    ...headLines(first, look),
    ...(look.debug ? fullLines(first, view) : compactLines(first, view)),
    ...(others.length === 0 ? [] : cutLines(`The same in ${others.length} more: ${names}`, 4, look)),
  ];
}

function headLines(workflow: WorkflowDiff, look: Look): string[] {
  const { outcome } = workflow;
  const name = hanging(`Workflow: ${describeWorkflow(workflow)} ${OUTCOME_MARK[outcome]} ${outcome}`, 2, look);
  return name.map((line) => look.paint(lookOf(OUTCOME_TONE[outcome]).colour, line));
}

function compactLines(workflow: WorkflowDiff, view: DiffConsole): string[] {
  const { look } = view;
  const { notes } = workflow;
  const evidence = evidenceOf(workflow, view);
  const told = [...evidence.slice(0, MOST_EVIDENCE).flatMap(({ lines }) => lines), ...moreLines(evidence, look)];
  const scores = scoreLines(changedScores(workflow), look, workflow.ungroundedFrom);
  return [
    ...(workflow.outcome === "REGRESSED" ? [...scores, ...told] : [...told, ...scores]),
    ...noteLines(notes, view),
    ...cutLines(describeDeeds(workflow) ?? "", 4, look),
    ...typeLines(workflow, look),
  ];
}

/** Renders the first note with its evidence, a second one in short, and counts the rest. */
function noteLines([first, second, ...rest]: readonly string[], view: DiffConsole): string[] {
  const { look } = view;
  return [
    ...(first === undefined ? [] : reasonLines(first, 4, view)),
    ...(second === undefined ? [] : cutLines(second.split("\n")[0] ?? "", 4, look)),
    ...(rest.length === 0 ? [] : [`    ${countOf(rest.length, "more note")} (--full shows all)`]),
  ];
}

/** A call or a difference. */
interface Evidence {
  lines: string[];
  /** What `accept` takes. */
  id?: string;
}

/** The most important first. Leaves out what is for information only. */
function evidenceOf(workflow: WorkflowDiff, view: DiffConsole): Evidence[] {
  const { look, report } = view;
  const called = troubledCalls(workflow).filter((call) => isImpossible(call) || !call.ungrounded);
  const told = new Set(called.flatMap(({ driftIds }) => driftIds));
  const drift = tellingDrift(workflow).filter(
    (one) =>
      !told.has(one.id) && !isUngrounded(workflow, one) && !isWhyImpossible(one.where.tool, one.where.part, called),
  );
  const ofCall = (call: CallDiff): Evidence => ({
    lines: cutLines(`${describeCallBriefly(call)} ${describeOutcomeNow(call)}`, 4, look),
  });
  return [
    ...called.map(ofCall),
    ...drift.map((one) => ({ lines: compactDriftLines(one, 4, view), id: one.id })),
    ...mendedCalls(workflow).map(ofCall),
    ...slowerCalls(report, workflow).map((call) => ({
      lines: cutLines(`${describeCallBriefly(call)}: ${describeLatency(call) ?? ""}`, 4, look),
    })),
  ];
}

/** Counts what is not shown, and names what a person decides. */
function moreLines(evidence: readonly Evidence[], look: Look): string[] {
  const rest = evidence.slice(MOST_EVIDENCE);
  if (rest.length === 0) return [];
  const ids = rest.flatMap(({ id }) => id ?? []);
  const names = ids.length === 0 ? "" : `: ${ids.join(", ")}`;
  const all = " (--full shows all)";
  const text = `${countOf(rest.length, "more difference")}${names}`;
  return [`    ${cutText(escapeControls(text), look.width - 4 - all.length)}${all}`];
}

/** A tool that is gone says no more than the call that cannot be made. */
function isWhyImpossible(tool: string | undefined, part: string, called: readonly CallDiff[]): boolean {
  return part === "tool" && called.some((call) => isImpossible(call) && call.tool === tool);
}

/** `✗ Tool Call Health 100% → 50%  ? End-to-End Success 100% → not judged` */
function scoreLines(scores: readonly ScoreDiff[], look: Look, ungroundedFrom?: { turn: number }): string[] {
  const words = scores.map(({ metric, before, after }) => {
    const name = cutText(escapeControls(metric), 40);
    return cutText(`${lookOf(after.verdict).mark} ${name} ${scoreWord(before)} → ${scoreWord(after)}`, look.width - 4);
  });
  if (ungroundedFrom !== undefined) words.push(`nothing proven from turn ${ungroundedFrom.turn} on`);
  const worst = scores.find(({ change }) => change === "worse") ?? scores[0];
  const paint = (line: string): string => (worst === undefined ? line : paintVerdict(worst.after.verdict, look, line));
  return packWords(words, look.width - 4).map((line) => `    ${paint(line)}`);
}

/** Puts as many as fit on a line, and breaks none. */
function packWords(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""}   ${word}`;
    if (lines.length > 0 && columnsOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function scoreWord(side: ScoreDiff["before"]): string {
  return side.verdict === "inconclusive" ? "not judged" : metricScore(side);
}

function typeLines(workflow: WorkflowDiff, look: Look): string[] {
  const { settle, calls, acceptable, outcome } = workflow;
  const lines = settle.flatMap((command) => {
    const label = /^mcpvals show\b/.test(command)
      ? "look:  "
      : /^mcpvals accept\b/.test(command)
        ? "or:    "
        : "then:  ";
    const [first = "", ...rest] = commandLines(command, 4 + label.length, look);
    return [`    ${label}${first.trimStart()}`, ...rest];
  });
  const isStuck = outcome === "BREAKING" && acceptable.length === 0 && calls.some(isImpossible);
  return isStuck ? [...lines, "    then:  fix the server, or record again once the config names the new one"] : lines;
}

function fullLines(workflow: WorkflowDiff, view: DiffConsole): string[] {
  const { look } = view;
  const { notes, scores, calls, verdict } = workflow;
  return [
    ...hanging(describeImportedSides(workflow) ?? "", 4, look).filter((line) => line.trim() !== ""),
    ...notes.flatMap((note) => reasonLines(note, 4, view)),
    ...(verdict.before === verdict.after ? [] : [`    Verdict: ${verdict.before} → ${verdict.after}`]),
    ...scores.flatMap((score) => scoreLines([score], look)),
    ...calls.flatMap((call) => callLines(call, "all", 4, look)),
    ...[...tellingDrift(workflow), ...quietDrift(workflow)].flatMap((one) => driftLines(one, workflow, 4, view)),
    ...hanging(describeUngrounded(workflow) ?? "", 4, look).filter((line) => line.trim() !== ""),
    ...hanging(describeDeeds(workflow) ?? "", 4, look).filter((line) => line.trim() !== ""),
    ...typeLines(workflow, look),
  ];
}

/** Cuts a text to two lines; none for an empty text. */
function cutLines(text: string, indent: number, look: Look): string[] {
  if (text === "") return [];
  return hanging(cutText(escapeControls(text), 2 * (look.width - indent - 4)), indent, look);
}
