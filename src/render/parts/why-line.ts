// Says on one line why a workflow did not pass.
import { expectedWords } from "./expected-words.js";
import type { Why } from "../../report/why-of.js";
import { describeDecisive } from "./decisive-drift.js";

/** One line, without a full stop where it is ours. Not escaped. */
export function whyLine(why: Why): string {
  switch (why.kind) {
    case "server-failed":
    case "reason":
    case "check":
      return firstLine(why.message);
    case "drift":
      return describeDecisive(why.drift);
    case "calls": {
      const more = why.count > 1 ? ` (and ${why.count - 1} more failed calls)` : "";
      return `${why.first.tool} (call ${why.first.call}) failed: ${firstLine(why.first.reason)}${more}`;
    }
    case "metric":
      return `${why.metric.metric}: ${expectedWords(why.metric)}`;
  }
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? text;
}
