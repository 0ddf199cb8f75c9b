// Which accepted drift accepts nothing any more: only where a replay came to its place and did not find it.
import { describe, expect, it } from "vitest";
import type { AcceptedDrift } from "../../../src/cassette/accepted-file.js";
import { describeUnused, findUnmet, unmetByAll } from "../../../src/run/accepted-unused.js";
import type { Drift } from "../../../src/trace/drift.js";
import type { Trace } from "../../../src/trace/trace.js";
import { call, ok, traceOf } from "../metrics/traces.js";

const accepted = (id: string, where: AcceptedDrift["where"]): AcceptedDrift => ({
  id,
  workflow: "w",
  class: "changed",
  why: "fine",
  where,
  recorded: "a",
  present: "b",
});
const inResult = (id: string, ofCall: number) =>
  accepted(id, { part: "result", call: ofCall, tool: "get", path: "/a" });
const live = traceOf([[[call("get", ok("x"))], "Done."]]);
const withDrift = (trace: Trace, ...drift: Drift[]): Trace => ({
  ...trace,
  evidence: { recorded: trace, drift, substitutions: [], variables: [] },
});
const drift = (id: string): Drift => ({
  id,
  class: "changed",
  where: { part: "result", call: 1, tool: "get", path: "/a" },
});
const idsOf = (list: readonly AcceptedDrift[]): string[] => list.map(({ id }) => id);

describe("findUnmet", () => {
  it("names what a made call does not show, and not what it shows", () => {
    expect(idsOf(findUnmet([inResult("d-1", 1)], withDrift(live)))).toEqual(["d-1"]);
    expect(findUnmet([inResult("d-1", 1)], withDrift(live, drift("d-1")))).toEqual([]);
    expect(findUnmet([inResult("d-1", 1)], withDrift(live), [drift("d-1")])).toEqual([]);
  });

  it("says nothing of calls that were not made", () => {
    expect(findUnmet([inResult("d-1", 7)], withDrift(live))).toEqual([]);
  });

  it("knows the server where it answered, and tools and the rest only at the end of the run", () => {
    const server = accepted("d-2", { part: "server", path: "/version" });
    const tools = accepted("d-3", { part: "tool", tool: "get", path: "/description" });
    const cut: Trace = { ...withDrift(live), end: { kind: "ungrounded", message: "it ends", turn: 1 } as Trace["end"] };
    expect(idsOf(findUnmet([server, tools], withDrift(live)))).toEqual(["d-2", "d-3"]);
    expect(idsOf(findUnmet([server, tools], cut))).toEqual(["d-2"]);
    const died = (phase: "start" | "call"): Trace => ({
      ...cut,
      end: { kind: "server-failed", phase, message: "gone" } as Trace["end"],
    });
    expect(findUnmet([server], died("start"))).toEqual([]);
    expect(idsOf(findUnmet([server], died("call")))).toEqual(["d-2"]);
  });
});

it("what holds for all workflows is of no use only where none of them met it", () => {
  const { workflow: _, ...forAll } = inResult("d-4", 1);
  expect(idsOf(unmetByAll([[forAll, inResult("d-1", 1)], [forAll]]))).toEqual(["d-4"]);
  expect(unmetByAll([[forAll], []])).toEqual([]);
  expect(unmetByAll([])).toEqual([]);
});

it("the command that removes it names the config that the user named", () => {
  expect(describeUnused(inResult("d-1", 1), "suite.json")).toMatch(/mcpvals accept --remove d-1 suite\.json$/);
  expect(describeUnused(inResult("d-1", 1), null)).toMatch(/mcpvals accept --remove d-1$/);
});
