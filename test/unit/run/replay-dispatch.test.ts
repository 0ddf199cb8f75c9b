// Replay sends the calls of a turn as the recording did, whatever the config of today and the live tools say.
import { expect, it } from "vitest";
import { replayOnServer } from "../../../src/run/replay-once.js";
import type { ServerSession } from "../../../src/server/session.js";
import type { Dispatch, Trace } from "../../../src/trace/trace.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { makeRules, makeTrace, outcomeOf } from "../../helpers/make-trace.js";
import { plainVeil } from "../../helpers/plain-veil.js";

const made = makeTrace({
  turns: [
    [
      ["read", {}, "a"],
      ["read", { of: 2 }, "a"],
      ["write", {}, "a"],
    ],
  ],
});

function hinting(trace: Trace, hints: Readonly<Record<string, boolean>>): Trace {
  const tools = trace.contract.tools.map((tool) => ({
    ...tool,
    annotations: { readOnlyHint: hints[tool.name] ?? false },
  }));
  const steps = trace.steps.map((step) => ({ ...step, turns: step.turns.map((turn) => ({ ...turn, tools })) }));
  return { ...trace, contract: { ...trace.contract, tools }, steps };
}

/** How many calls were in flight when each was sent. */
async function replay(recorded: Trace, live: Trace, today: Dispatch): Promise<number[]> {
  let inFlight = 0;
  const seen: number[] = [];
  const server: ServerSession = {
    identity: recorded.server,
    readContract: () => Promise.resolve(live.contract),
    listTools: () => Promise.resolve([...live.contract.tools]),
    takeToolsChanged: () => false,
    async call() {
      seen.push(inFlight);
      inFlight += 1;
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return { outcome: outcomeOf("a"), notifications: [], serverRequests: [], ms: 1 };
    },
    sampleWith: () => {},
    ended: () => undefined,
    findings: () => [],
    stderr: () => "",
    close: () => Promise.resolve(),
  };
  const trace = await replayOnServer(server, {
    workflow: { name: "w", steps: [{ user: "Do it." }] },
    recorded,
    learned: NOTHING_LEARNED,
    rules: makeRules(),
    afterDrift: "stop",
    dispatch: today,
    places: plainVeil,
    signal: new AbortController().signal,
  });
  expect(trace.dispatch).toBe(recorded.dispatch ?? today);
  return seen;
}

it.each([
  ["serial", "together", [0, 0, 0]],
  ["together", "serial", [0, 1, 2]],
  ["read-only-together", "serial", [0, 1, 0]],
] as const)("recorded %s, today %s", async (dispatch, today, inFlight) => {
  const recorded = hinting({ ...made, dispatch }, { read: true });
  expect(await replay(recorded, recorded, today)).toEqual(inFlight);
});

it("goes by the recorded tools' readOnlyHint, not by the live ones'", async () => {
  const recorded = hinting({ ...made, dispatch: "read-only-together" }, { read: true });
  const live = hinting(made, { write: true });
  expect(await replay(recorded, live, "serial")).toEqual([0, 1, 0]);
});

it("goes by today's config where the recording does not say", async () => {
  const { dispatch: _, ...silent } = made;
  expect(await replay(silent, silent, "together")).toEqual([0, 1, 2]);
});
