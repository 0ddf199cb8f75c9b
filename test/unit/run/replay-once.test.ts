import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { replayOnServer } from "../../../src/run/replay-once.js";
import type { ServerSession } from "../../../src/server/session.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { learnFromChecks, LIVE_AT, makeRules, makeTrace, outcomeOf } from "../../helpers/make-trace.js";
import { plainVeil } from "../../helpers/plain-veil.js";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(LIVE_AT) }));
afterEach(() => vi.useRealTimers());

const recorded = makeTrace({ turns: [[["now", {}, "It is 2026-11-20T10:00:01.020Z."]]] });
const { learned: ofChecks } = learnFromChecks(recorded, [
  ["It is 2026-11-21T11:00:01.015Z."],
  ["It is 2027-05-29T15:00:01.002Z."],
]);

/** Its list takes a while; its tool says what time it is, or was. */
function clockServer(listMs: number, behindMs = 0): ServerSession {
  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  return {
    identity: recorded.server,
    readContract() {
      pass(listMs);
      return Promise.resolve(recorded.contract);
    },
    listTools: () => Promise.resolve([]),
    takeToolsChanged: () => false,
    call() {
      const said = `It is ${new Date(Date.now() - behindMs).toISOString()}.`;
      pass(5);
      return Promise.resolve({ outcome: outcomeOf(said), notifications: [], serverRequests: [], ms: 5 });
    },
    sampleWith: () => {},
    ended: () => undefined,
    findings: () => [],
    stderr: () => "",
    close: () => Promise.resolve(),
  };
}

async function replay(server: ServerSession, learned = ofChecks, waited = 0): Promise<string[]> {
  const trace = await replayOnServer(server, {
    workflow: { name: "w", steps: [{ user: "Do it." }] },
    recorded,
    learned,
    rules: makeRules(),
    afterDrift: "stop",
    dispatch: "serial",
    places: plainVeil,
    waited,
    signal: new AbortController().signal,
  });
  return (trace.evidence?.drift ?? []).map((drift) => drift.class);
}

describe("a replay", () => {
  it.each([0, 4000, 60_000])("takes a fresh time for one, where the tools took %d ms to list", async (ms) => {
    expect(await replay(clockServer(ms))).toEqual(["volatile"]);
  });

  it("does not take a time for a fresh one that lies before a slow list", async () => {
    expect(await replay(clockServer(4000, 60_000))).toEqual(["changed"]);
  });

  it("takes a time for a fresh one at which its server was there, and waited", async () => {
    expect(await replay(clockServer(0, 5000), ofChecks, 5000)).toEqual(["volatile"]);
    expect(await replay(clockServer(0, 5000))).toEqual(["changed"]);
  });

  it("takes no time for a fresh one where no check has seen that it is one", async () => {
    expect(await replay(clockServer(0), NOTHING_LEARNED)).toEqual(["changed"]);
  });
});
