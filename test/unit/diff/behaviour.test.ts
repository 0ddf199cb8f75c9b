// Calls and results of two runs of one recorded model, side by side.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareLatency } from "../../../src/diff/behaviour/latency.js";
import { compareRuns } from "../../../src/diff/behaviour/compare-runs.js";
import { weighDrift } from "../../../src/diff/behaviour/weigh-drift.js";
import { compareWorkflow, type ComparedWorkflow, type WorkflowSides } from "../../../src/diff/workflow.js";
import type { Workflow } from "../../../src/config/schema.js";
import { scoreTrace } from "../../../src/metrics/score-trace.js";
import { scoreWorkflow } from "../../../src/metrics/workflow-verdict.js";
import type { Drift } from "../../../src/trace/drift.js";
import { callsOf } from "../../../src/trace/read.js";
import type { CallOutcome, Trace } from "../../../src/trace/trace.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import {
  LIVE_AT,
  makeRules,
  makeTool,
  makeTrace,
  play,
  raw,
  type CallSketch,
  type ResultSketch,
  type TraceSketch,
} from "../../helpers/make-trace.js";
import type { JsonObject } from "../../../src/json/value.js";
import { jsonObject, jsonValue } from "../../helpers/arbitrary-json.js";

const workflow: Workflow = { name: "w", steps: [{ user: "Do it." }] };

/** Both runs as if both servers gave what is recorded, so that every turn is evidence of each. */
function compare(
  before: Trace,
  after: Trace,
  { rules = {}, ...more }: { rules?: Parameters<typeof makeRules>[0] } & Partial<WorkflowSides> = {},
): ComparedWorkflow {
  const side = (trace: Trace) => {
    const results = scoreTrace(trace, workflow);
    return { trace, results, verdict: scoreWorkflow(results, trace).verdict };
  };
  const { drift, ungroundedFrom } = compareRuns(before, after, {
    learned: NOTHING_LEARNED,
    rules: makeRules(rules),
    expectedTools: [],
  });
  return compareWorkflow({
    workflow: "w",
    before: side(before),
    after: side(after),
    drift,
    driftsFrom: ungroundedFrom,
    ungroundedFrom: ungroundedFrom === undefined ? undefined : { step: 1, turn: ungroundedFrom },
    acceptedIds: new Set(rules?.acceptedIds),
    strict: false,
    hasCalls: true,
    isTimed: true,
    ...more,
  });
}

const call = (result: ResultSketch, tool = "get", args = {}): CallSketch => [tool, args, result];
const run = (sketch: Partial<TraceSketch>, ...results: ResultSketch[]): Trace =>
  makeTrace({ turns: results.map((result) => [call(result)]), ...sketch });
const live = (...results: ResultSketch[]): Trace => run({ startedAt: LIVE_AT }, ...results);
const slowed = (trace: Trace, ms: number): Trace => ({
  ...trace,
  steps: trace.steps.map((step) => ({
    ...step,
    turns: step.turns.map((turn) => ({ ...turn, calls: turn.calls.map((one) => ({ ...one, ms })) })),
  })),
});
const changes = ({ diff }: ComparedWorkflow): string[] => diff.calls.map(({ change }) => change);

const fine = { json: { id: 7, name: "Ann" } };
const failing = raw({ isError: true, content: [{ type: "text", text: "away\nfor today" }] });
const refused = (code: number): { outcome: CallOutcome } => ({
  outcome: { kind: "error", error: { code, message: "no" } },
});
const silent: { outcome: CallOutcome } = { outcome: { kind: "none", reason: "timeout", message: "no answer" } };

