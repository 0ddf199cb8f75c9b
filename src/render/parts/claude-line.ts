// Says on one line what Claude said last and which tools it called.
import type { Evaluation } from "../../report/report.js";
import { columnsOf, cutText, escapeControls } from "../safe/shown-text.js";

/** More calls are counted. */
const MOST_CALLS = 6;

/**
 * `Claude's last words: "No."; called add, echo`; of a replay that ended early the recorded words. Undefined where Claude
 * was not asked. Controls are escaped.
 */
export function claudeLine({ run, replay, verdict }: Evaluation, width: number): string | undefined {
  const isCutOff = replay !== undefined && run?.end !== undefined;
  const facts = isCutOff ? replay.recording : run;
  if (facts === undefined || verdict === "error") return undefined;
  const { lastWords = "", called = [] } = facts;
  if (lastWords === "" && called.length === 0) return undefined;
  const calls = escapeControls(describeCalls(called));
  const label = isCutOff ? "Claude's recorded answer: " : "Claude's last words: ";
  const room = width - columnsOf(label) - 2;
  const after = `; called ${calls}`;
  const tail = cutText(after, Math.max(16, room - Math.min(24, columnsOf(lastWords))));
  const said = cutText(escapeControls(lastWords.slice(0, width * 2)), Math.max(16, room - columnsOf(tail)));
  return `${label}${said === "" ? "none" : `"${said}"`}${tail}`;
}

/** `add (2 times), echo`, `nothing`. */
function describeCalls(called: readonly string[]): string {
  if (called.length === 0) return "nothing";
  const runs: { tool: string; times: number }[] = [];
  for (const tool of called) {
    const last = runs.at(-1);
    if (last?.tool === tool) last.times += 1;
    else runs.push({ tool, times: 1 });
  }
  const shown = runs.slice(0, MOST_CALLS).map(({ tool, times }) => (times === 1 ? tool : `${tool} (${times} times)`));
  const rest = runs.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}
