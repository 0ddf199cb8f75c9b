// Finds a later take of several that acts differently now: who looks at the first one alone would miss it.
import type { ChangeSide, RunChanges } from "../diff/recordings/changes.js";
import type { ReviewEvidence } from "./review.js";

/** What changed in it, without recorded text; undefined for a first take, and for one with the same calls and verdict. */
export function watchTake(
  before: ChangeSide,
  after: ChangeSide,
  { calls, values }: RunChanges,
): { what: string; evidence: ReviewEvidence[] } | undefined {
  const { take, runs } = after.trials ?? { take: 1, runs: 1 };
  if (take === 1) return undefined;
  const toolsWithout = (kind: "gone" | "new"): string[] =>
    calls.filter((call) => call.kind !== kind).map(({ tool }) => tool);
  const called: ReviewEvidence[] = calls.every(({ kind }) => kind === "same")
    ? []
    : [{ label: "calls", before: toolsWithout("new"), after: toolsWithout("gone") }];
  for (const { part, call, tool, path, ...seen } of values) {
    if (part === "arguments") called.push({ label: `call ${call}, ${tool} ${path}`, ...seen });
  }
  const isJudgedAlike = before.verdict === after.verdict;
  const changed = [
    ...(isJudgedAlike ? [] : ["has a different verdict"]),
    ...(called.length === 0 ? [] : ["makes different calls"]),
  ];
  if (changed.length === 0) return undefined;
  const verdict = isJudgedAlike ? [] : [{ label: "verdict", before: before.verdict, after: after.verdict }];
  const all = take > runs ? "" : ` of ${runs}`;
  return { what: `take ${take}${all} ${changed.join(" and ")}`, evidence: [...verdict, ...called] };
}
