// Plays the changed runs of test/agents/adversary.mjs with the SDK's toolRunner: each passes unchanged, and none passes
// changed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { askOwnAgent } from "../../fixtures/agents/own-agent.mjs";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { startTold } from "../../fixtures/agents/told.mjs";
import type * as Library from "../../src/index.js";
import { ADVERSARY_OF_RUNNER } from "../agents/adversary.mjs";
import { STAND_IN_KEY } from "../helpers/tool-runner.js";

const DIST = join(import.meta.dirname, "../../dist/index.js");
const { tape }: typeof Library = await import(pathToFileURL(DIST).href);
const folder = mkdtempSync(join(tmpdir(), "mcpvals-adversary-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

let world: object = {};
const server = await startTold(() => world);
afterAll(() => server.close());

interface Play {
  file: string;
  ask: object;
  /** The real model's address, to record. */
  upstream?: string;
}

/** Why the tape failed; undefined where it did not. */
async function played({ file, ask, upstream }: Play): Promise<string | undefined> {
  const env = { PATH: process.env["PATH"], ...(upstream !== undefined && { ANTHROPIC_BASE_URL: upstream }) };
  const t = await tape(`${file}.yaml`, { cwd: folder, env, mode: upstream === undefined ? "replay" : "record" });
  const servers = { told: await t.connect("told", { type: "http", url: server.url }) };
  const model = { baseURL: t.modelUrl, apiKey: STAND_IN_KEY, maxRetries: 0 };
  await askOwnAgent({ prompt: "Look [[script:main]]", servers, model, ask }).catch(() => undefined);
  return t.done().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

test.each(ADVERSARY_OF_RUNNER)("passes unchanged, and does not pass with $name", async (run) => {
  const { told, changed, turns, verdict = "inconclusive", system, replay = {} } = run;
  const file = run.name.replaceAll(/\W+/g, "-");
  const ask = system === undefined ? {} : { system };
  const upstream = await startAgentStandIn({ main: turns });
  world = told;
  expect(await played({ file, ask, upstream: upstream.url })).toBeUndefined();
  await upstream.close();
  expect(await played({ file, ask })).toBeUndefined();
  world = changed;
  const { model, system: other } = replay;
  const now = { ...ask, ...(model !== undefined && { model }), ...(other !== undefined && { system: other }) };
  expect(await played({ file, ask: now })).toMatch(new RegExp(`^${verdict}: `));
});
