// Says in one line where an imported run comes from, and what it proves less than a recording of ours. Pure.
import type { Imported } from "./trace.js";

export function describeImported({ format, sha256, differs = [] }: Imported): string {
  const which = differs.length === 1 ? "call" : "calls";
  const what =
    differs.length === 0
      ? ""
      : `; the server answered ${which} ${differs.join(", ")} otherwise than the transcript says`;
  return `from a transcript (${format}, sha256 ${sha256.slice(0, 12)})${what}`;
}
