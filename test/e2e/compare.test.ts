// Several models, configs or servers on the same workflows. The model is a stand-in.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compare, evaluate } from "../../src/index.js";
import { trialSums } from "../../src/render/parts/trial-lines.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { makeComparedSuite, startAdder, type Adder, type ComparedSuite } from "../helpers/compared-suite.js";
import { runCli } from "../helpers/run-cli.js";

let model: ComparedSuite["model"];
let suite: ComparedSuite["suite"];
let env: ComparedSuite["env"];
let run: ComparedSuite["run"];
let readReports: ComparedSuite["readReports"];
let close: ComparedSuite["close"];

beforeEach(async () => {
  ({ model, suite, env, run, readReports, close } = await makeComparedSuite());
});
afterEach(() => close());

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
    const words = ["eval", suite.file, ...args, ...files.flatMap((file) => ["-r", file]), "-j", "1"];
    const done = await runCli(words, { cwd: suite.folder, env });
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
  let other: Adder | undefined;
  /** Adds wrongly where `more` is not 0. */
  const otherServer = async (more: number): Promise<string> => (other = await startAdder(more)).url;
  afterEach(() => other?.close());

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

describe("compare, of the library", () => {
  it("says of reports that were made one by one what the command says of them", async () => {
    const options = { cwd: suite.folder, env: cleanEnvironment(env), concurrency: 1 };
    const sides = [];
    for (const name of ["one", "two"]) sides.push({ name, report: await evaluate(suite.file, options) });
    const [first, second] = await compare(sides);
    expect(first).toMatchObject({ side: "one" });
    expect(first?.comparison).toBeUndefined();
    expect(second).toMatchObject({ side: "two", comparison: { verdict: "better", level: 0.05 } });
    expect(second?.comparison?.sentence).toContain("two passes more often than one over these 2 workflows");
    const usd = expect.closeTo(0.006, 10);
    // What each trial and each pass cost is in the report, too.
    expect(second?.evaluations[0]?.trials?.cost).toMatchObject({ least: usd, mean: usd, most: usd, perPass: usd });
    expect(first?.evaluations[0]?.trials?.cost).toMatchObject({ mean: usd, perPass: null });

    const trials = second?.evaluations[0]?.trials;
    expect(trials === undefined ? [] : trialSums(trials)).toContain(
      "price: ~$0.0060 a trial, ~$0.0060 for each one that passed",
    );

    const [one, two] = sides;
    if (one === undefined || two === undefined) throw new Error("nothing was evaluated");
    await expect(compare([one])).rejects.toMatchObject({ code: "BAD_USAGE" });
    await expect(compare([one, { ...two, name: "one" }])).rejects.toThrow("two are named one");
    const played = { ...two.report, command: "replay" as const };
    await expect(compare([one, { name: "x", report: played }])).rejects.toThrow("x is a replay");
    const [sum] = two.report.evaluations;
    if (sum?.trials === undefined) throw new Error("it has no trials");
    const sure = { ...sum, trials: { ...sum.trials, sure: { decided: "passed" as const, after: 7 } } };
    await expect(compare([one, { name: "x", report: { ...two.report, evaluations: [sure] } }])).rejects.toThrow(
      "x ended the trials of sum where its own rate was decided",
    );
  });
});
