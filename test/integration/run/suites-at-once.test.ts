// Suites side by side, over random plans with simulated servers: what a user may rely on holds.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runPlanned, type Done } from "../../../src/cli/run-planned.js";
import { loadSuite } from "../../../src/config/load.js";
import type { Config } from "../../../src/config/schema-written.js";
import type { Workflow } from "../../../src/config/schema.js";
import type { Suite } from "../../../src/config/suite.js";
import { buildUnjudged } from "../../../src/report/build.js";
import type { Evaluation } from "../../../src/report/report.js";
import { runSuite } from "../../../src/run/run-suite.js";
import { ServerFailure } from "../../../src/server/session.js";
import type { RunOptions } from "../../../src/suite/options.js";
import { loadSettings } from "../../../src/suite/settings.js";
import { createStages } from "../../../src/suite/stages.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { aWhile, chance, createWorld, type Event } from "../../helpers/simulated-servers.js";

vi.mock(import("../../../src/server/start-server.js"), async (original) => {
  const { simulateStart } = await import("../../helpers/simulated-servers.js");
  return { ...(await original()), startServer: simulateStart };
});
vi.mock(import("../../../src/suite/hook.js"), async () => {
  const { simulateHook } = await import("../../helpers/simulated-servers.js");
  return { runHook: simulateHook };
});

const env = cleanEnvironment();
const URLS = ["http://127.0.0.1:4001/mcp", "http://localhost:4001/sse", "http://127.0.0.1:4002/mcp"];

interface PlannedSuite {
  workflows: number;
  /** In `concurrency` of the config. */
  concurrency: number | undefined;
  hook: "reset" | "setup" | "teardown" | undefined;
  kind: "stdio" | "own port" | "fixed port" | "somebody else's";
  url: number;
  folder: 0 | 1;
  isShared: boolean;
}

interface Plan {
  suites: PlannedSuite[];
  /** `-j`. */
  j: number | undefined;
  seed: number;
  dying: 0 | 30;
  /** In a hundred: runs that need no server, as those without a recording. */
  idle: 0 | 30;
  /** When the user interrupts it, in milliseconds. */
  until: number | undefined;
}

