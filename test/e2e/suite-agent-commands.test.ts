// What else works on an agent's suite: offline, diff, the hooks and the state, budgets, a later recording, interruption.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AgentSuite, LONGEST, type AgentRun } from "../helpers/agent-suite.js";
import { startedHere, processesMarked } from "../helpers/marked-processes.js";
import { bundled, ORDERS, say, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: 2 * LONGEST, hookTimeout: 2 * LONGEST });

const MARK = `mcpvals-test-${process.pid}-${performance.now()}`;
const SCRIPTS = { one: [[use("mcp__server__say_state", { id: "A-1" })], [say("It is open.")]] };

const args = [bundled("orders.mjs"), "${MCPVALS_TMP}/world.json"];
const suite = new AgentSuite({
  server: { transport: "stdio", command: process.execPath, args, env: { MARK } },
  state: "./data",
  setup: "echo setup >> hooks.log",
  teardown: "echo teardown >> hooks.log",
  workflows: [{ name: "look", steps: [{ user: "[[script:one]]", expectTools: ["say_state"] }] }],
});
mkdirSync(join(suite.path, "data"));
const answer = (world: object): void => suite.answer(world, "data/world");
const hooks = (): string => {
  const log = readFileSync(join(suite.path, "hooks.log"), "utf8").trim().split(/\s+/).join(" ");
  writeFileSync(join(suite.path, "hooks.log"), "");
  return log;
};

let recorded: AgentRun;
beforeAll(async () => {
  answer({});
  recorded = await suite.record(SCRIPTS, "--no-check");
});
afterAll(() => suite.remove());

test("the state is copied, setup and teardown run once for each run", async () => {
  expect([recorded.code, recorded.stderr]).toEqual([0, expect.anything()]);
  expect(hooks()).toBe("setup teardown");
  expect(await suite.replay()).toMatchObject({ code: 0, verdict: "passed" });
  expect(hooks()).toBe("setup teardown");
});

test("offline, the recorded run is scored again without the agent, and the report says so", async () => {
  suite.configure({ agent: { type: "command", command: "no-such-agent" } });
  const { code, verdict, run } = await suite.replay({ flags: ["--offline"] });
  suite.configure({});
  expect([code, verdict, run.sources]).toEqual([0, "passed", { model: "recorded", server: "recorded" }]);
  expect(run.findings).toEqual([expect.stringContaining("no agent runs offline")]);
});

test.each([
  ["another result", { orders: { ...ORDERS, "A-1": { id: "A-1", state: "lost", total: 12 } } }, {}],
  ["an agent that makes the call no more", {}, { DROP: "say_state" }],
])("diff: %s is not the same", async (_, world, env) => {
  answer(world);
  const { code, stdout } = await suite.run(["diff", "--reporter", "json"], { env });
  answer({});
  expect([code, JSON.parse(stdout).verdict]).toEqual([3, "INCONCLUSIVE"]);
});

test("a server that ends before the agent asks has failed, and nothing is said of the agent's own end", async () => {
  answer({ dieAtStart: true });
  const played = await suite.replay();
  const { code, stdout } = await suite.record(SCRIPTS, "--mode", "all");
  answer({});
  expect(played).toMatchObject({ code: 1, verdict: "failed", run: { end: "server-failed", findings: [] } });
  expect(played.reasons[0]).toContain("the server ended before the agent asked the model: it exited with code 3");
  expect([code, stdout]).toEqual([1, expect.stringContaining("The server ended before the agent asked")]);
});

test("with a budget in dollars, a model whose price is unknown is not asked", async () => {
  const { code, stderr, asked } = await suite.run(["record", "--yes", "--mode", "all", "--max-budget-usd", "1"], {
    scripts: SCRIPTS,
    env: { ANTHROPIC_MODEL: "unheard-of-1" },
  });
  expect([code, asked, stderr]).toEqual([2, 0, expect.stringContaining("needs the price of unheard-of-1")]);
});

test("a model that only --model named: the replay says what to write into the config, and then it passes", async () => {
  const other = new AgentSuite({
    server: { transport: "stdio", command: process.execPath, args: [bundled("orders.mjs"), "world.json"] },
    workflows: [{ name: "look", steps: [{ user: "[[script:one]]", expectTools: ["say_state"] }] }],
  });
  await other.record(SCRIPTS, "--no-check", "--model", "claude-opus-4-8");
  const played = await other.replay();
  other.configure({ model: "claude-opus-4-8" });
  const again = await other.replay();
  other.remove();
  expect([played.code, played.reasons[0]]).toEqual([3, expect.stringContaining('write "model": "claude-opus-4-8"')]);
  expect(again).toMatchObject({ code: 0, verdict: "passed" });
});

