// Renders scores and calls of a diff as lines.
import type { CallDiff, ScoreDiff } from "../../../diff/diff.js";
import { metricScore } from "../../../metrics/percent.js";
import { hanging, type Look, paintVerdict } from "../console-look.js";
import { cutText, escapeControls } from "../../safe/shown-text.js";
import { describeCall, describeLatency, describeOutcomes } from "./call-words.js";

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

/** `latency`: only the time. */
type CallKind = "latency" | "all";

/** Renders a call, its outcome and its time, as far as requested. */
export function callLines(call: CallDiff, which: CallKind, indent: number, look: Look): string[] {
  const isOfTime = which === "latency";
  const latency = describeLatency(call);
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
