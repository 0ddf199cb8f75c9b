import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { createPlaces } from "../../../src/places/places.js";
import { readTrace } from "../../../src/cassette/read-trace.js";
import { cassetteSchema, type Judgement } from "../../../src/cassette/schema.js";
import { hideTrace } from "../../../src/places/trace-places.js";
import type { Workflow } from "../../../src/config/schema.js";
import { buildConversation, expectedStatesOf, type Hide } from "../../../src/judge/conversation.js";
import { buildJudgeKeys } from "../../../src/judge/keys.js";
import { recallJudgement, type Recall } from "../../../src/judge/recall.js";
import type { JudgeSettings } from "../../../src/judge/settings.js";
import type { Trace } from "../../../src/trace/trace.js";
import { trace as anyTrace } from "../../helpers/arbitrary-trace.js";
import { call, drift, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "../metrics/traces.js";

const settings: JudgeSettings = { model: "gpt-4o", rubric: null, passThreshold: 0.7, samples: 1 };
const steps: StepScript[] = [[[call("add", "8", { a: 5 })], "The sum is 8."]];
const expecting8 = workflow({ state: "8" });

const judgementOf = (trace: Trace, given: Workflow = expecting8, more: Partial<Judgement> = {}): Judgement => ({
  ...buildJudgeKeys(buildConversation(trace), expectedStatesOf(given), settings),
  score: 0.95,
  reason: "Well done.",
  ...more,
});
const recall = (more: Partial<Recall> = {}) =>
  recallJudgement({
    trace: replayOf(steps, steps),
    workflow: expecting8,
    judgements: [judgementOf(traceOf(steps))],
    settings,
    ...more,
  });

describe("a recorded verdict of the judge", () => {
  it("counts for a run that was played to its end", () => {
    expect(recall()).toMatchObject({
      verdict: "passed",
      score: 0.95,
      details: "Score: 0.95/0.70 - Well done.",
      metadata: { source: "recorded", samples: 1 },
    });
  });

  it("counts where what is a place today was written out when it was judged", () => {
    const places = createPlaces({ root: ["/r"], home: ["/h"], tmp: ["/t"], env: { SUM: "The sum" } });
    const hide: Hide = (value) => places.hide(value);
    const given = workflow({ state: "The sum is 8" });
    const [judgements, recorded] = [[judgementOf(traceOf(steps), given)], traceOf(steps)];
    expect(recall({ workflow: given, judgements, recorded, hide }).verdict).toBe("passed");
    const other = workflow({ state: "The sum is 9" });
    expect(recall({ workflow: other, judgements, recorded, hide }).verdict).toBe("inconclusive");
  });

  it("is measured by today's threshold", () => {
    expect(recall({ settings: { ...settings, passThreshold: 0.96 } })).toMatchObject({
      verdict: "failed",
      score: 0.95,
      details: "Score: 0.95/0.96 - Well done.",
    });
  });

  it("brings its samples and the model that answered", () => {
    const judgements = [judgementOf(traceOf(steps), expecting8, { samples: [0.9, 0.95, 1], answered: "gpt-4o-8" })];
    expect(recall({ judgements })).toMatchObject({
      details: "Score: 0.95/0.70 - Well done. (median of 3 samples from 0.90 to 1.00)",
      metadata: { samples: 3, answered: "gpt-4o-8" },
    });
  });

  it("counts where the live results differ by drift that leaves the ground", () => {
    const live: StepScript[] = [[[call("add", '8 {"more": 1}', { a: 5 })], "The sum is 8."]];
    const trace = replayOf(steps, live, { evidence: { drift: [drift("additive"), drift("volatile"), drift("docs")] } });
    expect(recall({ trace }).verdict).toBe("passed");
  });

  it.each([
    ["is none", []],
    ["is for another run", [judgementOf(traceOf([["Hello."]]))]],
  ])("does not count where there %s", (_, judgements) => {
    expect(recall({ judgements })).toMatchObject({ verdict: "inconclusive", passed: false, score: null });
  });

  it.each<[string, Partial<Recall>, string, string[]]>([
    ["the rubric", { settings: { ...settings, rubric: "Be kind." } }, "the rubric changed (default then, ", ["rubric"]],
    [
      "the judge's model",
      { settings: { ...settings, model: "gpt-5" } },
      "the judge was gpt-4o and is gpt-5 now",
      ["model"],
    ],
    ["an expected state", { workflow: workflow({ state: "9" }) }, "the expected states changed", ["expected"]],
    ["no expected state any more", { workflow: workflow() }, "the expected states changed", ["expected"]],
    [
      "the recorded conversation",
      { trace: replayOf([[[call("add", "8", { a: 5 })], "The sum is 88."]], steps) },
      "the recorded conversation is not the one that was judged",
      ["transcript"],
    ],
    [
      "several things",
      { settings: { ...settings, model: "gpt-5" }, workflow: workflow({ state: "9" }) },
      "the judge was gpt-4o and is gpt-5 now; the expected states changed.",
      ["model", "expected"],
    ],
  ])("is stale with a change of %s, which is said", (_, more, says, differs) => {
    const result = recall(more);
    expect(result).toMatchObject({
      verdict: "inconclusive",
      passed: false,
      score: null,
      metadata: { unscored: "recording", differs },
    });
    expect(result.details).toContain("the recorded verdict is stale: ");
    expect(result.details).toContain(says);
  });

  it("is found among verdicts of other judges, whatever their order", () => {
    const other = judgementOf(traceOf(steps), expecting8, { model: "gpt-5", score: 0.1 });
    const mine = judgementOf(traceOf(steps));
    expect(recall({ judgements: [other, mine] }).score).toBe(0.95);
    expect(recall({ judgements: [mine, other] }).score).toBe(0.95);
  });

  it.each<[string, Trace]>([
    ["ended on the way", replayOf(steps, [[[call("add", "9")]]], { end: UNGROUNDED })],
    ["is stale", replayOf(steps, [], { end: { kind: "stale", message: "A prompt changed." } })],
    ["made not all calls", replayOf(steps, [["The sum is 8."]])],
    ["played turns that are no evidence", replayOf(steps, steps, { evidence: { ungroundedFrom: 2 } })],
    ["was played on behind its end", replayOf(steps, steps, { evidence: { ungroundedFrom: 3 } })],
    ["had a tool reworded", replayOf(steps, steps, { evidence: { drift: [drift("reworded")] } })],
  ])("does not count for a run that %s", (_, trace) => {
    const result = recall({ trace });
    expect(result).toMatchObject({
      verdict: "inconclusive",
      passed: false,
      score: null,
      metadata: { unscored: "run" },
    });
    expect(result.details).toMatch(/^Not scored: \S.*\S$/);
  });

  it("is found again in another folder, by the cassette's own form of the run", () => {
    const places = (root: string) => createPlaces({ root: [root], home: ["/home/me"], tmp: ["/tmp"], env: {} });
    const inFolder = (root: string): Trace => traceOf([[[call("read", `at ${root}/a.txt`)], `It is ${root}/a.txt.`]]);
    const given = (root: string) => workflow({ state: `${root}/a.txt` });
    const [there, here] = [places("/srv/one"), places("/work/two")];
    const hide: Hide = (value) => here.hide(value);
    const recorded = hideTrace(inFolder("/srv/one"), there);
    const judgement: Judgement = {
      ...buildJudgeKeys(
        there.hide(buildConversation(inFolder("/srv/one"))),
        there.hide(expectedStatesOf(given("/srv/one"))),
        settings,
      ),
      score: 0.9,
      reason: "r",
    };
    const replayed = replayOf(inFolder("/work/two"), [
      [[call("read", "at /work/two/a.txt")], "It is /work/two/a.txt."],
    ]);
    const asked = { trace: replayed, workflow: given("/work/two"), judgements: [judgement], settings };
    expect(recallJudgement({ ...asked, recorded, hide }).verdict).toBe("passed");
    expect(recallJudgement({ ...asked, hide }).verdict).toBe("passed");
    expect(recallJudgement(asked).verdict).toBe("inconclusive");
  });

  it("belongs to what a cassette keeps of a run, for any run", () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const back = readTrace(buildCassette(trace, { by: "mcpvals", scores: {} }), trace.contract);
        const keysOf = (run: Trace) => buildJudgeKeys(buildConversation(run), [], settings);
        expect(keysOf(back)).toEqual(keysOf(trace));
      }),
      { numRuns: 60 },
    );
  });

  it("fits the cassette's schema", () => {
    const judgements = [judgementOf(traceOf(steps)), judgementOf(traceOf(steps), expecting8, { samples: [0.9, 1] })];
    const cassette = buildCassette(traceOf(steps), { by: "mcpvals", scores: {}, judge: judgements });
    expect(cassetteSchema.parse(cassette).judge).toEqual(judgements);
  });
});
