// Renders one workflow of a diff as the console does, in one piece and without colours. Controls are escaped.
import type { WorkflowDiff } from "../../../diff/diff.js";
import { createValueDiffer } from "../../parts/value-diff.js";
import { commandLines, paragraphs, type Look } from "../console-look.js";
import { escapeControls } from "../../safe/shown-text.js";
import { compactDriftLines, driftLines, isOfCall } from "./console-drift.js";
import { callLines, scoreLine } from "./console-workflows.js";
import { countOf, mendedCalls, quietDrift, tellingDrift, troubledCalls } from "./notable.js";
import { describeDeeds, describeImportedSides, describeUngrounded } from "./place-words.js";

const PLAIN: Look = { paint: (_colour, text) => text, width: 100, debug: false };
/** Most items of one kind. */
const MOST = 20;

/** Renders lines, with a title above each kind. */
export function plainWorkflowDiff(workflow: WorkflowDiff): string {
  const { notes, verdict, scores, settle, calls } = workflow;
  const view = { look: PLAIN, differ: createValueDiffer() };
  const called = [...troubledCalls(workflow), ...mendedCalls(workflow)];
  const slow = calls.filter(({ latency }) => latency !== undefined);
  const quiet = quietDrift(workflow).length;
  const lines = [
    ...notes.flatMap((note) => paragraphs(note, 0, PLAIN)),
    ...[describeImportedSides(workflow), describeUngrounded(workflow), describeDeeds(workflow)].flatMap((text) =>
      text === undefined ? [] : paragraphs(escapeControls(text), 0, PLAIN),
    ),
    ...(verdict.before === verdict.after ? [] : [`Verdict: ${verdict.before} → ${verdict.after}`]),
    ...scores.map((score) => scoreLine(score, 2, PLAIN)),
    ...part("Calls:", called, (call) => callLines(call, "all", 2, PLAIN)),
    ...part("Latency:", slow, (call) => callLines(call, "latency", 2, PLAIN)),
    ...part("Results:", tellingDrift(workflow), (drift) =>
      isOfCall(drift) ? driftLines(drift, workflow, 2, view) : compactDriftLines(drift, 2, view),
    ),
    ...(quiet === 0 ? [] : [`${countOf(quiet, "difference")} more, harmless or accepted.`]),
    ...part("What to type:", settle, (command) => commandLines(command, 2, PLAIN)),
  ];
  return lines.join("\n");
}

function part<Item>(title: string, items: readonly Item[], lines: (item: Item) => string[]): string[] {
  if (items.length === 0) return [];
  const left = items.length - MOST;
  return [title, ...items.slice(0, MOST).flatMap(lines), ...(left > 0 ? [`  ${left} more`] : [])];
}
