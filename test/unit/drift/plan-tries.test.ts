// What a doubtful turn is tried with, and what its failures say.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LiveCall } from "../../../src/drift/comparer.js";
import { excludeReadings, planTries, readTry, type Tried, type Try } from "../../../src/drift/plan-tries.js";
import { NOTHING_LEARNED, type Doubt, type Learned } from "../../../src/variables/learned.js";
import { makeTool, makeTrace, outcomeOf, raw, type CallSketch, type ResultSketch } from "../../helpers/make-trace.js";

const FAILED = raw({ isError: true, content: [{ type: "text", text: "no such thing" }] });

function traceOf(turns: readonly (readonly CallSketch[])[]) {
  const names = [...new Set(turns.flat().map(([tool]) => tool))];
  return makeTrace({ turns, tools: names.map((name) => makeTool(name)) });
}
const open: CallSketch = ["open", {}, { json: { id: 1 } }];
const show: CallSketch = ["show", { which: 1 }, "Printer"];

function doubt(call: number, more: Partial<Doubt> = {}): Doubt {
  return { call, at: "/which", value: "1", readings: ["id", "constant"], ...more };
}
const learnedOf = (...doubtful: Doubt[]): Learned => ({
  ...NOTHING_LEARNED,
  variables: [
    { name: "id", kind: "value", seen: [1, 2], places: [{ call: 1, at: "/content/0/json/id" }], sent: [] },
    { name: "port", kind: "value", seen: [1, 3], places: [{ call: 0, at: "/instructions", token: 2 }], sent: [] },
  ],
  doubtful,
});

describe("tries", () => {
  it("are one for each reading, with its pin", () => {
    expect(planTries(learnedOf(doubt(2)), traceOf([[open], [show]]), (tool) => tool === "show")).toEqual({
      tries: [
        {
          turn: 2,
          readings: ["id"],
          pins: [{ into: "show", argument: "/which", tool: "open", path: "/content/0/json/id" }],
        },
        { turn: 2, readings: ["constant"], pins: [{ into: "show", argument: "/which", constant: true }] },
      ],
    });
  });

  const turn = [[open], [show]] as const;
  it.each<[string, Learned, ReturnType<typeof traceOf>, RegExp]>([
    ["on a tool that may write", learnedOf(doubt(2)), traceOf([[open], [["close", { which: 1 }, "ok"]]]), /may write/],
    [
      "beside a tool that may write",
      learnedOf(doubt(2), doubt(3)),
      traceOf([[open], [show, ["close", { which: 1 }, "ok"]]]),
      /close may write/,
    ],
    ["on what was made of a value", learnedOf(doubt(2, { derived: "upper" })), traceOf(turn), /was made from/],
    [
      "on a call that failed when it was recorded",
      learnedOf(doubt(2)),
      traceOf([[open], [["show", { which: 1 }, FAILED]]]),
      /failed in the recording/,
    ],
    ["with one reading", learnedOf(doubt(2, { readings: ["constant"] })), traceOf(turn), /one reading/],
    [
      "with a value of the contract, which no pin can name",
      learnedOf(doubt(2, { readings: ["port", "constant"] })),
      traceOf(turn),
      /one reading/,
    ],
    [
      "with too many doubts",
      learnedOf(...["/a", "/b", "/c", "/d"].map((at) => doubt(2, { at }))),
      traceOf(turn),
      /more than 8/,
    ],
  ])("are not made %s", (_, learned, recorded, why) => {
    expect(planTries(learned, recorded, (tool) => tool === "show")).toEqual({ why: expect.stringMatching(why) });
  });

  it("are made on a tool that may write where a reset undoes it", () => {
    expect(
      planTries(learnedOf(doubt(2)), traceOf([[open], [["close", { which: 1 }, "ok"]]]), () => true),
    ).toMatchObject({ tries: [{}, {}] });
  });
});

describe("a try", () => {
  const recorded = traceOf([[open], [show]]);
  const one: Try = { turn: 2, readings: ["id"], pins: [] };
  const live = (...answers: ResultSketch[]): { turns: LiveCall[][] } => ({
    turns: answers.map((answer) => [{ outcome: outcomeOf(answer), startedAt: 0, ms: 1, serverRequests: [] }]),
  });

  it("says whether the call failed", () => {
    expect(readTry(one, live({ json: { id: 5 } }, FAILED), [doubt(2)], recorded)).toEqual({
      readings: ["id"],
      failed: [true],
    });
    expect(readTry(one, live({ json: { id: 5 } }, "other"), [doubt(2)], recorded)?.failed).toEqual([false]);
  });

  it("says nothing where it did not come so far, an earlier call failed, or there is no answer", () => {
    expect(readTry(one, live({ json: { id: 5 } }), [doubt(2)], recorded)).toBeUndefined();
    expect(readTry(one, live(FAILED, FAILED), [doubt(2)], recorded)).toBeUndefined();
    const gone = { outcome: { kind: "none", reason: "timeout" } } as never;
    expect(readTry(one, live({ json: { id: 5 } }, gone), [doubt(2)], recorded)).toBeUndefined();
  });
});

describe("readings", () => {
  const tried = (...all: [string, boolean][]): Tried[] =>
    all.map(([reading, failed]) => ({ readings: [reading], failed: [failed] }));

  it("are excluded by a call that fails where it succeeds with another", () => {
    expect(excludeReadings([doubt(2)], tried(["id", false], ["constant", true]))).toEqual([
      doubt(2, { readings: ["id"], excluded: ["constant"] }),
    ]);
  });

  it.each<[string, Tried[]]>([
    ["all succeed: the old record answers as well", tried(["id", false], ["constant", false])],
    ["all fail: it is something else", tried(["id", true], ["constant", true])],
    ["nothing was tried", []],
  ])("stay where %s", (_, all) => {
    expect(excludeReadings([doubt(2)], all)).toEqual([doubt(2)]);
  });

  it("of two doubts are told apart: a reading is excluded only where each call with it failed", () => {
    const both = [doubt(2, { at: "/a" }), doubt(2, { at: "/b" })];
    const all: Tried[] = ["id", "constant"].flatMap((a) =>
      ["id", "constant"].map((b) => ({ readings: [a, b], failed: [b === "constant", b === "constant"] })),
    );
    expect(excludeReadings(both, all).map(({ excluded }) => excluded)).toEqual([undefined, ["constant"]]);
  });

  it("are never all excluded, and each stays in one of both lists", () => {
    const readings = ["id", "port", "constant"];
    const some = fc.array(
      fc.record({ readings: fc.tuple(fc.constantFrom(...readings)), failed: fc.tuple(fc.boolean()) }),
    );
    fc.assert(
      fc.property(some, (all) => {
        const [left] = excludeReadings([doubt(2, { readings })], all);
        expect(left?.readings.length).toBeGreaterThan(0);
        expect([...(left?.readings ?? []), ...(left?.excluded ?? [])].toSorted()).toEqual(readings.toSorted());
        for (const reading of left?.excluded ?? []) {
          expect(all.some((one) => one.readings[0] === reading && !one.failed[0])).toBe(false);
        }
      }),
    );
  });
});
