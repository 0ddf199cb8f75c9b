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
import { say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

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
  change?: Parameters<typeof askOwnAgent>[0]["change"];
}

/** Why the tape failed; undefined where it did not. */
async function played({ file, ask, upstream, change = () => {} }: Play): Promise<string | undefined> {
  const env = { PATH: process.env["PATH"], ...(upstream !== undefined && { ANTHROPIC_BASE_URL: upstream }) };
  const t = await tape(`${file}.yaml`, { cwd: folder, env, mode: upstream === undefined ? "replay" : "record" });
  const servers = { told: await t.connect("told", { type: "http", url: server.url }) };
  const model = { baseURL: t.modelUrl, apiKey: STAND_IN_KEY, maxRetries: 0 };
  await askOwnAgent({ prompt: "Look [[script:main]]", servers, model, ask, change }).catch(() => undefined);
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

test("does not pass with an agent that calls with other arguments than the model asked for", async () => {
  const id = { type: "string" };
  const tools = [{ name: "book", description: "Books a refund.", inputSchema: { type: "object", properties: { id } } }];
  world = { tools, answers: { book: { result: { content: [{ type: "text", text: "Booked." }] } } } };
  const upstream = await startAgentStandIn({ main: [[use("book", { id: "A-1" })], [say("It is booked.")]] });
  const run = { file: "other-arguments", ask: {} };
  expect(await played({ ...run, upstream: upstream.url })).toBeUndefined();
  await upstream.close();
  expect(await played(run)).toBeUndefined();
  const change: Play["change"] = (own) => {
    for (const tool of own) {
      const book = tool.run;
      tool.run = (_, context) => book.call(tool, { id: "A-2" }, context);
    }
  };
  expect(await played({ ...run, change })).toMatch(
    /^inconclusive: the agent called book \(call 1\) with other arguments/,
  );
});
