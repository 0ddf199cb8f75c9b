// Renders the transcript of a recorded run as one JSON document. The same run gives the same bytes.
import { toJson } from "../../json/to-json.js";
import type { TraceStep } from "../../trace/trace.js";
import { renderJsonText } from "../safe/json-text.js";
import type { Shown, ShownSession } from "./shown.js";

/** Everything, nothing folded; leaves out the tools that each turn was given. Ends with a line end. */
export function renderTranscriptJson(shown: Shown | ShownSession): string {
  if ("session" in shown) return renderJsonText(toJson({ version: 1, ...shown }));
  const { run, diff } = shown;
  const document = {
    version: 1,
    ...run,
    steps: run.steps.map(withoutTools),
    ...(diff === undefined ? {} : { diff: { ...diff, steps: diff.steps.map(withoutTools) } }),
  };
  return renderJsonText(toJson(document));
}

function withoutTools({ user, turns }: TraceStep): object {
  return { user, turns: turns.map((turn) => ({ ...turn, tools: undefined })) };
}
