import { describe, expect, it } from "vitest";
import { buildEvaluation } from "../../../src/report/build.js";
import { buildTranscript } from "../../../src/report/transcript.js";
import { call, ok, replayOf, traceOf, UNGROUNDED, workflow } from "../metrics/traces.js";

const recorded = [
  [[call("add", "42"), call("sub", "1")], "So 42."],
  [[call("mul", "6")], "And 6."],
];

describe("buildTranscript", () => {
  it("is the run, turn by turn, without the tools that the model was given", () => {
    const trace = traceOf(recorded, { system: "Be short." });
    const transcript = buildTranscript(trace);
    expect(transcript).toMatchObject({
      system: "Be short.",
      steps: [
        { user: "message 1", turns: [{ calls: [{ id: 1, tool: "add" }, { id: 2 }] }, { calls: [] }] },
        { user: "message 2", turns: [{ calls: [{ id: 3 }] }, {}] },
      ],
    });
    expect(transcript.unplayed).toBe(undefined);
    expect(transcript.steps[0]?.turns[0]).not.toHaveProperty("tools");
  });

  it("of a replay has what was recorded where another thing came, and the turns that were not played", () => {
    const live = [[[call("add", "43"), call("sub", "1")]]];
    const { steps, unplayed } = buildTranscript(replayOf(recorded, live, { end: UNGROUNDED }));
    const [add, sub] = steps[0]?.turns[0]?.calls ?? [];
    expect(add).toMatchObject({ outcome: ok("43"), recorded: ok("42") });
    expect(sub).not.toHaveProperty("recorded");
    expect(unplayed).toMatchObject([
      { user: "message 1", turns: [{ content: [{ text: "So 42." }] }] },
      { turns: [{}, {}] },
    ]);
  });

  it("of a replay that was played to its end has nothing unplayed", () => {
    expect(buildTranscript(replayOf(recorded, recorded)).unplayed).toBe(undefined);
  });

  it("is in an evaluation only where it is asked for", () => {
    const run = { workflow: workflow(), trace: traceOf(recorded), config: null };
    expect(buildEvaluation(run)).not.toHaveProperty("transcript");
    expect(buildEvaluation({ ...run, transcripts: true }).transcript).toEqual(buildTranscript(run.trace));
  });
});
