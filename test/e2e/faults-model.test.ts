// The model side fails while `record` works: what passes is asked for again and counted, what stays is said, and nothing is left.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { NOTHING_LEFT as NOTHING, recordAlone } from "../helpers/record-alone.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const add = { calls: [{ tool: "add", input: { a: 15, b: 27 } }] };
const done = { text: ["It is ", { $result: 1 }, "."] };
const asked = (status: number, after: string) => ({
  status,
  headers: { "retry-after-ms": "", "retry-after": after },
  error: { type: "rate_limit_error", message: "Slow down" },
});
const SCRIPT = {
  workflows: [
    { user: "cut", turns: [add, { ...done, cuts: ["error", "close", "end"] }] },
    { user: "cut first", turns: [{ ...add, cuts: ["close"] }, done] },
    { user: "overloaded, then cut", turns: [add, { status: 529 }, { ...done, cuts: ["error"] }] },
    { user: "silent", turns: [add, { ...done, cuts: ["stall"] }] },
    { user: "pings", turns: [add, { ...done, pings: { every: 100, times: 15 } }] },
    { user: "silent for ever", turns: [add, { ...done, cut: "stall" }] },
    { user: "wait a second", turns: [add, asked(429, "1"), done] },
    { user: "wait an hour", turns: [add, asked(429, "3600")] },
  ],
};

let model: StandIn;
beforeAll(async () => {
  model = await startStandIn(SCRIPT);
});
afterAll(() => model.close());

const record = (user: string, config: object = {}) =>
  recordAlone(model.url, { server: fixtureServer("calculator.mjs"), ...config }, { user, expectedState: "42" });

describe.concurrent("a fault of the model side that passes", () => {
  it.each([
    ["cut", {}, [0, 3]],
    ["cut first", {}, [1, 0]],
    ["overloaded, then cut", {}, [0, 2]],
    ["silent", { modelTimeout: 1000 }, [0, 1]],
    ["wait a second", {}, [0, 1]],
  ])("is asked for again from the last whole turn, and counted: %s", async (user, config, retries) => {
    const { code, stdout, trace, left } = await record(user, config);
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    expect(trace?.steps.flatMap((step) => step.turns.map((turn) => turn.retries))).toEqual(retries);
    expect(left).toEqual(NOTHING);
  });

  it("is none while pings come", async () => {
    const { code, trace, left } = await record("pings", { modelTimeout: 1000 });
    expect([code, trace?.steps[0]?.turns.length]).toEqual([0, 2]);
    expect(left).toEqual(NOTHING);
  });
});

describe.concurrent("a fault of the model side that stays", () => {
  it.each([
    ["silent for ever", { modelTimeout: 500 }, "no byte came for 500 ms (modelTimeout) (after 4 retries)"],
    ["wait an hour", {}, "not retried: the API asks to wait 3600 s, mcpvals waits 120 s at most"],
  ])("ends the run as one of the outside, and says what it was: %s", async (user, config, says) => {
    const { code, stdout, trace, left } = await record(user, config);
    expect([code, stdout.replace(/\s+/g, " ")]).toEqual([4, expect.stringContaining(says)]);
    expect(trace).toBeUndefined();
    // What broke off keeps its journal, and the report names it.
    expect(left).toEqual({ ...NOTHING, journals: ["it.jsonl"] });
    expect(stdout).toContain("it.jsonl");
  });
});