describe("a call on both sides", () => {
  it.each<[string, ResultSketch, ResultSketch, string, string]>([
    ["the same", fine, fine, "same", "SAME"],
    ["another value", fine, { json: { id: 7, name: "Bo" } }, "drift", "CHANGED"],
    ["a field more", fine, { json: { id: 7, name: "Ann", age: 3 } }, "drift", "CHANGED"],
    ["a field less", fine, { json: { id: 7 } }, "drift", "BREAKING"],
    ["an error that appeared", fine, failing, "error-appeared", "REGRESSED"],
    ["an error of the protocol that appeared", fine, refused(-32603), "error-appeared", "REGRESSED"],
    ["no answer any more", fine, silent, "error-appeared", "REGRESSED"],
    ["an error that went", failing, fine, "error-gone", "CHANGED"],
    ["an error of another kind", refused(-32603), failing, "error-changed", "CHANGED"],
    ["an error with another code", refused(-32603), refused(-32602), "error-changed", "CHANGED"],
  ])("%s", (_, then, now, change, outcome) => {
    const compared = compare(run({}, then), live(now));
    expect(changes(compared)).toEqual([change]);
    expect(compared.diff.outcome).toBe(outcome);
  });

  it("has a line of each side, with its code", () => {
    const [appeared] = compare(run({}, fine), live(failing)).diff.calls;
    expect(appeared).toMatchObject({
      call: 1,
      step: 1,
      turn: 1,
      tool: "get",
      before: { kind: "result", ms: 50 },
      after: { kind: "tool-error", message: "away", ms: 50 },
    });
    expect(compare(run({}, refused(-32603)), live(silent)).diff.calls[0]).toMatchObject({
      before: { kind: "error", code: "-32603", message: "no" },
      after: { kind: "none", code: "timeout" },
    });
  });

  it("names the drift that is in its result", () => {
    const { diff } = compare(run({}, fine, fine), live(fine, { json: { id: 7, name: "Bo" } }));
    expect(diff.drift.map(({ where }) => where.call)).toEqual([2]);
    expect(diff.calls.map(({ driftIds }) => driftIds)).toEqual([[], [diff.drift[0]?.id]]);
  });

  it("is impossible where its tool is gone, or does not take its arguments any more", () => {
    const after = live({ outcome: { kind: "unknown-tool", message: "no tool get" } });
    after.contract = { ...after.contract, tools: [makeTool("fetch")] };
    const gone = compare(run({}, fine), after);
    expect(changes(gone)).toEqual(["impossible"]);
    expect(gone.findings).toMatchObject({ worse: true, breaks: true });

    const strict = live(fine);
    strict.contract = { ...strict.contract, tools: [makeTool("get", { type: "object", required: ["tenant"] })] };
    const narrowed = compare(run({}, fine), strict);
    expect(changes(narrowed)).toEqual(["impossible"]);
    expect(narrowed.diff.outcome).toBe("BREAKING");
    expect(narrowed.diff.reasons).toContain("Call 1, get, can no longer be made.");
  });

  it("is impossible where the new side never came to it, and says why", () => {
    const after = live(fine);
    const ended: Trace = { ...after, end: { kind: "server-failed", phase: "call", message: "it died" } };
    const { diff } = compare(run({}, fine, fine), ended);
    expect(diff.calls.map(({ change, after: side }) => [change, side.kind, side.message])).toEqual([
      ["same", "result", undefined],
      ["impossible", "not-made", "it died"],
    ]);
    expect(diff.outcome).toBe("REGRESSED");
    expect(diff.reasons[0]).toBe("The server of the new side failed: it died");
  });

  it("after the ground is gone is for information only: it is marked, and decides nothing", () => {
    const changed = { json: { id: 8, name: "Ann" } };
    const compared = compare(run({}, fine, fine), live(changed, { json: { id: 7 } }));
    expect(compared.diff.calls.map(({ change, ungrounded }) => [change, ungrounded])).toEqual([
      ["drift", false],
      ["drift", true],
    ]);
    expect(compared.diff.drift.map((drift) => drift.class)).toEqual(["changed", "breaking"]);
    expect(compared.findings).toMatchObject({ breaks: false, differs: true });
  });

  it("that somebody accepted counts nothing, unless nothing is accepted", () => {
    const [before, after] = [run({}, fine), live({ json: { id: 7, name: "Bo" } })];
    const id = compare(before, after).diff.drift[0]?.id ?? "";
    const accepted = compare(before, after, { rules: { acceptedIds: [id] } });
    expect(accepted.diff).toMatchObject({ outcome: "SAME", drift: [{ id, accepted: true }] });
    expect(changes(accepted)).toEqual(["same"]);
    expect(compare(before, after, { rules: { acceptedIds: [id], strict: true }, strict: true }).diff.outcome).toBe(
      "CHANGED",
    );
  });
});