test("a later recording without the agent of the cassette is refused before it asks", async () => {
  suite.configure({ agent: undefined });
  const before = suite.cassette("look");
  const { code, stderr, asked } = await suite.record(SCRIPTS, "--mode", "all");
  suite.configure({});
  expect([code, asked, stderr]).toEqual([2, 0, expect.stringContaining("Nobody says how to start")]);
  expect(suite.cassette("look")).toBe(before);
});

test.each([
  ["an interruption", {}, {}, "SIGINT", 130, "cancelled"],
  [
    "an agent that does nothing for longer than modelTimeout while its server notifies",
    { modelTimeout: 1000, timeout: 1000 },
    { HANG: "1" },
    undefined,
    3,
    undefined,
  ],
] as const)("%s ends the agent and its servers", async (_, config, more, signal, code, end) => {
  answer({ delays: { "A-1": 600_000 }, notifies: 50 });
  suite.configure(config);
  const running = suite.run(["replay", "--reporter", "json"], { env: { MARK, ...more }, built: true });
  if (signal !== undefined) {
    await expect.poll(() => processesMarked(MARK).length, { timeout: LONGEST }).toBeGreaterThan(3);
    process.kill(startedHere(processesMarked(MARK)), signal);
  }
  const result = await running;
  answer({});
  suite.configure({});
  expect([result.code, JSON.parse(result.stdout).evaluations[0].run?.end]).toEqual([code, end ?? "ungrounded"]);
  await expect.poll(() => processesMarked(MARK)).toEqual([]);
});

describe("--agent claude-code", () => {
  const other = new AgentSuite({
    agent: undefined,
    server: { transport: "stdio", command: process.execPath, args: [bundled("orders.mjs"), "world.json"] },
    workflows: [{ name: "look", steps: [{ user: "[[script:one]]", expectTools: ["say_state"] }] }],
  });
  // A program of that name, which is our own agent.
  const bin = join(other.path, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "claude"), `#!/bin/sh\nexec "${process.execPath}" "${bundled("stepping-agent.mjs")}"\n`);
  chmodSync(join(bin, "claude"), 0o755);
  afterAll(() => other.remove());

  test("records with it, and so does a later recording without the flag", async () => {
    expect(await other.record(SCRIPTS, "--no-check", "--agent", "claude-code")).toMatchObject({ code: 0, asked: 2 });
    expect(await other.replay()).toMatchObject({ code: 0, verdict: "passed" });
    const again = await other.record(SCRIPTS, "--no-check", "--mode", "all");
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("claude works, as its cassette says")]);
    expect(other.cassette("look")).toContain("type: claude-code");
  });

  test("settings of our own loop are refused beside it", async () => {
    other.configure({ agent: undefined, maxTurns: 3 });
    const { code, stderr, asked } = await other.record(SCRIPTS, "--mode", "all", "--agent", "claude-code");
    expect([code, asked, stderr]).toEqual([2, 0, expect.stringMatching(/no effect[^]*maxTurns/)]);
  });
});

test("eval keeps the run, and record --from-last writes it as the agent's; over HTTP the server is one for all steps", async () => {
  const server = {
    transport: "shttp",
    command: process.execPath,
    args: [
      fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url)),
      "--http",
      "${MCPVALS_PORT}",
    ],
    url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
    env: { MARK: `${MARK}-http` },
  };
  const steps = [{ user: "[[script:one]]" }, { user: "[[script:two]]", expectTools: ["add"] }];
  const http = new AgentSuite({ server, workflows: [{ name: "look", steps }] });
  const add = use("mcp__server__add", { a: 1, b: 2 });
  const scripts = { one: [[add], [say("3")]], two: [[add], [say("3 again")]] };
  const live = await http.run(["eval", "--yes"], { scripts });
  const written = await http.run(["record", "--from-last", "--no-check"]);
  expect([live.code, written.code, http.cassette("look")]).toEqual([0, 0, expect.stringContaining("kind: agent")]);
  expect(await http.replay()).toMatchObject({ code: 0, verdict: "passed" });
  expect(processesMarked(`${MARK}-http`)).toEqual([]);
  http.remove();
});
