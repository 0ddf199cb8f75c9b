// The order in which the calls of a turn go out, for any turn and any tools.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dispatchOf, groupCalls, readOnlyTools } from "../../../src/agent/dispatch.js";
import { makeCalls } from "../../../src/agent/make-calls.js";
import type { Tool } from "../../../src/trace/contract.js";
import type { Dispatch, Turn } from "../../../src/trace/trace.js";

const TOOLS: Tool[] = [
  { name: "read", annotations: { readOnlyHint: true } },
  { name: "look", annotations: { readOnlyHint: true } },
  { name: "write", annotations: { readOnlyHint: false } },
  { name: "says-nothing" },
  { name: "odd", annotations: { readOnlyHint: "true" } },
];
const READERS = new Set(["read", "look"]);

function turnOf(names: readonly string[]): Turn {
  return {
    content: names.map((name, at) => ({ type: "tool_use", id: `toolu_${at + 1}`, name, input: {} })),
    stop: { reason: "tool_use" },
    calls: [],
    tools: TOOLS,
    usage: { input: 0, output: 0 },
    ms: 0,
    retries: 0,
  };
}

/** Makes the calls of a turn on a server that answers in the order of `delays`; says what was in flight at each start. */
async function play(names: readonly string[], dispatch: Dispatch, delays: readonly number[]) {
  const turn = turnOf(names);
  const inFlight: string[] = [];
  const starts: { tool: string; beside: string[] }[] = [];
  const calls = await makeCalls({
    turn,
    place: { step: 1, turn: 1 },
    server: {
      async call(tool) {
        const turns = delays[starts.length] ?? 0;
        starts.push({ tool, beside: [...inFlight] });
        inFlight.push(tool);
        for (let at = 0; at < turns; at += 1) await Promise.resolve();
        inFlight.splice(inFlight.indexOf(tool), 1);
        return { outcome: { kind: "result", result: tool }, notifications: [], serverRequests: [], ms: 1 };
      },
    },
    sampler: { complete: () => [] },
    dispatch,
    readOnly: readOnlyTools(TOOLS),
    signal: new AbortController().signal,
    elapsed: () => 0,
    emit: () => {},
  });
  return { calls, starts };
}

const anyTurn = fc.array(fc.constantFrom(...TOOLS.map(({ name }) => name)), { maxLength: 12 });
const anyDelays = fc.array(fc.nat(20), { minLength: 12, maxLength: 12 });

describe("dispatch", () => {
  it.each(["serial", "together", "read-only-together"] as const)("%s: sent and answered in order", async (dispatch) => {
    await fc.assert(
      fc.asyncProperty(anyTurn, anyDelays, async (names, delays) => {
        const { calls, starts } = await play(names, dispatch, delays);
        expect(starts.map(({ tool }) => tool)).toEqual(names);
        expect(calls.map(({ id, tool }) => [id, tool])).toEqual(names.map((name, at) => [at + 1, name]));
        expect(calls.map(({ outcome }) => outcome)).toEqual(names.map((name) => ({ kind: "result", result: name })));
      }),
    );
  });

  it("serial: one at a time; together: all at once", async () => {
    const names = ["read", "write", "read"];
    expect((await play(names, "serial", [9, 9, 9])).starts.map(({ beside }) => beside.length)).toEqual([0, 0, 0]);
    expect((await play(names, "together", [9, 9, 9])).starts.map(({ beside }) => beside.length)).toEqual([0, 1, 2]);
  });

  it("read-only-together: what may write is never in flight with another call", async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, anyDelays, async (names, delays) => {
        for (const { tool, beside } of (await play(names, "read-only-together", delays)).starts) {
          if (!READERS.has(tool)) expect(beside).toEqual([]);
          expect(beside.filter((one) => !READERS.has(one))).toEqual([]);
        }
      }),
    );
  });

  it("read-only-together: neighbours that only read go out at once, however slow the first is", async () => {
    const { starts } = await play(["read", "look", "write", "read", "look"], "read-only-together", [9, 9, 9, 9, 9]);
    expect(starts.map(({ beside }) => beside)).toEqual([[], ["read"], [], [], ["read"]]);
  });

  it("puts every call into one group, in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean()),
        fc.constantFrom<Dispatch>("serial", "together", "read-only-together"),
        (flags, how) => {
          const uses = flags.map((reads, at) => ({ reads, at }));
          const groups = groupCalls(uses, how, ({ reads }) => reads);
          expect(groups.flat()).toEqual(uses);
          expect(groups.every((group) => group.length > 0)).toBe(true);
        },
      ),
    );
  });

  it("makes no further call after an abort", async () => {
    const abort = new AbortController();
    const made: string[] = [];
    const calls = await makeCalls({
      turn: turnOf(["read", "look", "write", "read"]),
      place: { step: 1, turn: 1 },
      server: {
        call(tool) {
          made.push(tool);
          abort.abort();
          return Promise.resolve({
            outcome: { kind: "result", result: null },
            notifications: [],
            serverRequests: [],
            ms: 1,
          });
        },
      },
      sampler: { complete: () => [] },
      dispatch: "read-only-together",
      readOnly: readOnlyTools(TOOLS),
      signal: abort.signal,
      elapsed: () => 0,
      emit: () => {},
    });
    expect(made).toEqual(["read", "look"]);
    expect(calls).toHaveLength(2);
  });

  it("is named by the config", () => {
    expect([false, true, "read-only", undefined].map((one) => dispatchOf(one as boolean))).toEqual([
      "serial",
      "together",
      "read-only-together",
      undefined,
    ]);
  });
});
