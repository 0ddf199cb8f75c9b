// Which workflows are run, and that what is left out never looks as if it had passed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeRecordedSuites } from "../helpers/recorded-suites.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer } from "../helpers/suite-folder.js";

let folder: string;
let scratch: string;
const cli = (args: string[], env: Record<string, string> = {}): Promise<HereResult> =>
  runHere(args, { cwd: folder, env });
const server = { ...fixtureServer("calculator.mjs"), env: { TOKEN: "${TRAVEL_TOKEN}" } };
const toolHealthSuites = [{ name: "tests", tests: [{ name: "add", args: { a: 1, b: 2 } }] }];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-choice-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-choice-"));
  await writeRecordedSuites(folder, scratch, [
    {
      file: "sky.config.json",
      workflows: { blue: 1, grey: 1 },
      more: { toolHealthSuites },
      each: { blue: { tags: ["smoke"] }, grey: { skip: "waits for issue 12" } },
    },
    { file: "tea.config.json", workflows: { hot: 1 }, more: { skip: "the kettle is broken", tags: ["smoke"] } },
    { file: "ship.config.json", workflows: { sails: 1 }, more: { whenEnvMissing: "skip", server } },
    {
      file: "train.config.json",
      workflows: { runs: 1 },
      more: { whenEnvMissing: "offline", server, toolHealthSuites },
    },
  ]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

interface Reports {
  exitCode: number;
  passed: boolean;
  reports: { suite: { name: string }; exitCode: number; leftOut?: string; offline?: string; evaluations: Ran[] }[];
}
interface Ran {
  workflowName: string;
  verdict: string;
  reasons: string[];
  run?: { sources: { server: string } };
}

const SAID = ["waits for issue 12", "the kettle is broken", "TRAVEL_TOKEN is not set (whenEnvMissing: skip)."];

describe("skip and whenEnvMissing", () => {
  it("leave out what they name, say why, and let the others decide the exit code", async () => {
    const { code, stdout, stderr } = await cli(["replay", "-r", "json"]);
    const { reports, ...whole } = JSON.parse(stdout) as Reports;
    expect({ code, ...whole }).toMatchObject({ code: 0, exitCode: 0, passed: true });
    const ran = reports.map(({ suite, evaluations }) => [suite.name, ...evaluations.map(({ verdict }) => verdict)]);
    expect(ran).toEqual([
      ["ship", "skipped"],
      ["sky", "passed", "skipped"],
      ["tea", "skipped"],
      ["train", "passed"],
    ]);
    const [ship, sky, tea, train] = reports;
    expect(sky?.evaluations[1]?.reasons).toEqual(["The config says skip: waits for issue 12"]);
    expect(ship).toMatchObject({ exitCode: 3, leftOut: `Not run: ${SAID[2]}` });
    expect(tea).toMatchObject({ exitCode: 3, leftOut: "The config says skip: the kettle is broken" });
    expect(train?.evaluations[0]?.run?.sources.server).toBe("recorded");
    expect(train?.offline).toContain("proves nothing about it: TRAVEL_TOKEN is not set (whenEnvMissing: offline).");
    for (const said of SAID.slice(1)) expect(stderr).toContain(said);
  });

  it("an empty value, as CI gives a fork for a secret, is a missing one; a value runs the suite", async () => {
    const fork = await cli(["replay", "ship.config.json", "-r", "json"], { TRAVEL_TOKEN: "" });
    expect(fork.code).toBe(3);
    const own = await cli(["replay", "ship.config.json", "train.config.json", "-r", "json"], { TRAVEL_TOKEN: "t-1" });
    expect(own.code).toBe(0);
    const { reports } = JSON.parse(own.stdout) as Reports;
    expect(reports.map(({ evaluations }) => evaluations[0]?.run?.sources.server)).toEqual(["live", "live"]);
  });

  it("say in every reporter what was not run, with a count", async () => {
    const files = ["junit", "markdown", "html", "github"].map((name) => ["-r", `${name}=out/${name}`]);
    const console = await cli(["replay", "-r", "console", ...files.flat()]);
    const { readFile } = await import("node:fs/promises");
    const texts = await Promise.all(
      ["junit", "markdown", "html", "github"].map((name) => readFile(join(folder, "out", name), "utf8")),
    );
    for (const text of [console.stdout, ...texts]) for (const said of SAID) expect(text).toContain(said);
    for (const text of [console.stdout, ...texts.slice(1)]) {
      expect(text).toContain("3 skipped");
      expect(text).toMatch(/All Evaluations Passed(?:, |%2C )3 Skipped/);
    }
    expect(texts[0]?.match(/<skipped /g)).toHaveLength(4);
    expect(console.stdout.replaceAll(/\s+/g, " ")).toContain("proves nothing about it: TRAVEL_TOKEN is not set");
    for (const text of [console.stdout, ...texts.slice(1)]) {
      expect(text).toContain("of the 2 passed: 1 without the server, for want of a variable");
    }
  });

  it("eval and record name the variables where the config says offline, before anything is spent", async () => {
    const { code, stderr } = await cli(["eval", "train.config.json"], { ANTHROPIC_API_KEY: "k" });
    expect(code).toBe(2);
    expect(stderr).toContain("train: the variable TRAVEL_TOKEN is not set (ENV_UNSET)");
    expect(await cli(["record", "tea.config.json"], { ANTHROPIC_API_KEY: "k" })).toMatchObject({ code: 3 });
  });
});

describe("--tag", () => {
  it("takes what has the tag; tests of tools only where the suite has it", async () => {
    const { stdout, code } = await cli(["replay", "--tag", "smoke", "-r", "json"]);
    const { reports } = JSON.parse(stdout) as {
      reports: { suite: { name: string }; toolHealth: unknown[]; evaluations: Ran[] }[];
    };
    expect(code).toBe(0);
    expect(
      reports.map(({ suite, evaluations, toolHealth }) => [suite.name, evaluations.length, toolHealth.length]),
    ).toEqual([
      ["sky", 1, 0],
      ["tea", 1, 0],
    ]);
    const listed = await cli(["list", "--tag", "sm*", "--json"]);
    const { suites } = JSON.parse(listed.stdout) as { suites: { workflows: { name: string; tags: string[] }[] }[] };
    expect(suites.flatMap(({ workflows }) => workflows.map(({ name }) => name))).toEqual(["blue", "hot"]);
  });

  it("names the tag that was meant, and refuses a name and a tag that have nothing in common", async () => {
    const typo = await cli(["replay", "--tag", "smok"]);
    expect(typo).toMatchObject({ code: 2, stdout: "" });
    expect(typo.stderr).toContain(
      'No workflow has the tag "smok" (WORKFLOW_NOT_FOUND)\n  Tags: smoke\nDid you mean --tag smoke?',
    );
    expect(await cli(["replay", "--tag", "smoke", "-t", "sails"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("--last-failed", () => {
  const names = async (args: string[]): Promise<unknown> => {
    const { stdout } = await cli([...args, "-r", "json"]);
    const { evaluations } = JSON.parse(stdout) as { evaluations: Ran[] };
    return evaluations.map((one) => one.workflowName);
  };

  it("takes what did not pass, and what could not be played, until all passes; then nothing, with exit code 3", async () => {
    const more = { cassettes: "again" };
    await writeRecordedSuites(folder, scratch, [
      {
        file: "last/again.config.json",
        workflows: { good: 1, wrong: 1, bare: null, idle: 1 },
        more,
        each: {
          wrong: { steps: [{ user: "What is 1 + 2?", expectedState: "4" }] },
          idle: { skip: true },
        },
      },
    ]);
    const args = ["replay", "last/again.config.json", "--last-failed"];
    expect(await names(args)).toEqual(["good", "wrong", "bare"]);
    expect(await names(args)).toEqual(["wrong", "bare"]);
    expect(await names([...args, "-t", "w*"])).toEqual(["wrong"]);
    await writeRecordedSuites(folder, scratch, [
      { file: "last/again.config.json", workflows: { good: 1, wrong: 1 }, more },
    ]);
    expect(await names(args)).toEqual(["wrong"]);
    const none = await cli([...args, "-q"]);
    expect(none).toMatchObject({ code: 3, stdout: "" });
    expect(none.stderr).toContain("(NOTHING_DUE)\nAll of them: mcpvals replay last/again.config.json -q\n");
  });

  it("eval repeats only live runs that are kept, so that nobody pays for the others", async () => {
    const { code, stderr } = await cli(["eval", "last/again.config.json", "--last-failed"], { ANTHROPIC_API_KEY: "k" });
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("No run with Claude is kept here"),
    });
  });
});
