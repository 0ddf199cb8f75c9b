// An agent of somebody else in a suite with what suites have beside: reset, the shell's environment, a judge, shards, one
// server for all workflows, and watching.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { AgentSuite, LONGEST, ordersServer } from "../helpers/agent-suite.js";
import { startJudgeStandIn } from "../helpers/judge-stand-in.js";
import { runCli } from "../helpers/run-cli.js";
import { bundled, say, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: LONGEST, hookTimeout: LONGEST });

const look = [[use("mcp__server__say_state", { id: "A-1" })], [say("It is open.")]];
const SCRIPTS = { one: look, two: look };
const workflow = (name: string, script: string, more: object = {}) => ({
  name,
  steps: [{ user: `[[script:${script}]]`, expectTools: ["say_state"], ...more }],
});

const verdictsOf = (json: string): string[] =>
  JSON.parse(json)
    .evaluations.map((one: { workflowName: string; verdict: string }) => `${one.workflowName} ${one.verdict}`)
    .toSorted();

let suite: AgentSuite;
afterEach(() => suite.remove());

test("reset is run before the recording, its check and each replay", async () => {
  suite = new AgentSuite({
    server: ordersServer(),
    reset: "echo reset >> reset.log",
    workflows: [workflow("look", "one")],
  });
  const recorded = await suite.record(SCRIPTS);
  expect(recorded.code).toBe(0);
  const log = join(suite.path, "reset.log");
  const before = readFileSync(log, "utf8").split("reset").length - 1;
  expect(before).toBeGreaterThanOrEqual(2);
  expect(await suite.replay()).toMatchObject({ code: 0, verdict: "passed" });
  expect(readFileSync(log, "utf8").split("reset").length - 1).toBe(before + 1);
});

test("a server that inherits the shell's environment gets no key and no gateway", async () => {
  const args = ["-c", 'env > seen.txt; exec "$0" "$@"', process.execPath, bundled("orders.mjs"), "world.json"];
  const server = { transport: "stdio", command: "sh", args, inheritEnv: true };
  suite = new AgentSuite({ server, workflows: [workflow("look", "one")] });
  expect((await suite.record(SCRIPTS)).code).toBe(0);
  expect(await suite.replay({ env: { OF_THE_SHELL: "yes", ANTHROPIC_API_KEY: "sk-ant-of-the-shell" } })).toMatchObject({
    code: 0,
    verdict: "passed",
  });
  const seen = readFileSync(join(suite.path, "seen.txt"), "utf8");
  expect(seen).toContain("OF_THE_SHELL=yes");
  expect(seen).not.toMatch(/ANTHROPIC_API_KEY|ANTHROPIC_BASE_URL/);
});

test("shards play each workflow once", async () => {
  suite = new AgentSuite({ server: ordersServer(), workflows: [workflow("one", "one"), workflow("two", "two")] });
  expect((await suite.record(SCRIPTS)).code).toBe(0);
  const played: string[] = [];
  for (const shard of ["1/2", "2/2"]) {
    const { code, stdout } = await suite.run(["replay", "--shard", shard, "--reporter", "json"]);
    expect(code).toBe(0);
    played.push(...verdictsOf(stdout));
  }
  expect(played.toSorted()).toEqual(["one passed", "two passed"]);
});

test("a judge is asked about what the agent did, and its verdict is replayed without a key", async () => {
  const judge = await startJudgeStandIn(() => 0.9);
  suite = new AgentSuite({
    server: ordersServer(),
    llmJudge: true,
    judge: { baseURL: judge.url },
    workflows: [workflow("look", "one")],
  });
  const { code } = await suite.run(["record", "--yes"], { scripts: SCRIPTS, env: { OPENAI_API_KEY: "stand-in" } });
  judge.close();
  expect([code, judge.asked()]).toEqual([0, 1]);
  const replayed = await suite.replay();
  expect(replayed).toMatchObject({ code: 0, verdict: "passed" });
  expect(replayed.results).toContainEqual(expect.objectContaining({ id: "llm-judge", verdict: "passed", score: 0.9 }));
});

test("one server for all workflows is one over HTTP; over stdio it is refused with what to do, before anything is spent", async () => {
  const workflows = [
    workflow("one", "one", { expectTools: ["add"] }),
    workflow("two", "two", { expectTools: ["add"] }),
  ];
  suite = new AgentSuite({ server: ordersServer(), isolation: "suite", workflows });
  const { code, asked, stderr } = await suite.record(SCRIPTS);
  expect([code, asked, stderr]).toEqual([2, 0, expect.stringContaining('Leave "isolation" out, or give')]);

  const calculator = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
  const started = `echo started >> starts.log; exec "$0" "$@"`;
  const server = {
    transport: "shttp",
    command: "sh",
    args: ["-c", started, process.execPath, calculator, "--http", "${MCPVALS_PORT}"],
    url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
  };
  suite.configure({ server });
  const add = [[use("mcp__server__add", { a: 1, b: 2 })], [say("3")]];
  expect((await suite.record({ one: add, two: add }, "--no-check")).code).toBe(0);
  const log = join(suite.path, "starts.log");
  const starts = (): number => readFileSync(log, "utf8").split("started").length - 1;
  const before = starts();
  const { code: played, stdout } = await suite.run(["replay", "--reporter", "json"]);
  expect([played, verdictsOf(stdout), before, starts() - before]).toEqual([0, ["one passed", "two passed"], 1, 1]);
});

test("replay --watch plays the agent again when its server's data change", async () => {
  suite = new AgentSuite({ server: ordersServer(), inputs: ["world.json"], workflows: [workflow("look", "one")] });
  expect((await suite.record(SCRIPTS)).code).toBe(0);
  let said = "";
  let saved = false;
  const { code } = await runCli(["replay", "--watch", "-q"], {
    cwd: suite.path,
    env: { HOME: suite.path },
    timeout: 100_000,
    onStart: (child) => {
      const hear = (text: string): void => {
        said += text;
        const waits = said.split(/Watching .*\n/).length - 1;
        if (waits > 0 && !saved) suite.answer({ orders: { "A-1": { id: "A-1", state: "lost", total: 1 } } });
        saved ||= waits > 0;
        if (/changed:[^]*Watching/.test(said)) child.kill("SIGINT");
      };
      child.stdout?.on("data", hear);
      child.stderr?.on("data", hear);
    },
  });
  expect(said).toMatch(/1 passed[^]*world\.json changed[^]*0 passed/);
  expect(code).not.toBe(0);
});
