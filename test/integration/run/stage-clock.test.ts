// A stage starts its server with another clock where that is asked for, and says whether that worked.
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, expect, it } from "vitest";
import { loadSuite } from "../../../src/config/load.js";
import type { Config } from "../../../src/config/schema-written.js";
import { loadSettings } from "../../../src/suite/settings.js";
import { createStages } from "../../../src/suite/stages.js";
import type { Stage } from "../../../src/suite/stage.js";
import { ServerFailure, type ServerSession } from "../../../src/server/session.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { legacySession } from "../../helpers/all-of-mcp.js";
import { serveOverHttp } from "../../helpers/serve-session.js";
import { fixtureServer } from "../../helpers/suite-folder.js";

const DAY = 86_400_000;
const env = cleanEnvironment();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(config: Config): Promise<Stage> {
  const suite = await loadSuite(config, { env, mayRun: false });
  const stages = createStages(await loadSettings(suite, { env }));
  const stage = await stages.open();
  closing.push(() => stage.close().then(() => stages.close()));
  return stage;
}

/** Whole days that the server is ahead of us. */
async function daysAhead(session: ServerSession | ServerFailure): Promise<number> {
  if (session instanceof ServerFailure) throw session;
  const { outcome } = await session.call("here", {}, new AbortController().signal);
  const [, now] = /"now\\":(\d+)/.exec(JSON.stringify(outcome)) ?? [];
  return Math.round((Number(now) - Date.now()) / DAY) + 0;
}

it("moves the clock of the server, and only for that start", async () => {
  const stage = await open({ server: fixtureServer("clock.mjs") });
  expect(stage.clock()).toBeUndefined();
  expect(await daysAhead(await stage.start())).toBe(0);
  expect(stage.clock()).toBeUndefined();
  expect(await daysAhead(await stage.start(undefined, { clock: 3 * DAY }))).toBe(3);
  expect(stage.clock()).toEqual({ moved: "node" });
  expect(await daysAhead(await stage.start(undefined, { clock: 0 }))).toBe(0);
  expect(stage.clock()).toBeUndefined();
});

it("says that a server did not start by another clock; without, it does", async () => {
  const limit = String(Date.now() + DAY);
  const stage = await open({ server: fixtureServer("clock.mjs", "refuses", limit) });
  expect(await stage.start(undefined, { clock: 3 * DAY })).toBeInstanceOf(ServerFailure);
  expect(stage.clock()).toEqual({ moved: false, why: "it did not start" });
  expect(await daysAhead(await stage.start())).toBe(0);
  expect(stage.clock()).toBeUndefined();
});

it("leaves the clock of a server alone that all workflows share, and goes on with it", async () => {
  const stage = await open({ server: fixtureServer("clock.mjs"), isolation: "suite" });
  const session = await stage.start();
  expect(await stage.start(undefined, { clock: DAY })).toBe(session);
  expect(stage.clock()).toEqual({ moved: false, why: 'all workflows share it ("isolation": "suite")' });
});

it("cannot move the clock of a server that it does not start", async () => {
  const { url, stop } = await serveOverHttp(legacySession);
  closing.push(async () => void (await stop()));
  const stage = await open({ server: { transport: "shttp", url: url.href } });
  expect(await stage.start(undefined, { clock: DAY })).not.toBeInstanceOf(ServerFailure);
  expect(stage.clock()).toEqual({ moved: false, why: "mcpvals does not start it" });
});

it("leaves no folder behind", async () => {
  const before = await readdir(tmpdir());
  const stage = await open({ server: fixtureServer("clock.mjs") });
  await stage.start(undefined, { clock: DAY });
  expect(await readdir(stage.folder)).toEqual([]);
  for (const close of closing.splice(0)) await close();
  const ours = (names: string[]) => names.filter((name) => name.includes(`-${process.pid}-`));
  expect(ours(await readdir(tmpdir()))).toEqual(ours(before));
});