describe("what stands in structuredContent", () => {
  const structured = (value: JsonObject | undefined, text = "done"): ResultSketch =>
    raw({ content: [{ type: "text", text }], ...(value === undefined ? {} : { structuredContent: value }) });
  const user = { id: 7, name: "Ann" };
  const both = (value: JsonObject): ResultSketch => structured(value, JSON.stringify(value));

  it.each<[string, ResultSketch, ResultSketch, string, Drift["class"], string]>([
    ["another value", structured(user), structured({ id: 7, name: "Bo" }), "drift", "changed", "CHANGED"],
    ["a field less", structured(user), structured({ id: 7 }), "drift", "breaking", "BREAKING"],
    ["nothing any more", structured(user), structured(undefined), "drift", "breaking", "BREAKING"],
    ["a field more", structured(user), structured({ ...user, age: 3 }), "drift", "additive", "CHANGED"],
    ["something new", structured(undefined), structured(user), "drift", "additive", "CHANGED"],
    [
      "a new field that tells of trouble",
      structured(user),
      structured({ ...user, error: "no" }),
      "drift",
      "changed",
      "CHANGED",
    ],
  ])("%s counts, for hosts differ in what they give Claude", (_, then, now, change, kind, outcome) => {
    const compared = compare(run({}, then), live(now));
    expect(compared.diff.drift.map((one) => one.class)).toEqual([kind]);
    expect(changes(compared)).toEqual([change]);
    expect(compared.diff.outcome).toBe(outcome);
    expect(compared.diff.reasons.join()).toContain(`What Claude is given differs: 1 ${kind}.`);
  });

  it("takes the ground where it differs beside the same text", () => {
    const { diff } = compare(run({}, structured(user), fine), live(structured({ id: 7, name: "Bo" }), fine));
    expect(diff.ungroundedFrom).toEqual({ step: 1, turn: 2 });
  });

  it("is reported once where the text differs in the same way", () => {
    const { diff } = compare(run({}, both(user)), live(both({ id: 7, name: "Bo" })));
    expect(diff.drift.map(({ class: kind, where }) => [kind, where.path])).toEqual([
      ["changed", "/content/0/json/name"],
    ]);
    const other = compare(
      run({}, both(user)),
      live(structured({ id: 7, name: "Cy" }, JSON.stringify({ id: 7, name: "Bo" }))),
    );
    expect(other.diff.drift.map(({ class: kind }) => kind)).toEqual(["changed", "changed"]);
  });

  it.each<[string, JsonObject, string]>([
    ["as JSON, whatever its names say", { thought: 1, nextThoughtNeeded: true, errors: 0 }, ""],
    ["in the wrapping of FastMCP", { result: "done" }, "done"],
    ["in the wrapping of FastMCP, as JSON", { result: [1, 2] }, "[1,2]"],
    ["as JSON with a name of trouble", { warnings: ["old"] }, ""],
  ])("that newly repeats the text is additive, once: %s", (_, value, text) => {
    const said = text === "" ? JSON.stringify(value, null, 2) : text;
    const [then, now] = [structured(undefined, said), structured(value, said)];
    const { diff } = compare(run({}, then), live(now));
    expect(diff.drift).toMatchObject([
      { class: "additive", where: { path: "/structuredContent" }, note: "repeats the text, for programs" },
    ]);
    expect(play({ turns: [[["get", {}, then, now]]] }).problems).toEqual(["additive /structuredContent"]);
  });

  it("that says more than the text is looked into", () => {
    const { diff } = compare(run({}, structured(undefined)), live(structured({ error: "no" })));
    expect(diff.drift.map((one) => one.class)).toEqual(["changed"]);
  });

  it("is accepted by the id that replay gives it, unless nothing is accepted", () => {
    const [before, after] = [run({}, structured(user)), live(structured({ id: 7 }))];
    const id = compare(before, after).diff.drift[0]?.id ?? "";
    const accepted = compare(before, after, { rules: { acceptedIds: [id] } });
    expect(accepted.diff).toMatchObject({ outcome: "SAME", drift: [{ id, accepted: true }] });
    const strict = compare(before, after, { rules: { acceptedIds: [id], strict: true }, strict: true });
    expect(strict.diff.outcome).toBe("BREAKING");
  });
});

