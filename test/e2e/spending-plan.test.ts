// What `eval` and `record` show before they spend anything, and when they ask.
import { afterEach, beforeEach, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { createAgreement } from "../../src/cli/spending.js";
import { runHere } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

/** One run of two such turns: 2200 tokens, $0.006 at the price of the default model. */
const usage = { input_tokens: 1000, output_tokens: 100 };
const turns = [
  { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage },
  { text: ["It is ", { $result: 1 }], usage },
];

let model: StandIn;
let suite: SuiteFolder;
let withKey: Record<string, string>;

beforeEach(async () => {
  model = await startStandIn({ workflows: ["one", "two"].map((user) => ({ user, turns })) });
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs"),
    workflows: ["one", "two"].map((name) => ({ name, steps: [{ user: name, expectedState: "42" }] })),
  });
  withKey = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
});
afterEach(async () => {
  await model.close();
  await suite.remove();
});

const run = (args: string[], env: Record<string, string> = {}) => runHere(args, { cwd: suite.folder, env });

it("a dry run needs no key, spends nothing, and knows the cost of what was recorded", async () => {
  const before = await run(["eval", suite.file, "--dry-run", "--repeat", "5"]);
  expect(before).toMatchObject({ code: 0 });
  expect(before.stdout).toContain("run  one: all workflows are run; 5 trials, cost unknown");
  expect(before.stdout).toContain("Plan: 2 workflows, 10 trials; cost unknown, there is no earlier run.");

  const recorded = await run(["record", suite.file, "-t", "one", "--no-check"], withKey);
  expect(recorded).toMatchObject({ code: 0 });
  expect(recorded.stderr).toContain("Record one: it has no cassette; 1 trial, cost unknown");
  const asked = model.requests.length;

  const evaluation = await run(["eval", suite.file, "--dry-run", "--repeat", "5"]);
  expect(evaluation).toMatchObject({ code: 0 });
  expect(evaluation.stdout).toContain("run  one: all workflows are run; 5 trials, about 11000 tokens (~$0.03)");
  expect(evaluation.stdout).toContain(
    "Plan: 2 workflows, 10 trials; about 11000 tokens (~$0.03) as in their earlier runs; unknown for 1 of them.",
  );

  const recording = await run(["record", suite.file, "--dry-run"]);
  expect(recording).toMatchObject({ code: 0 });
  expect(recording.stdout).toContain("run  two: it has no cassette; 1 trial, cost unknown");
  expect(recording.stdout).toContain("keep one: replay passes");
  expect(recording.stdout).toContain("Nothing was spent (--dry-run).");
  expect(model.requests).toHaveLength(asked);
});

it("a dry run takes the last eval where there is no cassette, and the price of today's model", async () => {
  await run(["eval", suite.file], withKey);
  const plan = await run(["eval", suite.file, "--dry-run"]);
  expect(plan.stdout).toContain("Plan: 2 workflows, 2 trials; about 4400 tokens (~$0.01) as in their earlier runs.");
  const other = await run(["eval", suite.file, "--dry-run", "--model", "other"]);
  expect(other.stdout).toContain("about 4400 tokens (price unknown)");
});

it("a dry run of what spends nothing is refused", async () => {
  expect(await run(["record", suite.file, "--check", "--dry-run"])).toMatchObject({ code: 2 });
  expect(await run(["eval", suite.file, "--ask", "one", "--dry-run"])).toMatchObject({ code: 2 });
});

it("off a terminal nobody is asked, whatever it costs", async () => {
  await run(["record", suite.file, "--no-check"], withKey);
  await suite.configure({
    server: fixtureServer("calculator.mjs"),
    prices: { "claude-sonnet-5-5": { input: 9000, output: 9000 } },
    workflows: ["one", "two"].map((name) => ({ name, steps: [{ user: name, expectedState: "42" }] })),
  });
  const expensive = await run(["eval", suite.file], withKey);
  expect(expensive).toMatchObject({ code: 0 });
  expect(expensive.stderr).toContain("Plan: 2 workflows, 2 trials; about 4400 tokens (~$39.60)");
  expect(expensive.stderr).not.toContain("[y/N]");
});

it("on a terminal a plan over a dollar is asked about, together with what was not asked about before", async () => {
  const spent = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, usd: 0.6, prices: "config" };
  const plan = {
    suite: "s",
    model: "m",
    runs: [{ workflow: "w", why: "chosen", trials: 1, each: spent }],
    kept: [],
    remarks: [],
  };
  const asked = async (answer: string, yes: boolean, plans: number): Promise<string[]> => {
    const questions: string[] = [];
    const ask = (question: string): Promise<string> => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    const agree = createAgreement({ yes, ask });
    await Promise.all(Array.from({ length: plans }, () => agree(plan)));
    return questions;
  };
  expect(await asked("y", false, 1)).toEqual([]);
  expect(await asked("y", false, 2)).toEqual([
    "Plan: 2 workflows, 2 trials; about 4 tokens (~$1.20) as in their earlier runs.\nSpend about $1.20? [y/N] ",
  ]);
  expect(await asked("yes", false, 4)).toHaveLength(2);
  expect(await asked("", true, 4)).toEqual([]);
  await expect(asked("", false, 2)).rejects.toMatchObject({ code: "NOT_AGREED", exitCode: 3 });
});
