// What costs more than a dollar is asked about on a terminal before it is spent: the judge of `replay`, and Claude. Both
// are stand-ins; script(1) makes the terminal.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { startJudgeStandIn, type JudgeStandIn } from "../helpers/judge-stand-in.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
if (!hasScript) console.log("skipped: questions about money, for there is no script(1) of util-linux");

/** 1,000 tokens of each, at $2,000 a million. */
const PRICE = { input: 2000, output: 2000 };

let model: StandIn;
let judge: JudgeStandIn;
let suite: SuiteFolder;
let env: Record<string, string>;

beforeAll(async () => {
  const taken = { input_tokens: 450, output_tokens: 50 };
  const turns = [
    { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage: taken },
    { text: ["It is ", { $result: 1 }], usage: taken },
  ];
  model = await startStandIn({ workflows: [{ user: "Add 15 and 27", turns }] });
  const usage = { prompt_tokens: 900, completion_tokens: 100 };
  judge = await startJudgeStandIn(() => 0.9, { usage });
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs"),
    workflows: [{ name: "sum", steps: [{ user: "Add 15 and 27", expectedState: "42" }] }],
    llmJudge: true,
    judge: { baseURL: judge.url },
    prices: { "gpt-4o": PRICE, "claude-sonnet-5-5": PRICE },
  });
  env = {
    ANTHROPIC_API_KEY: "stand-in-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
    OPENAI_API_KEY: "stand-in-key-0123456789",
  };
  // What it took is what the next command expects to spend. Nobody is asked here: there is no terminal.
  const recorded = await runCli(["record", "--no-check"], { cwd: suite.folder, env });
  if (recorded.code !== 0) throw new Error(recorded.stdout + recorded.stderr);
});
afterAll(async () => {
  judge.close();
  await model.close();
  await suite.remove();
});

/** What a person on a terminal sees is in `stdout`. */
function onTerminal(typed: string, ...args: string[]): Promise<CliResult> {
  const via = ["sh", "-c", 'exec script -qec "$*" /dev/null', "sh"];
  return runCli(args, { cwd: suite.folder, env, via, input: typed });
}

it.skipIf(!hasScript).each([
  [["replay", "--judge", "live"], { judge: 1, claude: 0 }, "1000 tokens of the judge (~$2.00)", "$2.00"],
  [["eval"], { judge: 1, claude: 2 }, "1000 tokens (~$2.00) and 1000 tokens of the judge (~$2.00)", "$4.00"],
])("%j asks, and spends nothing without a yes", async (args, spends, plan, price) => {
  const question = expect.stringContaining(`${plan} as in their earlier runs.\r\nSpend about ${price}? [y/N]`);
  const [before, paid] = [judge.asked(), model.requests.length];
  const refused = await onTerminal("n\n", ...args);
  expect([refused.code, refused.stdout]).toEqual([3, question]);
  expect(refused.stdout).toContain("Not run: the answer was not yes (NOT_AGREED)");
  expect([judge.asked(), model.requests.length]).toEqual([before, paid]);
  const agreed = await onTerminal("y\n", ...args);
  expect([agreed.code, agreed.stdout]).toEqual([0, question]);
  expect([judge.asked(), model.requests.length]).toEqual([before + spends.judge, paid + spends.claude]);
});

it.skipIf(!hasScript)("an input that ends is no yes, and --yes is not asked", async () => {
  const before = judge.asked();
  expect(await onTerminal("", "replay", "--judge", "live")).toMatchObject({ code: 3 });
  expect(judge.asked()).toBe(before);
  const told = await onTerminal("", "replay", "--judge", "live", "--yes");
  expect([told.code, told.stdout]).toEqual([0, expect.not.stringContaining("[y/N]")]);
  expect(judge.asked()).toBe(before + 1);
});
