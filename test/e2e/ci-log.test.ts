// 200 texts that want to be commands of a CI's log, in all that Claude, a server, a config and a person can say, through every
// command that prints: no line of stdout and stderr is a command.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { slugOf } from "../../src/config/slug.js";
import type { Config } from "../../src/index.js";
import { parseYaml } from "../../src/cassette/yaml-read.js";
import { hostileTexts } from "../helpers/hostile-text.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { ENVIRONMENT } from "../helpers/review-repository.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";
import { commandLines, commandsOf, linesOf } from "../helpers/workflow-commands.js";

const TEXTS = hostileTexts(200);
const RUNS = 10;
const at = (index: number): string => TEXTS[index % TEXTS.length] ?? "";

let suite: SuiteFolder;
let model: StandIn;
let config: Config;
let command: (step: number) => string[];
/** All that was printed. */
let printed = "";

const environment = () => ({
  ...ENVIRONMENT,
  ANTHROPIC_API_KEY: "stand-in-key-0123456789",
  ANTHROPIC_BASE_URL: model.url,
});

async function print(...args: string[]): Promise<HereResult> {
  const done = await runHere(args, { cwd: suite.folder, env: environment() });
  printed += done.stdout + done.stderr;
  return done;
}

/** Through the streams of the built program. */
async function printBuilt(args: string[], input?: string): Promise<{ stdout: string; stderr: string }> {
  const done = await runCli(args, { cwd: suite.folder, env: environment(), ...(input !== undefined && { input }) });
  printed += done.stdout + done.stderr;
  if (done.code === 70) throw new Error(done.stderr);
  return done;
}

/** Runs a command, and looks at each line. */
async function expectNoCommand(...args: string[]): Promise<HereResult> {
  const done = await print(...args);
  expect({ args, stdout: commandLines(done.stdout), stderr: commandLines(done.stderr) }).toEqual({
    args,
    stdout: [],
    stderr: [],
  });
  return done;
}

/** The lines of reports in files that are commands. */
async function readReports(name: string, reporters: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(reporters.map((one) => readFile(join(suite.folder, `${name}.${one}`), "utf8")));
  printed += texts.join("");
  return texts.flatMap(commandLines);
}

beforeAll(async () => {
  suite = await makeSuiteFolder({});
  const file = join(suite.folder, "texts.json");
  await writeFile(file, JSON.stringify(TEXTS));
  command = (step) => {
    const { command: node, args } = fixtureServer("commands.mjs", file, String(step));
    return [node, ...args];
  };
  const runs = Array.from({ length: RUNS }, (_, run) => ({
    user: `Say it ${run}. ${at(run)}`,
    turns: [
      {
        thinking: at(run + 20),
        text: at(run + 40),
        calls: [0, 1, 2, 3].map((call) => ({
          tool: "say",
          input: { n: run * 20 + call * 6, also: at(run * 20 + call) },
        })),
      },
      { text: at(run + 60) },
    ],
  }));
  model = await startStandIn({ workflows: runs });
  config = {
    server: fixtureServer("commands.mjs", file, "0"),
    check: { runs: 1 },
    workflows: runs.map(({ user }, run) => ({
      name: at(run),
      description: at(run + 80),
      steps: [{ user, expectedState: at(run + 100) }],
      expectTools: [run % 2 === 0 ? "say" : at(run + 120)],
    })),
  };
  await suite.configure(config);
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: suite.folder, env: ENVIRONMENT });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

