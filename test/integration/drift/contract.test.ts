// What a server says of itself has changed: tools, their schemas and descriptions, their list, its instructions.
import { describe, expect, it } from "vitest";
import { driftCase } from "../../helpers/drift-case.js";

const ask = driftCase({
  steps: [{ user: "What is Ann's email?", expectedState: "ann@old.example" }],
  expect: { expectTools: ["find_user", "get_user"] },
  turns: [
    { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
    { calls: [{ tool: "get_user", input: { id: 7, verbose: true } }] },
    { text: "It is ann@old.example." },
  ],
});

const FIND = ["find_user", { name: "Ann" }];
const GET = ["get_user", { id: 7, verbose: true }];
const NOTHING_KNOWN = "inconclusive inconclusive inconclusive";

describe("no drift", () => {
  it.each([
    ["the same server", ""],
    ["the tools in another order", "tools-reordered"],
    ["the tools on two pages", "paged"],
  ])("%s", async (_, v2) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed", classes: [] });
    expect(seen.calls).toEqual([FIND, GET]);
  });
});

describe("harmless drift is noted, and all is played", () => {
  it.each([
    ["a new tool", "new-tool", "additive tool merge_users"],
    ["a new optional parameter", "new-optional", "additive tool get_user /inputSchema"],
    ["a tool that is neither called nor expected is gone", "unused-tool-removed", "docs tool facts"],
  ])("%s", async (_, v2, drift) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed", drift: [drift] });
    expect(seen.calls).toEqual([FIND, GET]);
    // Nobody accepted it one by one.
    expect(seen.report.summary.passedOnAccepted).toBe(0);
  });

  it("is not harmless with --strict, nor where the config accepts nothing: no call is made", async () => {
    const strict = await ask.replay("new-tool", { strict: true });
    expect(strict).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [] });
    const picky = await ask.replay("new-tool", {}, { accept: ["docs"] });
    expect(picky).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [] });
  });
});

describe("a called tool cannot be called as it was: the turn that calls it is not played", () => {
  it.each([
    ["renamed", "renamed-tool", ["additive tool fetch_user", "breaking tool get_user"]],
    ["removed", "removed-tool", ["breaking tool get_user"]],
    ["with a new required argument", "new-required", ["breaking tool get_user /inputSchema"]],
    ["with an argument that is no longer declared", "undeclared-argument", ["breaking tool get_user /inputSchema"]],
  ])("%s", async (_, v2, drift) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN });
    expect(seen.drift.toSorted()).toEqual(drift);
    expect(seen.calls).toEqual([FIND]);
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 2 });
    expect(seen.evaluation.reasons.join()).toContain("get_user");
    expect(seen.evaluation.settle.join()).toContain("mcpvals record");
  });

  it("lost with the second page of tools/list", async () => {
    const seen = await ask.replay("second-page-lost");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.drift).toContain("breaking tool get_user");
    expect(seen.classes).toEqual(["breaking", "docs"]);
    expect(seen.calls).toEqual([FIND]);
  });
});

describe("reworded: played to the end, but Claude chose by another text", () => {
  it.each([
    ["the description of a called tool", "new-description", "reworded tool get_user /description"],
    ["the instructions", "other-instructions", "reworded instructions"],
  ])("%s", async (_, v2, drift) => {
    const seen = await ask.replay(v2);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, drift: [drift] });
    expect(seen.metrics).toBe("passed inconclusive passed");
    expect(seen.calls).toEqual([FIND, GET]);
  });

  it("is harmless where the config says so", async () => {
    const seen = await ask.replay("new-description", {}, { accept: ["docs", "additive", "reworded"] });
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed" });
    expect(seen.drift).toEqual(["reworded tool get_user /description"]);
  });
});
