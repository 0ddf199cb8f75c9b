// Two things on the same workflows: several models, a matrix, and two servers. The model is a stand-in.
import { Validator } from "@cfworker/json-schema";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { buildReportSchema } from "../../src/report/schema.js";
import type { Report } from "../../src/index.js";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const usage = { input_tokens: 1000, output_tokens: 100 };
const call = { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage };
const right = [call, { text: ["It is ", { $result: 1 }, "."], usage }];
const silent = [call, { text: "I do not know.", usage }];
const times = (count: number, turns: unknown): unknown[] => Array.from({ length: count }, () => turns);

let model: StandIn;
let suite: SuiteFolder;
let env: Record<string, string>;

beforeEach(async () => {
  model = await startStandIn({
    workflows: [
      // The first seven conversations do not pass, the next seven do.
      { user: "Add 15 and 27", variants: [...times(7, silent), ...times(7, right)] },
      { user: "Add them", turns: right },
      { user: "Add them, please", turns: silent },
    ],
  });
  const workflow = (name: string, user: string) => ({ name, steps: [{ user, expectedState: "It is 42" }] });
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs"),
    workflows: [{ ...workflow("sum", "Add 15 and 27"), repeat: 7 }, workflow("steady", "Add them")],
  });
  env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
});
afterEach(async () => {
  await model.close();
  await suite.remove();
});

const run = (...args: string[]) => runCli([...args, "-j", "1"], { cwd: suite.folder, env });

async function readReports(name: string): Promise<Report[]> {
  const document = JSON.parse(await readFile(join(suite.folder, name), "utf8"));
  const strict = new Validator({ ...buildReportSchema("strict") }, "7", false);
  expect(strict.validate(document).errors).toEqual([]);
  return document.reports;
}

