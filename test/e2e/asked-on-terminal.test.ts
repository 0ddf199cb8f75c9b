// What costs more than a dollar is asked about on a terminal before it is spent: the judge of `replay`, and Claude. Both
// are stand-ins; script(1) makes the terminal.
import { spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
if (!hasScript) console.log("skipped: questions about money, for there is no script(1) of util-linux");

/** 1,000 tokens of each, at $2,000 a million. */
const PRICE = { input: 2000, output: 2000 };

let model: StandIn;
let judge: Server;
let judged = 0;
let suite: SuiteFolder;
let env: Record<string, string>;

beforeAll(async () => {
  const usage = { input_tokens: 450, output_tokens: 50 };
  const turns = [
    { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage },
    { text: ["It is ", { $result: 1 }], usage },
  ];
  model = await startStandIn({ workflows: [{ user: "Add 15 and 27", turns }] });
  judge = createServer((request, response) => {
    judged += 1;
    request.resume();
    const message = { role: "assistant", content: JSON.stringify({ reasoning: "It is.", score: 0.9 }), refusal: null };
    const choices = [{ index: 0, finish_reason: "stop", message }];
    const tokens = { prompt_tokens: 900, completion_tokens: 100 };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "gpt-4o", choices, usage: tokens }),
    );
  });
  await new Promise<void>((resolve) => judge.listen(0, "127.0.0.1", resolve));
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs"),
    workflows: [{ name: "sum", steps: [{ user: "Add 15 and 27", expectedState: "42" }] }],
    llmJudge: true,
    judge: { baseURL: `http://127.0.0.1:${(judge.address() as AddressInfo).port}/v1` },
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
  const [before, paid] = [judged, model.requests.length];
  const refused = await onTerminal("n\n", ...args);
  expect([refused.code, refused.stdout]).toEqual([3, question]);
  expect(refused.stdout).toContain("Not run: the answer was not yes (NOT_AGREED)");
  expect([judged, model.requests.length]).toEqual([before, paid]);
  const agreed = await onTerminal("y\n", ...args);
  expect([agreed.code, agreed.stdout]).toEqual([0, question]);
  expect([judged, model.requests.length]).toEqual([before + spends.judge, paid + spends.claude]);
});

it.skipIf(!hasScript)("an input that ends is no yes, and --yes is not asked", async () => {
  const before = judged;
  expect(await onTerminal("", "replay", "--judge", "live")).toMatchObject({ code: 3 });
  expect(judged).toBe(before);
  const told = await onTerminal("", "replay", "--judge", "live", "--yes");
  expect([told.code, told.stdout]).toEqual([0, expect.not.stringContaining("[y/N]")]);
  expect(judged).toBe(before + 1);
});
