// A recorded run in; its transcript as one JSON document out. The same run gives the same bytes.
import { toJson } from "../../cassette/to-json.js";
import type { TraceStep } from "../../trace/trace.js";
import type { Shown, ShownSession } from "./shown.js";

/** Everything, nothing folded; the tools that each turn was given are left out. Ends with a line end. */
export function renderJson(shown: Shown | ShownSession): string {
  if ("session" in shown) return `${JSON.stringify(toJson({ version: 1, ...shown }), null, 2)}\n`;
  const { run, diff } = shown;
  const document = {
    version: 1,
    ...run,
    steps: run.steps.map(withoutTools),
    ...(diff === undefined ? {} : { diff: { ...diff, steps: diff.steps.map(withoutTools) } }),
  };
  return `${JSON.stringify(toJson(document), null, 2)}\n`;
}

function withoutTools({ user, turns }: TraceStep): object {
  return { user, turns: turns.map((turn) => ({ ...turn, tools: undefined })) };
}
