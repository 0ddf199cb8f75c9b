import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";

const CALCULATOR = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const SCRIPT = {
  workflows: [
    {
      user: "Add 15 and 27",
      turns: [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }],
    },
    {
      user: "Divide 10 by 0",
      turns: [{ calls: [{ tool: "divide", input: { a: 10, b: 0 } }] }, { text: "That is not possible." }],
    },
  ],
};
const ADD = { name: "add", steps: [{ user: "Add 15 and 27", expectedState: "42", expectTools: ["add"] }] };
const DIVIDE = { name: "divide", steps: [{ user: "Divide 10 by 0", expectTools: ["divide"] }] };

let folder: string;
let model: Awaited<ReturnType<typeof startStandIn>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-"));
  model = await startStandIn(SCRIPT);
  const server = { transport: "stdio", command: process.execPath, args: [CALCULATOR] };
  const write = (name: string, config: object) => writeFile(join(folder, name), JSON.stringify(config));
  await write("good.json", { server, workflows: [ADD] });
  await write("bad.json", { server, workflows: [ADD, DIVIDE] });
  await write("gone.json", { server: { ...server, command: "no-such-program-here" }, workflows: [ADD] });
  await write("own.json", { server, workflows: [ADD], reporters: ["json"], quiet: true });
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) =>
  runCli(args, { cwd: folder, env: { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url } });

describe("eval", () => {
  it("prints the report on stdout, progress on stderr, and ends with 0 where all passed", async () => {
    const { code, stdout, stderr } = await cli("eval", "good.json");
    expect(stdout).toContain("Workflow: add ✓ PASSED");
    expect(stderr).toMatch(/^Run    add: .*\nPlan: 1 workflow, 1 trial; .*\neval good: 1 workflow\n✓ add \d+\.\ds\n$/);
    expect(code).toBe(0);
  });

  it("ends with 1 where a metric failed, and says which workflow in the progress too", async () => {
    const { code, stdout, stderr } = await cli("eval", "bad.json");
    expect(stdout).toContain("Workflow: divide ✗ FAILED");
    expect(stderr).toMatch(/^✗ divide /m);
    expect(code).toBe(1);
  });

  it("runs only the named workflows", async () => {
    const { code, stdout } = await cli("eval", "bad.json", "-t", "ad*", "-q", "-r", "json");
    expect(JSON.parse(stdout).evaluations.map((one: { workflowName: string }) => one.workflowName)).toEqual(["add"]);
    expect(code).toBe(0);
  });

  it("prints nothing but the report with --quiet, and pure JSON with --reporter json", async () => {
    const { stdout, stderr } = await cli("eval", "good.json", "-q", "--reporter", "json");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toMatchObject({ passed: true, exitCode: 0, command: "eval" });
    expect(stdout).not.toContain("stand-in-key-0123456789");
  });

  it("takes reporters and quiet from the config, where no flag says otherwise", async () => {
    const own = await cli("eval", "own.json");
    expect(own.stderr).toBe("");
    expect(JSON.parse(own.stdout).passed).toBe(true);
    expect((await cli("eval", "own.json", "-r", "console")).stdout).toMatch(/^1 workflow: 1 passed · .*\n$/);
  });

  it("writes one report to stdout and another into a file", async () => {
    const { stdout } = await cli("eval", "good.json", "-r", "console", "-r", "json=reports/eval.json");
    expect(stdout).toContain("Workflow: add");
    expect(JSON.parse(await readFile(join(folder, "reports", "eval.json"), "utf8"))).toMatchObject({ passed: true });
  });

  it("shows turns, calls and results with --debug", async () => {
    const { stderr } = await cli("eval", "good.json", "--debug", "-r", "json");
    expect(stderr).toMatch(/call 1: add \{"a":15,"b":27\}/);
    expect(stderr).toMatch(/result 1 after .*42/);
  });

  it("takes another build of the server behind --", async () => {
    const { code } = await cli("eval", "gone.json", "-q", "--", process.execPath, CALCULATOR);
    expect(code).toBe(0);
    const named = await cli("eval", "gone.json", "-q", "--command", `"${process.execPath}" '${CALCULATOR}'`);
    expect(named.code).toBe(0);
  });

  it("ends with 4 for a command that does not exist, and says which", async () => {
    const { code, stderr } = await cli("eval", "gone.json", "-q");
    expect(stderr).toContain("no-such-program-here");
    expect(code).toBe(4);
  });

  it("reports all suites, also the one that could not be run, which is never a pass", async () => {
    const { code, stdout, stderr } = await cli("eval", "good.json", "gone.json", "-q", "-r", "json");
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ passed: false, exitCode: 4 });
    expect(report.reports.map((one: { verdict: string }) => one.verdict)).toEqual(["passed", "error"]);
    expect(stderr).toContain("COMMAND_NOT_FOUND");
    expect(code).toBe(4);
  });

  it("stops after --bail workflows that did not pass, and does not call the rest passed", async () => {
    const { code, stdout } = await cli("eval", "bad.json", "good.json", "--bail", "-q", "-r", "json");
    const { reports } = JSON.parse(stdout);
    expect(reports[1].evaluations).toMatchObject([{ verdict: "skipped", passed: false }]);
    expect(reports[1].passed).toBe(false);
    expect(code).toBe(1);
  });
});
