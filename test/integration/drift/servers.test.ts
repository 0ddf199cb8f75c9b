// How a server behaves while it is asked: late, in another order, noisy, mute, or not to the end.
import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/report/report.js";
import { driftCase } from "../../helpers/drift-case.js";
import { inRounds } from "../../helpers/rounds.js";

const ask = driftCase({
  steps: [{ user: "What is Ann's email?", expectedState: "ann@old.example" }],
  turns: [
    { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
    { calls: [{ tool: "get_user", input: { id: 7 } }] },
    { text: "It is ann@old.example." },
  ],
});

describe("no drift", () => {
  it.each([
    ["a slow server", "slow", []],
    ["log messages, progress and list_changed with every call", "noise", []],
    ["a banner on stdout", "banner", ["users service 2.0"]],
  ])("%s", async (_, v2, findings) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({
      verdict: "passed",
      exitCode: 0,
      metrics: "passed not-applicable passed",
      classes: [],
    });
    expect(seen.calls).toHaveLength(2);
    for (const finding of findings) expect(seen.evaluation.run?.findings.join("\n")).toContain(finding);
  });
});

describe("a server that fails, although it did not when it was recorded", () => {
  it.each([
    ["dies in the middle of the run", "dies", ["breaking call 2 get_user"]],
    ["exits at the start", "exits-at-start", ["breaking server"]],
  ])("%s: breaking, failed", async (_, v2, drift) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({ verdict: "failed", exitCode: 1, drift });
    expect(seen.evaluation.reasons.join()).toContain("exited");
  });

  it.each([
    ["never answers initialize", "mute", ["breaking server"], "initialize"],
    ["never answers a call", "silent", ["breaking call 2 get_user"], "get_user"],
  ])("%s: breaking, failed", async (_, v2, drift, word) => {
    const seen = await ask.replay(v2, { timeout: 1500 });
    expect(seen).toMatchObject({ verdict: "failed", exitCode: 1, drift });
    expect(JSON.stringify(seen.evaluation)).toContain(word);
  });
});

/** The report without what a clock says. */
function withoutTimes(report: Report): string {
  return JSON.stringify(report, (key, value: unknown) => (key === "ms" || key === "timestamp" ? undefined : value));
}

describe("parallel calls", () => {
  const together = driftCase({
    steps: [{ user: "Who is there?", expectedState: "Bob" }],
    config: { parallelToolCalls: true },
    turns: [
      {
        calls: [
          { tool: "find_user", input: { name: "Ann" } },
          { tool: "list_users" },
          { tool: "count_visits", input: { id: 7 } },
          { tool: "get_user", input: { id: 7 } },
          { tool: "local_time", input: { utc: "2026-01-05T12:00:00Z" } },
        ],
      },
      {
        calls: [
          { tool: "find_user", input: { name: "Bob" } },
          { tool: "facts" },
          { tool: "get_user", input: { id: 8 } },
        ],
      },
      { text: "Ann and Bob." },
    ],
  });

  it("that end in another order are not drift", async () => {
    const seen = await together.replay("first-last");
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, drift: [] });
    expect(seen.calls).toHaveLength(8);
  });

  it("that end in random order make one report, replayed 100 times", async () => {
    const reports = new Map<string, number>();
    await inRounds(100, async (round) => {
      const seen = await together.replay("random-delays");
      expect(seen, `round ${round}`).toMatchObject({ verdict: "passed", exitCode: 0 });
      const report = withoutTimes(seen.report);
      reports.set(report, (reports.get(report) ?? 0) + 1);
    });
    expect([...reports.values()]).toEqual([100]);
  });
});