describe("a value that is sent back and is gone", () => {
  const made = { json: { id: "b728d887-4ba2-4e69-a710-9aff12d13b7e", name: "Ann" } };
  const unmade = { json: { id: "", name: "Ann" } };
  const sends = (result: ResultSketch): CallSketch => ["read", { id: made.json.id }, result];
  const tools = [makeTool("get"), makeTool("read")];
  const ended = (trace: Trace): Trace => ({
    ...trace,
    contract: { ...trace.contract, tools },
    steps: trace.steps.map((step) => ({ ...step, turns: step.turns.slice(0, -1).map((turn) => ({ ...turn, tools })) })),
    end: { kind: "ungrounded", message: "Turn 2 is no evidence: something long that nobody reads to its end" },
  });

  it("breaks the caller, and the call says what the value is now", () => {
    const before = makeTrace({ tools, turns: [[call(made)], [sends(fine)]] });
    const { diff } = compare(before, ended(live(unmade)));
    expect(diff.outcome).toBe("BREAKING");
    expect(diff.calls[1]).toMatchObject({
      change: "impossible",
      after: { kind: "not-made", message: 'what it sends is "" now: call 1, get result, /content/0/json/id' },
    });
  });

  it("also some turns later, where others are not evidence any more", () => {
    const before = makeTrace({ tools, turns: [[call(made)], [call(fine)], [sends(fine)]] });
    const { diff } = compare(before, ended(live(unmade, fine)));
    expect(diff.calls.map(({ change }) => change)).toEqual(["drift", "same", "impossible"]);
    expect(diff.outcome).toBe("BREAKING");
    expect(diff.reasons[0]).toBe("Call 3, read, can no longer be made.");
    // Accepting the result would not bring back what the call sends.
    expect(compare(before, ended(live(unmade, fine)), { inTheWay: ["d-1"] }).diff.acceptable).toEqual([]);
  });

  it("is another matter where the call sends nothing of it", () => {
    const before = makeTrace({ tools, turns: [[call(made)], [["read", { id: 3 }, fine]]] });
    expect(compare(before, ended(live(unmade))).findings.breaks).toBe(false);
  });
});

describe("latency", () => {
  it.each<[number[], number[], string | undefined]>([
    [[100], [199], undefined],
    [[100], [200], "slower"],
    [[1000], [1900], undefined],
    [[1000], [2000], "slower"],
    [[10], [90], undefined],
    [[300], [100], "faster"],
    [[300], [201], undefined],
    // One of three is an accident; the median decides.
    [[50, 60, 55], [50, 900, 60], undefined],
    [[50, 60, 900], [300, 310, 60], "slower"],
    [[], [500], undefined],
  ])("%j, then %j: %s", (before, after, change) => {
    expect(compareLatency(before, after)).toBe(change);
  });

  it("swapped is the opposite", () => {
    const times = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 5 });
    const swapped = { slower: "faster", faster: "slower" } as const;
    fc.assert(
      fc.property(times, times, (one, other) => {
        const change = compareLatency(one, other);
        expect(compareLatency(other, one)).toBe(change === undefined ? undefined : swapped[change]);
      }),
    );
  });

  it("of calls is a change, and a slower server is a changed one", () => {
    const slow = compare(run({}, fine), slowed(live(fine), 400));
    expect(slow.diff).toMatchObject({ outcome: "CHANGED", calls: [{ change: "same", latency: "slower" }] });
    expect(slow.diff.reasons).toEqual(["Call 1, get, takes 400 ms, and took 50 ms."]);
    expect(compare(slowed(run({}, fine), 400), live(fine)).diff).toMatchObject({
      outcome: "SAME",
      calls: [{ latency: "faster" }],
    });
  });

  it("beside a recording, which another machine may have made, is shown and decides nothing", () => {
    const { diff } = compare(run({}, fine), slowed(live(fine), 400), { isTimed: false });
    expect(diff).toMatchObject({ outcome: "SAME", reasons: [], calls: [{ latency: "slower" }] });
  });

  it("of a call without an answer says nothing", () => {
    const { diff } = compare(run({}, fine), slowed(live(silent), 30_000));
    expect(diff.calls[0]).not.toHaveProperty("latency");
  });
});

