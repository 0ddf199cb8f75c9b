import { describe, expect, it } from "vitest";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import type { Run } from "../../../src/variables/run.js";
import { CHECKED, LIVE, makeRun, RECORDED, tellOne } from "./runs.js";

describe("a measurement of the call that the runs agree on by chance", () => {
  it.each(["Runtime: 6s", "Elapsed: 6s", "took 6s"])("may be another: %s", (text) => {
    expect(tellOne([text, text, text, text.replace("6s", "7s")]).problems).toEqual([]);
  });
});

describe("a time that may be a rule", () => {
  it.each([
    ["Files are removed after 5 minutes.", "Files are removed after 50 minutes."],
    ["Try again in 30 seconds.", "Try again in 300 seconds."],
  ])("is a constant where the runs agree: %s", (text, other) => {
    expect(tellOne([text, text, text, other]).green).toBe(false);
  });

  it.each([
    ["Done in 12 ms.", "Done in 13 ms."],
    ["Finished after 1.2s.", "Finished after 1.4s."],
  ])("is none where it is that fine: %s", (text, other) => {
    expect(tellOne([text, text, text, other]).green).toBe(true);
  });
});

describe("a time that a tool's description names", () => {
  it("is a constant", () => {
    const run = (at: string, time: string): Run =>
      makeRun([["look", {}, "ok"]], {
        at,
        contract: {
          tools: [{ name: "stop", description: `Sessions end after ${time}.`, inputSchema: { type: "object" } }],
        },
      });
    const recorded = run(RECORDED, "5 minutes");
    const learned = learn(recorded, [run(CHECKED[0], "5 minutes"), run(CHECKED[1], "5 minutes")]);
    expect(learned.variables).toEqual([]);
    expect(hold(learned, recorded, run(LIVE, "50 minutes")).green).toBe(false);
  });
});