const suites = fc.record<PlannedSuite>({
  workflows: fc.integer({ min: 1, max: 5 }),
  concurrency: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  hook: fc.option(fc.constantFrom("reset", "setup", "teardown"), { nil: undefined, freq: 2 }),
  kind: fc.constantFrom("stdio", "stdio", "own port", "fixed port", "somebody else's"),
  url: fc.integer({ min: 0, max: 2 }),
  folder: fc.constantFrom(0, 1),
  isShared: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
});
const plans = fc.record<Plan>({
  suites: fc.array(suites, { minLength: 1, maxLength: 5 }),
  j: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  seed: fc.integer(),
  dying: fc.constantFrom(0, 30),
  idle: fc.constantFrom(0, 30),
  until: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined, freq: 2 }),
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-beside-"));
  await Promise.all([0, 1].map((name) => mkdir(join(folder, String(name)))));
  vi.stubEnv("TMPDIR", folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const keepsData = ({ hook, isShared }: PlannedSuite): boolean => hook === "reset" && !isShared;
/** Runs at a time, as the docs say. */
function atATime(suite: PlannedSuite, j: number | undefined): number {
  if (suite.isShared || suite.kind === "somebody else's") return 1;
  return j ?? suite.concurrency ?? (keepsData(suite) ? 1 : 4);
}

function configOf(suite: PlannedSuite, name: string): Config {
  const url = suite.kind === "own port" ? "http://127.0.0.1:${MCPVALS_PORT}/mcp" : (URLS[suite.url] ?? "");
  const hook = suite.hook === "reset" && suite.isShared ? undefined : suite.hook;
  return {
    server:
      suite.kind === "stdio"
        ? { transport: "stdio", command: name }
        : {
            transport: "shttp",
            url,
            ...(suite.kind === "somebody else's" ? { headers: { "x-suite": name } } : { command: name }),
          },
    ...(hook !== undefined && { [hook]: name }),
    ...(suite.concurrency !== undefined && { concurrency: suite.concurrency }),
    ...(suite.isShared && { isolation: "suite" }),
    workflows: Array.from({ length: suite.workflows }, (_, at) => ({ name: `w${at}`, steps: [{ user: "Work" }] })),
  };
}

/** Runs a suite as replay does, with nothing in a run but the start of its server. */
async function play(suite: Suite, options: RunOptions, { events, idle }: { events: Event[]; idle: number }) {
  const settings = await loadSettings(suite, options);
  const stages = createStages(settings, { overlap: "start" });
  try {
    return await runSuite(settings, options, {
      command: "replay",
      stages,
      evaluate: async (workflow, own) => {
        events.push({ suite: suite.name, what: "run begins" });
        const before = events.length;
        const stage = await own.open();
        try {
          await aWhile();
          if (chance(idle)) return skipped(workflow);
          const session = await stage.start({ features: [], recorded: "2025-11-25" });
          if (session instanceof ServerFailure) {
            const id = Number(/server (\d+)/.exec(session.message)?.[1]);
            const started = events.findIndex(({ what, server }) => what === "start" && server === id);
            // A server of its own failed, not one that waited for it.
            if (settings.isolation === "workflow") expect(started).toBeGreaterThanOrEqual(before);
          } else events.push({ suite: suite.name, what: "taken", server: Number(session.identity.version) });
          await aWhile();
          return skipped(workflow);
        } finally {
          events.push({ suite: suite.name, what: "run ends" });
          await stage.close();
        }
      },
    });
  } finally {
    await stages.close();
  }
}

function skipped(workflow: Workflow): Evaluation {
  return buildUnjudged(workflow, { verdict: "skipped", reasons: [], config: null });
}

async function run({ suites: planned, j, seed, dying, idle, until }: Plan): Promise<{ events: Event[]; done: Done }> {
  const events = createWorld(seed, dying);
  const loaded = await Promise.all(
    planned.map(async (one, at) => {
      const cwd = join(folder, String(one.folder));
      const suite = await loadSuite(configOf(one, `s${at}`), { cwd, env, mayRun: false });
      return { suite: { ...suite, name: `s${at}` }, label: `s${at}`, workflows: undefined };
    }),
  );
  const interrupt = new AbortController();
  if (until !== undefined) setTimeout(() => interrupt.abort(), until);
  const done = await runPlanned(
    loaded,
    {
      invocation: { command: "replay", configs: [], values: {}, serverCommand: undefined },
      context: { cwd: folder, env, signal: interrupt.signal },
      shards: undefined,
    },
    {
      command: "replay",
      spends: false,
      allowUnset: false,
      starts: true,
      options: { concurrency: j },
      run: (suite, options) => play(suite, options, { events, idle }),
    },
    () => {},
  );
  return { events, done };
}

/** What is going on after each event: servers of a suite that live, that wait for a run, hooks and runs. */
class Watch {
  readonly live = new Map<number, string>();
  readonly waiting = new Set<number>();
  readonly hooks = new Map<string, number>();
  readonly runs = new Map<string, number>();

  see({ suite, what, server = 0 }: Event): void {
    const count = (counts: Map<string, number>, by: number): void =>
      void counts.set(suite, (counts.get(suite) ?? 0) + by);
    if (what === "start") this.live.set(server, suite);
    else if (what === "exit") this.live.delete(server);
    else if (what === "run begins") count(this.runs, 1);
    else if (what === "run ends") count(this.runs, -1);
    else if (what.endsWith(" begins")) count(this.hooks, 1);
    else if (what.endsWith(" ends")) count(this.hooks, -1);
  }

  liveOf(suite: string): number {
    return [...this.live.values()].filter((one) => one === suite).length;
  }

  /** True while something of a suite goes on. */
  isBusy(suite: string): boolean {
    return this.liveOf(suite) + (this.hooks.get(suite) ?? 0) + (this.runs.get(suite) ?? 0) > 0;
  }
}

/** True where the suites must not meet. */
function mustNotMeet(one: PlannedSuite, other: PlannedSuite): boolean {
  const port = ({ url }: PlannedSuite): string => URLS[url]?.replace("localhost", "127.0.0.1").split("/")[2] ?? "";
  const hasUrl = ({ kind }: PlannedSuite): boolean => kind === "fixed port" || kind === "somebody else's";
  const owns = [one, other].some(({ kind }) => kind === "fixed port");
  const sameUrl = hasUrl(one) && hasUrl(other) && (one.url === other.url || (owns && port(one) === port(other)));
  const says1 = (suite: PlannedSuite): boolean =>
    suite.concurrency === 1 || (suite.concurrency === undefined && keepsData(suite));
  return sameUrl || (one.folder === other.folder && (says1(one) || says1(other)));
}

it("keeps every promise of concurrency, setup, teardown, addresses and folders", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { events, done } = await run(plan);
      expect(done.failures).toEqual([]);
      expect(done.bug).toBeUndefined();
      if (plan.until === undefined) {
        const counts = done.reports.map(({ evaluations }) => evaluations.length);
        expect(counts).toEqual(plan.suites.map(({ workflows }) => workflows));
      }
      const watch = new Watch();
      for (const event of events) {
        const own = plan.suites[Number(event.suite.slice(1))];
        if (own === undefined) throw new Error(event.suite);
        const most = atATime(own, plan.j);
        const isStrict = own.hook !== undefined || own.kind === "fixed port";
        if (event.what === "start" || event.what === "setup begins" || event.what === "reset begins") {
          // The last run's server has exited, and its `teardown` is done.
          if (most === 1) expect(watch.liveOf(event.suite) + (watch.hooks.get(event.suite) ?? 0)).toBe(0);
          if (isStrict) expect(watch.liveOf(event.suite) + (watch.hooks.get(event.suite) ?? 0)).toBeLessThan(most);
        }
        watch.see(event);
        for (const [at, other] of plan.suites.entries()) {
          const name = `s${at}`;
          if (name !== event.suite && watch.isBusy(event.suite) && mustNotMeet(own, other))
            expect(watch.isBusy(name)).toBe(false);
        }
        expect(watch.runs.get(event.suite) ?? 0).toBeLessThanOrEqual(most);
        const all = [...watch.runs.values()].reduce((sum, runs) => sum + runs, 0);
        expect(all).toBeLessThanOrEqual(plan.j ?? 8);
        // Of ours: running, waiting, and about to exit.
        expect(watch.liveOf(event.suite)).toBeLessThanOrEqual(most === 1 ? 1 : 4 * most + 1);
      }
      expect(watch.live.size).toBe(0);
      expect((await readdir(folder)).filter((name) => name.startsWith("mcpvals-run-"))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