describe("what drift counts", () => {
  const drift = (kind: Drift["class"], more: Partial<Drift> = {}): Drift => ({
    id: "d-1",
    class: kind,
    where: { part: "result", step: 1, turn: 2, call: 1, tool: "get", path: "/content/0" },
    ...more,
  });
  const weigh = (one: Drift, more: Partial<Parameters<typeof weighDrift>[1]> = {}): string =>
    weighDrift(one, { acceptedIds: new Set(), strict: false, ...more });

  it.each<[Drift["class"], boolean, string]>([
    ["volatile", false, "nothing"],
    ["correlated", false, "nothing"],
    ["docs", true, "nothing"],
    ["docs", false, "differs"],
    ["additive", true, "differs"],
    ["reworded", true, "differs"],
    ["reworded", false, "differs"],
    ["changed", false, "differs"],
    ["breaking", false, "breaks"],
  ])("%s, harmless by its class: %s", (kind, accepted, weight) => {
    expect(weigh(drift(kind, accepted ? { accepted: true } : {}))).toBe(weight);
  });

  it("by its id nothing, whatever its class", () => {
    for (const kind of ["docs", "additive", "reworded", "changed", "breaking"] as const) {
      expect(weigh(drift(kind, { accepted: true }), { acceptedIds: new Set(["d-1"]) })).toBe("nothing");
    }
  });

  it("of a turn that is not evidence nothing; of the tools, which are listed whatever was played, as ever", () => {
    expect(weigh(drift("breaking"), { ungroundedFrom: 2 })).toBe("nothing");
    expect(weigh(drift("breaking"), { ungroundedFrom: 3 })).toBe("breaks");
    const where = { part: "tool", turn: 2, tool: "get", path: "" } as const;
    expect(weigh(drift("breaking", { where }), { ungroundedFrom: 2 })).toBe("breaks");
  });
});

describe("for every run", () => {
  const sketch = fc.array(
    fc.array(fc.tuple(fc.constantFrom("get", "put", "find"), jsonObject, jsonValue), { minLength: 1, maxLength: 3 }),
    // Without a call there is nothing to judge.
    { minLength: 1, maxLength: 4 },
  );
  const traceOf = (turns: readonly (readonly [string, object, unknown][])[], startedAt: string): Trace =>
    makeTrace({
      startedAt,
      turns: turns.map((calls) => calls.map(([tool, args, json]) => [tool, args, { json }] as CallSketch)),
    });

  it("the same run on both sides is the same", () => {
    fc.assert(
      fc.property(sketch, (turns) => {
        const { diff, findings } = compare(traceOf(turns, LIVE_AT), traceOf(turns, LIVE_AT));
        expect(findings).toEqual({ worse: false, breaks: false, unknown: false, differs: false });
        expect(diff).toMatchObject({ outcome: "SAME", drift: [], reasons: [] });
        expect(new Set(diff.calls.map(({ change }) => change)).size).toBeLessThanOrEqual(1);
        expect(diff.calls).toHaveLength(turns.flat().length);
      }),
      { numRuns: 60 },
    );
  });

  it("swapped sides swap what appeared and what went, what is better and what is worse", () => {
    const outcome = fc.constantFrom<ResultSketch>(fine, { json: [1] }, failing, refused(1), refused(2), silent, "text");
    const swapped: Record<string, string> = { "error-appeared": "error-gone", "error-gone": "error-appeared" };
    const turned: Record<string, string> = { better: "worse", worse: "better" };
    fc.assert(
      fc.property(fc.array(fc.tuple(outcome, outcome), { minLength: 1, maxLength: 4 }), (pairs) => {
        const one = live(...pairs.map(([before]) => before));
        const other = live(...pairs.map(([, after]) => after));
        const [there, back] = [compare(one, other).diff, compare(other, one).diff];
        expect(back.calls.map(({ change }) => change)).toEqual(
          there.calls.map(({ change }) => swapped[change] ?? change),
        );
        expect(back.scores.map(({ change }) => change)).toEqual(
          there.scores.map(({ change }) => turned[change] ?? change),
        );
        expect(back.verdict).toEqual({ before: there.verdict.after, after: there.verdict.before });
        expect(callsOf(one)).toHaveLength(pairs.length);
      }),
      { numRuns: 60 },
    );
  });
});