describe("no line is a command", () => {
  it("of eval and record, their progress and --debug", async () => {
    const { stdout, stderr } = await printBuilt(["eval", suite.file, "-d"]);
    expect([stdout, stderr].flatMap(commandLines)).toEqual([]);
    const recorded = await expectNoCommand("record", suite.file);
    expect(recorded.stderr).toContain("record demo: 10 workflows");
    execFileSync("git", ["add", "."], { cwd: suite.folder, env: ENVIRONMENT });
    execFileSync("git", ["commit", "-q", "-m", "recorded"], { cwd: suite.folder, env: ENVIRONMENT });
  });

  it.each(["console", "json", "junit", "markdown", "html"])("of replay and the reporter %s", async (reporter) => {
    await expectNoCommand("replay", suite.file, "--offline", "-r", reporter);
  });

  it("of a replay on the server, and its reports in files", async () => {
    const files = ["json", "junit", "markdown", "html"].map((name) => `${name}=replayed.${name}`);
    const flags = ["console", ...files].flatMap((reporter) => ["-r", reporter]);
    const live = await expectNoCommand("replay", suite.file, "-d", ...flags, "--", ...command(7));
    expect(live.code).toBeGreaterThan(0);
    expect(await readReports("replayed", ["json", "junit", "markdown", "html"])).toEqual([]);
    const json = await readFile(join(suite.folder, "replayed.json"), "utf8");
    // Without the commands there would be nothing to break.
    expect(JSON.stringify(JSON.parse(json)).split("##[").length).toBeGreaterThan(100);
    expect(new Set(json.match(/N\d+N/g)).size).toBe(TEXTS.length);
  });

  it("of replay and the reporter github, but its own", async () => {
    const done = await printBuilt(["replay", suite.file, "-q", "-r", "github", "-r", "console", "--", ...command(7)]);
    const meant = commandLines(done.stdout);
    expect(meant.length).toBeGreaterThan(1);
    for (const line of meant) expect(line).toMatch(/^::(error|warning|notice) (file=[^:,]*,)?title=[^:,]*::/);
    expect(commandsOf(done.stdout)).toHaveLength(meant.length);
    expect(done.stdout).not.toMatch(/##(?:vso|teamcity)?\[/i);
    expect(commandLines(done.stderr)).toEqual([]);
  });

  it("of list, lint and accept", async () => {
    await expectNoCommand("list", suite.file);
    await expectNoCommand("list", suite.file, "--json");
    const replayed = await print("replay", suite.file, "-q", "-r", "json", "--", ...command(7));
    const ids = [...new Set(replayed.stdout.match(/\bd-[0-9a-f]{8}\b/g))].slice(0, 8);
    const accepted = await expectNoCommand("accept", ...ids, suite.file, "-m", at(3));
    expect(accepted).toMatchObject({ code: 0 });
    await writeFile(
      suite.cassette("broken"),
      `cassette: 2\nworkflow: ${JSON.stringify(at(1))}\nscript: [{ user: 5 }]\n`,
    );
    for (const reporter of ["console", "json"]) await expectNoCommand("lint", "-r", reporter);
    const { stdout } = await print("lint", "-r", "github");
    expect(commandLines(stdout)).toEqual(linesOf(stdout));
    await expectNoCommand("accept", "--remove", ...ids, suite.file);
  });

  it("of show", async () => {
    const names = [0, 1, 2, 3].map((run) => at(run));
    for (const name of names) {
      await expectNoCommand("show", name, suite.file);
      await expectNoCommand("show", name, suite.file, "--full", "--diff");
    }
    for (const format of ["markdown", "json"]) {
      await expectNoCommand("show", at(1), suite.file, "--format", format, "--standalone");
      await expectNoCommand("show", at(1), suite.file, "--format", format, "--diff");
    }
    const alone = await expectNoCommand("show", at(1), suite.file, "--standalone");
    expect(JSON.stringify(parseYaml(alone.stdout, "alone.yaml").value)).toContain("##[");
    const file = join(suite.folder, "alone.yaml");
    await writeFile(file, alone.stdout);
    await expectNoCommand("show", file, "--textconv");
    await writeFile(file, TEXTS.join("\n"));
    await expectNoCommand("show", file, "--textconv");
  });

  it("of diff, and its reports in files", async () => {
    const files = ["json", "markdown", "html"].map((name) => `${name}=changed.${name}`);
    const flags = ["console", ...files].flatMap((reporter) => ["-r", reporter]);
    await expectNoCommand("diff", suite.file, "-d", "--full", ...flags, "--to", command(9).join(" "));
    expect(await readReports("changed", ["json", "markdown", "html"])).toEqual([]);
  });

  it.each(["console", "json", "markdown", "html"])("of diff of two reports and the reporter %s", async (reporter) => {
    await expectNoCommand("replay", suite.file, "--offline", "-r", "json=before.json");
    const { stdout } = await expectNoCommand("diff", "before.json", "replayed.json", "--full", "-r", reporter);
    expect(stdout).toMatch(/N\d+N/);
  });

  it("of review", async () => {
    const [node = "", ...args] = command(11);
    await suite.configure({ ...config, server: { transport: "stdio", command: node, args } });
    await print("record", suite.file, "-q", "--mode", "all", "--no-check");
    const review = await expectNoCommand("review", "--base", "HEAD");
    expect(review.stdout).toContain("<!-- mcpvals review -->");
    await expectNoCommand("review", "--base", "HEAD", "--format", "json");
  });

  it("of errors", async () => {
    for (const text of TEXTS.slice(0, 3)) {
      await expectNoCommand("show", text);
      await expectNoCommand("replay", suite.file, "-t", text);
      await expectNoCommand("list", text);
      await expectNoCommand(text);
    }
    await writeFile(join(suite.folder, "bad.json"), JSON.stringify({ [at(1)]: 1, [at(2)]: 2 }));
    await expectNoCommand("replay", "bad.json", "-d");
    const fails = [
      process.execPath,
      "-e",
      `console.error(${JSON.stringify(TEXTS.slice(0, 30).join("\n"))});process.exit(3)`,
    ];
    await expectNoCommand("replay", suite.file, "-d", "--", ...fails);
    await writeFile(join(suite.folder, "throws.config.mjs"), `throw new Error(${JSON.stringify(TEXTS.join("\n"))});\n`);
    await expectNoCommand("list", "throws.config.mjs", "-d");
  });

  it("of serve and proxy, where they speak themselves", async () => {
    const call = (id: number) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: at(id), arguments: {} } })}\n`;
    const input = Array.from({ length: 20 }, (_, id) => call(id)).join("");
    const served = await printBuilt(["serve", suite.cassette(slugOf(at(0)))], input);
    expect(commandLines(served.stderr)).toEqual([]);
    const client = await printBuilt([
      "proxy",
      "--out",
      "s.yaml",
      "--name",
      at(5),
      "--print-config",
      "codex",
      "--",
      "node",
      at(6),
    ]);
    expect([client.stdout, client.stderr].flatMap(commandLines)).toEqual([]);
  });

  it("and there was something to break: each text was printed", () => {
    expect(new Set(printed.match(/N\d+N/g)).size).toBe(TEXTS.length);
    expect(printed.split(":\\:").length).toBeGreaterThan(100);
    expect(printed.split("#\\#").length).toBeGreaterThan(100);
  });
});
