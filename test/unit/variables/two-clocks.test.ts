import { describe, expect, it } from "vitest";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import type { Learned } from "../../../src/variables/learned.js";
import type { Run } from "../../../src/variables/run.js";
import { CHECKED, LIVE, makeRun, RECORDED } from "./runs.js";

const RUNS = ["2026-11-28T10:00:00Z", "2026-11-28T10:00:03Z", "2026-11-28T10:00:06Z"] as const;

/** A check whose server's clock was moved from the second moment to the first. */
function makeCheck(text: string, moved: string, real: string): Run {
  const run = makeRun([["look", {}, text]], { at: moved });
  const ahead = Date.parse(moved) - Date.parse(real);
  return { ...run, calls: run.calls.map((call) => ({ ...call, moment: { ...call.moment, ahead } })) };
}

function told(text: (at: string) => string): { learned: Learned; replay: (live: string) => boolean } {
  const recorded = makeRun([["look", {}, text(RECORDED)]], { at: RECORDED });
  const checks = CHECKED.map((moved, at) => makeCheck(text(RUNS[at + 1] ?? LIVE), moved, RUNS[at + 1] ?? LIVE));
  const learned = learn(recorded, checks);
  return { learned, replay: (live) => hold(learned, recorded, makeRun([["look", {}, live]], { at: LIVE })).green };
}

const written = (at: string): string => `modified: ${new Date(at).toUTCString()}`;

describe("a time by the machine's clock, in checks whose server's clock was moved", () => {
  it("is a time of the run", () => {
    const { learned, replay } = told(written);
    expect(learned.unstable).toEqual([]);
    expect(learned.variables).toMatchObject([{ kind: "time" }]);
    expect(replay(written(LIVE))).toBe(true);
    expect(replay(written(RECORDED))).toBe(false);
  });

  it("is unstable where it is neither clock's", () => {
    const years: Record<string, string> = { [RUNS[0]]: "2019", [RUNS[1]]: "2021", [RUNS[2]]: "2024" };
    const { learned } = told((at) => written(at.replace("2026", years[at] ?? "2026")));
    expect(learned.unstable).toMatchObject([{ why: "a date that the clock does not explain" }]);
  });

  it("leaves a date that is always the same a constant, also where it is the machine's day", () => {
    const { learned, replay } = told(() => "harvested on 2026-11-28");
    expect(learned.variables).toEqual([]);
    expect(replay("harvested on 2026-11-28")).toBe(true);
    expect(replay("harvested on 2026-12-01")).toBe(false);
  });
});
