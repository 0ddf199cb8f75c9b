// `tape` with a server over HTTP, and what `review` says of two recordings of an agent.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askOwnAgent } from "../../fixtures/agents/own-agent.mjs";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { startTold } from "../../fixtures/agents/told.mjs";
import type * as Library from "../../src/index.js";
import { runCli } from "../helpers/run-cli.js";
import { say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

const DIST = join(import.meta.dirname, "../../dist/index.js");
const { tape }: typeof Library = await import(pathToFileURL(DIST).href);
const folder = mkdtempSync(join(tmpdir(), "mcpvals-tape-http-"));
const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: folder });
const TOKEN = "tok-1234567890-of-the-server";

const world = (state: string): object => ({
  tools: [{ name: "look", description: "Looks at an order.", inputSchema: { type: "object" } }],
  answers: { look: { result: { content: [{ type: "text", text: `It is ${state}.` }] } } },
});
let told = world("open");
const server = await startTold(() => told);

async function ask(mode: "record" | "replay"): Promise<Library.AgentTape> {
  const upstream = await startAgentStandIn({ main: [[use("look")], [say("It is done.")]] });
  const t = await tape("cassettes/look.yaml", { cwd: folder, env: { ANTHROPIC_BASE_URL: upstream.url }, mode });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const orders = await t.connect("orders", { type: "http", url: server.url, headers });
  const model = { baseURL: t.modelUrl, apiKey: STAND_IN_KEY, maxRetries: 0 };
  await askOwnAgent({ prompt: "Look [[script:main]]", servers: { orders }, model }).catch(() => undefined);
  await upstream.close();
  return t;
}

beforeAll(async () => {
  git("init", "-q", "-b", "main");
  await (await ask("record")).done();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

test("a server over HTTP is recorded with its headers, which are not in the cassette, and replays", async () => {
  expect(server.headers.map(({ authorization }) => authorization)).toContain(`Bearer ${TOKEN}`);
  expect(readFileSync(join(folder, "cassettes/look.yaml"), "utf8")).not.toContain(TOKEN);
  const t = await ask("replay");
  await t.done();
  expect(t.calls).toMatchObject([{ server: "orders", tool: "look", outcome: { kind: "result" } }]);
});

test("another result of it fails the test", async () => {
  told = world("lost");
  const t = await ask("replay");
  told = world("open");
  await expect(t.done()).rejects.toMatchObject({ code: "AGENT_DIFFERS", message: expect.stringContaining("look") });
});

test("review says what changed between two recordings of an agent", async () => {
  git("add", ".");
  git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first");
  told = world("lost");
  await (await ask("record")).done();
  const { code, stdout, stderr } = await runCli(["review", "--base", "HEAD"], { cwd: folder, env: {} });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/-.*It is open\./);
  expect(stdout).toMatch(/\+.*It is lost\./);
  const page = await runCli(["review", "--base", "HEAD", "--format", "html=r.html"], { cwd: folder, env: {} });
  expect(page.code).toBe(0);
  expect(readFileSync(join(folder, "r.html"), "utf8")).toContain("It is lost.");
});
