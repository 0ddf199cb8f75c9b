// What two reports say of one workflow: scores, verdicts, and the drift from the recording that came and went.
import { describe, expect, it } from "vitest";
import { compareReported, type ReportedWorkflow } from "../../../src/diff/reports.js";
import type { Drift } from "../../../src/trace/drift.js";

const drift = (id: string, kind: Drift["class"], more: Partial<Drift> = {}): Drift => ({
  id,
  class: kind,
  where: { part: "result", step: 1, turn: 1, call: 1, tool: "get", path: "/content/0/text" },
  ...more,
});
const reported = (drifts: Drift[], more: Partial<ReportedWorkflow> = {}): ReportedWorkflow => ({
  verdict: "passed",
  results: [{ id: "tool-call-health", metric: "Tool Call Health", verdict: "passed", score: 1 }],
  reasons: [],
  settle: [],
  replay: { drift: drifts },
  ...more,
});
const compare = (before: ReportedWorkflow, after: ReportedWorkflow) =>
  compareReported({ workflow: "w" }, before, after).diff;

describe("two reports of a workflow", () => {
  it("with the same drift are the same", () => {
    const both = reported([drift("d-1", "changed"), drift("d-2", "volatile")]);
    expect(compare(both, both)).toMatchObject({ outcome: "SAME", drift: [], reasons: [] });
  });

  it("show drift that is new, and name what went", () => {
    const [before, after] = [reported([drift("d-1", "changed")]), reported([drift("d-2", "breaking")])];
    const there = compare(before, after);
    expect(there).toMatchObject({ outcome: "BREAKING", drift: [{ id: "d-2" }] });
    expect(there.reasons.join(" ")).toContain("d-1");
    expect(compare(after, before)).toMatchObject({ outcome: "CHANGED", drift: [{ id: "d-1" }] });
    expect(compare(after, reported([])).outcome).toBe("CHANGED");
  });

  it("count nothing that was accepted, and no class that is harmless", () => {
    const quiet = [drift("d-1", "changed", { accepted: true }), drift("d-2", "docs", { accepted: true })];
    expect(compare(reported([]), reported(quiet)).outcome).toBe("SAME");
  });

  it("where one could not be judged leave it open", () => {
    const open = reported([], {
      verdict: "inconclusive",
      results: [{ id: "tool-call-health", metric: "Tool Call Health", verdict: "inconclusive", score: null }],
      settle: ["mcpvals record"],
    });
    expect(compare(reported([]), open)).toMatchObject({ outcome: "INCONCLUSIVE", settle: ["mcpvals record"] });
    expect(compare(open, open)).toMatchObject({ outcome: "INCONCLUSIVE", scores: [{ change: "unknown" }] });
  });
});
