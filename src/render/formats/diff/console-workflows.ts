// Renders the workflows of a diff as sections of the console: scores, calls and open questions.
import type { CallDiff, ScoreDiff, WorkflowDiff } from "../../../diff/diff.js";
import { metricScore } from "../../../metrics/percent.js";
import { commandLines, hanging, type Look, paintVerdict } from "../console-look.js";
import { cutText, escapeControls } from "../../safe/shown-text.js";
import { describeCall, describeLatency, describeOutcomes } from "./call-words.js";
import {
  few,
  consoleWorkflowSection,
  type DiffConsole,
  type ConsoleSection,
  type ConsoleSectionHead,
} from "./console-section.js";
import { changedScores, gotWorse, mendedCalls, slowerCalls, troubledCalls } from "./notable.js";

const MOST_CALLS = 5;

const SCORE_HEADS: Record<"worse" | "other" | "all", ConsoleSectionHead> = {
  worse: { title: "What Got Worse", colour: "red" },
  other: { title: "Other Scores That Differ", colour: "bold" },
  all: { title: "All Scores", colour: "bold" },
};

/** `worse`: of workflows that got worse; `other`: better and unknown ones of the rest; `all`: every score. */
export function scoreSection(view: DiffConsole, which: "worse" | "other" | "all"): ConsoleSection {
  const scoresOf = (workflow: WorkflowDiff) => (which === "all" ? workflow.scores : changedScores(workflow));
  const isIn = (workflow: WorkflowDiff): boolean => {
    if (which === "all") return workflow.scores.length > 0;
    if (gotWorse(workflow)) return which === "worse";
    return which === "other" && (scoresOf(workflow).length > 0 || differs(workflow));
  };
  return consoleWorkflowSection(view, SCORE_HEADS[which], isIn, (workflow) => [
    ...(differs(workflow) ? [`    Verdict: ${workflow.verdict.before} → ${workflow.verdict.after}`] : []),
    ...scoresOf(workflow).map((score) => scoreLine(score, 4, view.look)),
  ]);
}

function differs({ verdict }: WorkflowDiff): boolean {
  return verdict.before !== verdict.after;
}

/** `✗ Tool Call Health: 100% → 50% (worse)` */
export function scoreLine({ metric, before, after, change }: ScoreDiff, indent: number, look: Look): string {
  const mark = paintVerdict(after.verdict, look);
  const name = cutText(escapeControls(metric), Math.max(20, look.width - 40));
  const score = change === "same" ? metricScore(after) : `${metricScore(before)} → ${metricScore(after)}`;
  return `${" ".repeat(indent)}${mark} ${name}: ${score}${CHANGE_WORD[change]}`;
}

const CHANGE_WORD: Record<ScoreDiff["change"], string> = {
  same: "",
  better: " (better)",
  worse: " (worse)",
  unknown: " (cannot be compared)",
};

/** `slower`: only calls that were timed here on both sides and got slower. */
type CallKind = "trouble" | "slower" | "latency" | "mended" | "all";

const CALL_HEADS: Record<CallKind, ConsoleSectionHead> = {
  trouble: { title: "Calls That Fail or Cannot Be Made", colour: "red" },
  slower: { title: "Calls That Are Slower", colour: "bold" },
  latency: { title: "Calls That Are Slower or Faster", colour: "bold" },
  mended: { title: "Calls That Fail No More", colour: "green" },
  all: { title: "All Calls", colour: "bold" },
};

export function callSection(view: DiffConsole, which: CallKind): ConsoleSection {
  const callsOf = (workflow: WorkflowDiff): readonly CallDiff[] => {
    if (which === "trouble") return troubledCalls(workflow);
    if (which === "mended") return mendedCalls(workflow);
    if (which === "slower") return slowerCalls(view.report, workflow);
    return which === "all" ? workflow.calls : workflow.calls.filter(({ latency }) => latency !== undefined);
  };
  const isIn = (workflow: WorkflowDiff): boolean => callsOf(workflow).length > 0;
  return consoleWorkflowSection(view, CALL_HEADS[which], isIn, (workflow) =>
    few(callsOf(workflow), MOST_CALLS, 4, view.look, (call) => callLines(call, which, 4, view.look)),
  );
}

/** Renders a call, its outcome and its time, as far as requested. */
export function callLines(call: CallDiff, which: CallKind, indent: number, look: Look): string[] {
  const isOfTime = which === "latency" || which === "slower";
  const latency = isOfTime || which === "all" ? describeLatency(call) : undefined;
  return [
    ...shortened(describeCall(call), indent, look),
    ...(isOfTime ? [] : shortened(outcomeOf(call), indent + 2, look)),
    ...(latency === undefined ? [] : [" ".repeat(indent + 2) + latency]),
  ];
}

function outcomeOf(call: CallDiff): string {
  const drift = call.driftIds.length === 0 ? "" : ` [${call.driftIds.join(", ")}]`;
  return describeOutcomes(call) + drift;
}

/** Shortens long arguments and messages to two lines, unless everything is shown. */
function shortened(text: string, indent: number, look: Look): string[] {
  return hanging(look.debug ? text : cutText(escapeControls(text), 2 * (look.width - indent - 4)), indent, look);
}

/** Renders what could not be compared, and the commands that help. */
export function inconclusiveSection(view: DiffConsole): ConsoleSection {
  const head: ConsoleSectionHead = { title: "What Could Not Be Decided", colour: "yellow" };
  return consoleWorkflowSection(
    view,
    head,
    ({ outcome, settle }) => outcome === "INCONCLUSIVE" || settle.length > 0,
    ({ settle }) =>
      settle.length === 0
        ? []
        : ["    To settle it:", ...settle.flatMap((command) => commandLines(command, 6, view.look))],
  );
}

/** Renders differences that no other section has, so that every workflow that differs is named. */
export function otherSection(view: DiffConsole): ConsoleSection {
  const named = new Set(view.named);
  const isIn = (workflow: WorkflowDiff): boolean => workflow.outcome !== "SAME" && !named.has(workflow);
  return consoleWorkflowSection(view, { title: "Other Workflows That Differ", colour: "bold" }, isIn, () => []);
}
