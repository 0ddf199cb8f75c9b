// The same run made several times: each call as quick as it ever was.
import { describe, expect, it } from "vitest";
import { keepQuickest } from "../../../src/diff/behaviour/keep-quickest.js";
import { callsOf } from "../../../src/trace/read.js";
import type { Trace } from "../../../src/trace/trace.js";
import { makeTrace } from "../../helpers/make-trace.js";

const timed = (...times: number[]): Trace => {
  const trace = makeTrace({ turns: [times.map((at) => ["get", { at }, "done"])] });
  callsOf(trace).forEach((call, at) => (call.ms = times[at] ?? 0));
  return trace;
};
const times = (trace: Trace): number[] => callsOf(trace).map(({ ms }) => ms);

describe("a run and the same run again", () => {
  it("has each call as quick as it ever was", () => {
    expect(times(keepQuickest(timed(900, 20), [timed(30, 40), timed(50, 10)]))).toEqual([30, 10]);
    expect(times(keepQuickest(timed(900, 20), []))).toEqual([900, 20]);
  });

  it("keeps the time of a call that was not made again, or came to something else", () => {
    expect(times(keepQuickest(timed(900, 20), [timed(30)]))).toEqual([30, 20]);
    const silent = timed(1);
    for (const call of callsOf(silent)) call.outcome = { kind: "none", reason: "timeout", message: "" };
    expect(times(keepQuickest(timed(900), [silent]))).toEqual([900]);
  });
});
