// Suites and servers beside each other, as a shell sees them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { processesMarked } from "../helpers/marked-processes.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer } from "../helpers/suite-folder.js";

let folder: string;
let model: StandIn;
let env: Record<string, string>;
const log = (): string => join(folder, "starts");
const starts = (): number => (existsSync(log()) ? readFileSync(log(), "utf8").split("\n").length - 1 : 0);
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: folder, env });

/** A suite in a folder of its own, whose server does what a variable says. */
async function writeSuite(name: string, workflows: number, variable: string): Promise<void> {
  const config = {
    server: fixtureServer("beside.mjs", log(), `\${${variable}:-none}`, join(folder, "made")),
    concurrency: 2,
    check: { runs: 1 },
    workflows: Array.from({ length: workflows }, (_, at) => ({
      name: `work-${at + 1}`,
      steps: [{ user: "Work", expectedState: "done" }],
    })),
  };
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, `${name}.config.json`), JSON.stringify(config));
}

interface Told {
  suite: { name: string };
  evaluations: { verdict: string }[];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-beside-"));
  await mkdir(join(folder, "tmp"));
  await writeSuite("first", 1, "FIRST");
  await writeSuite("second", 1, "SECOND");
  await writeSuite("many", 4, "MANY");
  model = await startStandIn({
    workflows: [{ user: "Work", turns: [{ calls: [{ tool: "work", input: {} }] }, { text: "It is done." }] }],
  });
  env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url, TMPDIR: join(folder, "tmp") };
  await run("record", "*/*.config.json", "-q");
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await rm(log(), { force: true });
  await rm(join(folder, "made"), { force: true });
});

it("runs suites at the same time, and reports them in their order", async () => {
  // The first can end only after the second.
  Object.assign(env, { FIRST: "waits", SECOND: "makes" });
  const { code, stdout, stderr } = await run(
    "replay",
    "first/first.config.json",
    "second/second.config.json",
    "-r",
    "json",
  );
  expect(code).toBe(0);
  const { reports } = JSON.parse(stdout) as { reports: Told[] };
  expect(reports.map(({ suite }) => suite.name)).toEqual(["first", "second"]);
  expect(stderr).toMatch(/^✓ first \/ work-1 /m);
  expect(stderr).toMatch(/^✓ second \/ work-1 /m);
  for (const name of ["first", "second"]) {
    expect(readdirSync(join(folder, name, ".mcpvals", "last")).length).toBeGreaterThan(0);
  }
});

it("runs one workflow after another over all suites with -j 1", async () => {
  Object.assign(env, { FIRST: "makes", SECOND: "waits" });
  const { code, stderr } = await run("replay", "first/first.config.json", "second/second.config.json", "-j", "1");
  expect(code).toBe(0);
  expect(stderr.split("\n").filter((line) => line !== "")).toEqual([
    "replay first: 1 workflow",
    expect.stringMatching(/^✓ first \/ work-1 /),
    "replay second: 1 workflow",
    expect.stringMatching(/^✓ second \/ work-1 /),
  ]);
});

describe("servers that are started ahead", () => {
  const replay = async (mode: string): Promise<CliResult & Pick<Told, "evaluations">> => {
    env["MANY"] = mode;
    const result = await run("replay", "many/many.config.json", "-q", "-r", "json");
    return { ...result, ...(JSON.parse(result.stdout) as Told) };
  };

  it("are no fault of a run that did not begin when they died", async () => {
    const { evaluations, ...result } = await replay("third-dies");
    expect(evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(result).toMatchObject({ code: 0, stderr: "" });
    // Four runs, and the one that died.
    expect(starts()).toBeGreaterThanOrEqual(5);
  });

  it("leave it to the run to say that none starts, with what the server said", async () => {
    const { evaluations, code } = await replay("all-but-two-die");
    expect(evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "failed", "failed"]);
    expect(JSON.stringify(evaluations[2])).toContain("no seats left");
    expect(code).toBe(1);
  });

  it("are none in record: a recording and its checks are made on new servers", async () => {
    env["MANY"] = "none";
    expect(await run("record", "many/many.config.json", "--mode", "all", "-q")).toMatchObject({ code: 0 });
    // Four recordings, each with its check.
    expect(starts()).toBe(8);
  });

  it.skipIf(!existsSync("/proc/self/environ"))("are ended with all others by an interrupt", async () => {
    env["MANY"] = "hangs";
    const result = await runCli(["replay", "many/many.config.json"], {
      cwd: folder,
      env,
      onStart: (child) => {
        const watch = setInterval(() => {
          // Two that run, and two that wait.
          if (starts() < 4) return;
          clearInterval(watch);
          child.kill("SIGINT");
        }, 20);
      },
    });
    expect(result.code).toBe(130);
    expect(processesMarked(join(folder, "tmp"))).toEqual([]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });
});
