// Stages whose servers overlap: how long one waits for its run, and what a run gets that needs none.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerSession } from "../../../src/server/session.js";
import { OverlappingStages } from "../../../src/suite/overlapping-stages.js";
import type { Stage } from "../../../src/suite/stage.js";
import { Turns } from "../../../src/suite/turns.js";
import { plainVeil } from "../../helpers/plain-veil.js";
import { makeTrace } from "../../helpers/make-trace.js";

const OFFER = { features: [], recorded: "2025-11-25" };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const session: ServerSession = {
  identity: makeTrace({ turns: [] }).server,
  readContract: () => Promise.resolve(makeTrace({ turns: [] }).contract),
  listTools: () => Promise.resolve([]),
  takeToolsChanged: () => false,
  call: () => Promise.reject(new Error("not called")),
  sampleWith: () => {},
  ended: () => undefined,
  findings: () => [],
  stderr: () => "",
  close: () => Promise.resolve(),
};

/** Stages that count what happens to them. */
function make(options: { ahead: number; leaving: number; closing?: Promise<void> }) {
  const seen: string[] = [];
  const turns = new Turns(4);
  let count = 0;
  const open = (): Promise<Stage> => {
    const port = (count += 1);
    return Promise.resolve({
      env: {},
      places: plainVeil,
      folder: "",
      ports: [{ server: undefined, port }],
      start: () => Promise.resolve(session),
      lend: () => Promise.resolve([]),
      startAhead: () => {
        seen.push(`ahead ${port}`);
        return Promise.resolve(true);
      },
      waited: () => 0,
      clock: () => undefined,
      close: () => {
        seen.push(`close ${port}`);
        return options.closing ?? Promise.resolve();
      },
      gone: () => Promise.resolve(),
    });
  };
  return { stages: new OverlappingStages(open, { ...options, turns }), seen, turns };
}

const portOf = ({ ports }: Stage): number | undefined => ports[0]?.port;
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe("a server that waits for its run", () => {
  it("is taken by the next run", async () => {
    const { stages, seen } = make({ ahead: 2, leaving: 2 });
    stages.expect(2);
    const first = await stages.open();
    await first.start(OFFER);
    await settled();
    expect(seen).toEqual(["ahead 2"]);
    expect(portOf(await stages.open())).toBe(2);
  });

  it("is ended after two seconds, and is the last that was started ahead", async () => {
    const { stages, seen, turns } = make({ ahead: 1, leaving: 2 });
    stages.expect(3);
    await (await stages.open()).start(OFFER);
    await vi.advanceTimersByTimeAsync(1999);
    expect(seen).toEqual(["ahead 2"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(["ahead 2", "close 2"]);
    const next = await stages.open();
    expect(portOf(next)).toBe(3);
    await next.start(OFFER);
    await settled();
    expect(seen).toEqual(["ahead 2", "close 2"]);
    // Its turn is free again.
    expect([1, 2, 3, 4].map(() => turns.tryTake() !== undefined)).toEqual([true, true, true, true]);
  });

  it("is left for the run after one that needs no server", async () => {
    const { stages, seen } = make({ ahead: 1, leaving: 2 });
    stages.expect(3);
    await (await stages.open()).start(OFFER);
    await settled();
    const idle = await stages.open();
    await idle.close();
    expect(portOf(await stages.open())).toBe(portOf(idle));
    expect(seen).toEqual(["ahead 2"]);
  });

  it("is not started where no run is to come", async () => {
    const { stages, seen } = make({ ahead: 4, leaving: 2 });
    stages.expect(1);
    await (await stages.open()).start(OFFER);
    await settled();
    expect(seen).toEqual([]);
  });
});

describe("a server that exits", () => {
  it("is not waited for, unless there are too many; settle waits for all", async () => {
    let exit = (): void => {};
    const closing = new Promise<void>((resolve) => (exit = resolve));
    const { stages } = make({ ahead: 0, leaving: 1, closing });
    stages.expect(2);
    const [one, two] = [await stages.open(), await stages.open()];
    await one.close();
    const waits = vi.fn<() => void>();
    const settles = vi.fn<() => void>();
    void two.close().then(waits);
    void stages.settle().then(settles);
    await settled();
    expect(waits).not.toHaveBeenCalled();
    expect(settles).not.toHaveBeenCalled();
    exit();
    await settled();
    expect(waits).toHaveBeenCalled();
    expect(settles).toHaveBeenCalled();
  });

  it("is waited for by the same workflow's next run", async () => {
    let exit = (): void => {};
    const closing = new Promise<void>((resolve) => (exit = resolve));
    const { stages } = make({ ahead: 0, leaving: 1, closing });
    const stage = await stages.open();
    await stage.close();
    const gone = vi.fn<() => void>();
    void stage.gone().then(gone);
    await settled();
    expect(gone).not.toHaveBeenCalled();
    exit();
    await settled();
    expect(gone).toHaveBeenCalled();
  });

  it("tells at the end that it could not be ended", async () => {
    const { stages } = make({ ahead: 0, leaving: 1, closing: Promise.reject(new Error("EBUSY")) });
    await (await stages.open()).close();
    await expect(stages.close()).rejects.toThrow("EBUSY");
    await expect(stages.close()).resolves.toBeUndefined();
  });
});