/** How many conversations each model had. */
function conversations(): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { body, turn } of model.requests) {
    const name = String((body as { model?: unknown }).model);
    if (turn === 1) found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

describe("eval --model A --model B", () => {
  it("runs both, and says in every report which is better, and by how much", async () => {
    const args = ["--model", "claude-one", "--model", "claude-two"];
    const files = ["json=r.json", "markdown=r.md", "html=r.html", "junit=r.xml", "github", "console"];
    const done = await run("eval", suite.file, ...args, ...files.flatMap((file) => ["-r", file]));
    expect(conversations()).toEqual({ "claude-one": 8, "claude-two": 8 });
    const sentence =
      "claude-two passes more often than claude-one over these 2 workflows, with an error of at most 5%: 8 of 8 against 1 of 8 trials, a difference of +88 points (95% interval +";
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain(sentence);
    for (const file of ["r.md", "r.html", "r.xml"]) {
      const text = await readFile(join(suite.folder, file), "utf8");
      expect(text.replaceAll("&#39;", "'")).toContain(sentence);
    }
    expect(await readFile(join(suite.folder, "r.html"), "utf8")).toContain(
      "<title>claude-two, sum: 100% (65% to 100%)",
    );
    expect(await readFile(join(suite.folder, "r.md"), "utf8")).toContain(
      "| `sum` | 0% (0 of 7) | 100% (7 of 7) | +100 ",
    );
    const [first, second] = await readReports("r.json");
    expect([first?.side, second?.side]).toEqual(["claude-one", "claude-two"]);
    expect(first?.comparison).toBeUndefined();
    expect(second?.comparison).toMatchObject({
      verdict: "better",
      workflows: [
        { name: "sum", verdict: "better" },
        { name: "steady", verdict: "undecided" },
      ],
      first: { spent: { input: 16_000 }, mean: { mean: 0.5 } },
    });
    // The first model's workflow failed.
    expect(done.code).toBe(1);
  });

  it("claims nothing of few trials, and says how many would show ten points", async () => {
    const done = await run("eval", suite.file, "-t", "steady", "--model", "claude-one", "--model", "claude-two");
    const words = done.stdout.replaceAll(/\s+/g, " ");
    expect(words).toContain(
      "claude-two and claude-one are not distinguishable with 1 trial on each side in this workflow: 1 of 1 against 1 of 1 trials, a difference of 0 points",
    );
    expect(words).toMatch(/A difference of 10 points takes about \d+ trials of it on each side\./);
    expect(done.code).toBe(0);
  });

  it("plans all sides before anything is spent, and one limit holds for all", async () => {
    const two = ["--model", "claude-one", "--model", "claude-two", "--repeat", "2"];
    const plan = await run("eval", suite.file, ...two, "--dry-run");
    expect(plan.stdout).toContain("demo (claude-two) (claude-two)");
    expect(plan.stdout).toContain("Plan: 4 workflows, 8 trials");
    expect(model.requests).toHaveLength(0);
    await suite.configure({ ...JSON.parse(await readFile(suite.file, "utf8")), tokenLimit: 5000 });
    const limited = await run("eval", suite.file, ...two, "-r", "json=r.json", "-r", "console");
    expect(model.requests.length).toBeLessThanOrEqual(5);
    expect(limited.stdout.replaceAll(/\s+/g, " ")).toContain("Not compared, because one side gave no verdict: ");
  });

  it.each([
    ["--sure", "could not be paired"],
    ["--bail", "leave out what the other side has run"],
    ["--last-failed", "other workflows for the second side"],
    ["--shard=1/2", "a part of the pairs"],
    ["--model=claude-one", "names claude-one twice"],
  ])("refuses %s, which would spoil it", async (flag, why) => {
    const done = await run("eval", suite.file, "--model", "claude-one", "--model", "claude-two", flag);
    expect(done).toMatchObject({ code: 2 });
    expect(done.stderr).toContain(why);
    expect(model.requests).toHaveLength(0);
  });
});

describe("eval --matrix", () => {
  it("compares prompts and system prompts: keys of the config, by name", async () => {
    const matrix = {
      "as it is": {},
      polite: {
        system: "Be polite.",
        workflows: { steady: { steps: [{ user: "Add them, please", expectedState: "It is 42" }] } },
      },
    };
    await writeFile(join(suite.folder, "matrix.json"), JSON.stringify(matrix));
    const done = await run("eval", suite.file, "-t", "steady", "--matrix", "matrix.json", "--repeat", "6");
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain("polite passes less often than as it is in this workflow");
    const systems = model.requests.map(({ body }) => JSON.stringify((body as { system?: unknown }).system ?? null));
    expect(systems.filter((one) => one.includes("Be polite."))).toHaveLength(12);
  });

  it.each([
    ["{}", "names no two sides"],
    ['{ "a": {}, "b": { "sytem": "x" } }', "matrix.json: b"],
    ['{ "a": {}, "b": { "workflows": { "other": {} } } }', "the suite has no workflow of this name"],
  ])("refuses %s before anything is spent", async (text, why) => {
    await writeFile(join(suite.folder, "matrix.json"), text);
    const done = await run("eval", suite.file, "--matrix", "matrix.json");
    expect(done).toMatchObject({ code: 2 });
    expect(done.stderr).toContain(why);
    expect(model.requests).toHaveLength(0);
  });
});

describe("diff --live", () => {
  /** Adds wrongly. */
  async function otherServer(by: number): Promise<string> {
    const servers = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));
    for (const file of ["calculator.mjs", "json-rpc.mjs"])
      await copyFile(join(servers, file), join(suite.folder, file));
    const text = await readFile(join(servers, "calculator.mjs"), "utf8");
    await writeFile(
      join(suite.folder, "other.mjs"),
      text.replace("act: (a, b) => a + b", `act: (a, b) => a + b + ${by}`),
    );
    return `${process.execPath} other.mjs`;
  }

  it("fails where the new server is surely worse", async () => {
    const to = await otherServer(1);
    const done = await run("diff", suite.file, "--live", "-t", "steady", "--repeat", "6", "--to", to);
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain(
      "new passes less often than old in this workflow, with an error of at most 5%: 0 of 6 against 6 of 6 trials",
    );
    expect(done.code).toBe(1);
  });

  it("is inconclusive where a loss of ten points is not excluded", async () => {
    const few = await run(
      "diff",
      suite.file,
      "--live",
      "-t",
      "steady",
      "--to",
      await otherServer(0),
      "-r",
      "json=r.json",
    );
    const [, second] = await readReports("r.json");
    expect(second?.comparison?.sentence).toContain("A loss of 10 points or more is not excluded.");
    expect(few.code).toBe(3);
  });

  it("needs a second server, and its flags need it", async () => {
    expect(await run("diff", suite.file, "--live")).toMatchObject({ code: 2 });
    expect(await run("diff", suite.file, "--to", "node x", "--repeat", "5")).toMatchObject({ code: 2 });
    expect(await run("diff", "a.json", "b.json", "--live")).toMatchObject({ code: 2 });
  });
});
