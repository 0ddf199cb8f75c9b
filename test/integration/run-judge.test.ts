// The judge through eval, record and replay: a stand-in for the OpenAI API, a stand-in for Claude, a real server.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { loadSuite } from "../../src/config/load.js";
import { evaluate, record, replay, type Config } from "../../src/index.js";
import { renderConsole } from "../../src/render/formats/console.js";
import { planReplay } from "../../src/run/replay.js";
import { planEvaluation } from "../../src/run/evaluate.js";
import { startJudgeStandIn, type JudgeStandIn } from "../helpers/judge-stand-in.js";
import { describeEstimate, estimate } from "../../src/suite/planned-spending.js";

const calculator = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const user = "What is 6 times 7?";
let folder: string;
let claude: StandIn;
let judge: JudgeStandIn;
let judgeUrl: string;
let asked = 0;
/** The score of each answer in turn; the last one for all later ones. */
let scores = [0.95];
/** What each answer takes: $0.004 at the price of the default judge. */
const usage = { prompt_tokens: 1200, completion_tokens: 100 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-judge-"));
  // $0.003 a turn, 1100 tokens.
  const taken = { input_tokens: 1000, output_tokens: 100 };
  const turns = [
    { calls: [{ tool: "multiply", input: { a: 6, b: 7 } }], usage: taken },
    { text: "It is 42.", usage: taken },
  ];
  claude = await startStandIn({ workflows: [{ user, turns }] });
  const nextScore = (): number => scores[Math.min(asked++, scores.length - 1)] ?? 0;
  judge = await startJudgeStandIn(nextScore, { usage });
  judgeUrl = judge.url;
});

afterAll(async () => {
  judge.close();
  await claude.close();
  await rm(folder, { recursive: true, force: true });
});

function config(change: Partial<Config> = {}): Config {
  return {
    server: { transport: "stdio", command: process.execPath, args: [calculator] },
    workflows: [{ name: "product", steps: [{ user, expectedState: "42" }] }],
    llmJudge: true,
    passThreshold: 0.7,
    judge: { baseURL: judgeUrl },
    ...change,
  };
}

const env = (keys: Record<string, string> = {}): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  ANTHROPIC_API_KEY: "stand-in",
  ANTHROPIC_BASE_URL: claude.url,
  ...keys,
});

beforeEach(() => {
  asked = 0;
  scores = [0.95];
});

it("asked for without a key is an error before anything is spent", async () => {
  const before = claude.requests.length;
  await expect(evaluate(config(), { cwd: folder, env: env() })).rejects.toMatchObject({ code: "JUDGE_KEY_MISSING" });
  expect(claude.requests.length).toBe(before);
});

it("its verdict is recorded and replays without any key; a new rubric makes it stale, a new threshold does not", async () => {
  const recorded = await record(config(), { cwd: folder, env: env({ OPENAI_API_KEY: "stand-in" }) });
  expect(recorded.evaluations[0]?.results[3]).toMatchObject({
    metric: "LLM Judge",
    verdict: "passed",
    score: 0.95,
    details: "Score: 0.95/0.70 - It asked the server and said so.",
  });
  expect(asked).toBe(1);

  const offline = { cwd: folder, env: { PATH: process.env["PATH"] } };
  const replayed = await replay(config(), offline);
  expect(replayed).toMatchObject({ passed: true, exitCode: 0 });
  expect(replayed.evaluations[0]?.results[3]).toMatchObject({ id: "llm-judge", verdict: "passed", score: 0.95 });
  expect(replayed.evaluations[0]?.overallScore).toBe(1);

  const strict = await replay(config({ passThreshold: 0.99 }), offline);
  expect(strict.evaluations[0]?.results[3]).toMatchObject({ verdict: "failed", score: 0.95 });
  expect(strict.exitCode).toBe(1);

  const reworded = await replay(config({ judge: { baseURL: judgeUrl, rubric: "Is it polite?" } }), offline);
  expect(reworded.evaluations[0]?.results[3]).toMatchObject({ verdict: "inconclusive", score: null });
  expect(reworded.evaluations[0]?.results[3]?.details).toContain("rubric");
  expect(reworded.exitCode).toBe(3);
  expect(asked).toBe(1);
});

describe("what the judge takes", () => {
  const keys = (): Record<string, string | undefined> => env({ OPENAI_API_KEY: "stand-in" });

  it("is in the report beside what Claude took, and in the plan of the next run", async () => {
    // One after the other: the judge gives its scores in the order in which it is asked.
    const options = { cwd: folder, env: keys(), repeat: 2, concurrency: 1 };
    const suite = config({ judge: { baseURL: judgeUrl, samples: 3 } });
    scores = [0.9, 0.8, 0.95, 0.5, 0.6, 0.4];
    const report = await evaluate(suite, options);
    expect(asked).toBe(6);
    const [only] = report.evaluations;
    expect(only?.spent?.judge).toEqual({
      input: 7200,
      output: 600,
      cacheRead: 0,
      cacheWrite: 0,
      usd: expect.closeTo(0.024, 10),
      saved: 0,
      prices: "2025-11",
    });
    expect(only?.trials?.each.map(({ judge }) => judge)).toEqual([
      { passed: true, score: 0.9, spread: 0.15, metrics: "passed" },
      { passed: false, score: 0.5, spread: 0.2, metrics: "passed" },
    ]);
    const text = renderConsole([report], { color: false, debug: false, width: 400 });
    expect(text).toContain(" · judge: 7800 tokens (~$0.02)");
    expect(text).toContain("judge and metrics agree in 1 of 2 runs");
    expect(text).toContain("samples of one run are 0.17 apart in the median, 0.20 at most");

    const loaded = await loadSuite(suite, { cwd: folder, mayRun: true, env: {} });
    const plan = await planEvaluation(loaded, options);
    expect(describeEstimate(estimate([plan]))).toMatch(
      / and 7800 tokens of the judge \(~\$0\.02\) as in their earlier runs\.$/,
    );
    expect(plan.remarks).toContain("The judge is asked 6 times if every run ends well.");
  });

  it("counts for the limits: a run that may not be judged any more is not scored, and costs nothing more", async () => {
    const workflows = ["a", "b", "c"].map((name) => ({ name, steps: [{ user, expectedState: "42" }] }));
    const before = claude.requests.length;
    const report = await evaluate(config({ workflows }), {
      cwd: folder,
      env: keys(),
      concurrency: 1,
      tokenLimit: 3000,
    });
    expect(report.exitCode).toBe(3);
    expect(asked).toBe(1);
    expect(report.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "inconclusive", "inconclusive"]);
    expect(claude.requests.length - before).toBe(2);
    const wide = { ...config({ workflows }), maxBudgetUsd: 0.005 };
    const second = await evaluate(wide, { cwd: folder, env: keys(), concurrency: 1 });
    expect(second.evaluations[0]?.results[3]).toMatchObject({ verdict: "inconclusive", score: null });
    expect(second.evaluations[0]?.results[3]?.details).toContain("Not scored: The budget of $0.005 is reached");
    expect(asked).toBe(1);
  });

  it("needs a known price where there is a budget in dollars", async () => {
    const unknown = config({ judgeModel: "my-judge" });
    const options = { cwd: folder, env: keys(), maxBudgetUsd: 1 };
    await expect(evaluate(unknown, options)).rejects.toMatchObject({ code: "BAD_USAGE" });
    await expect(replay(unknown, { ...options, judge: "live" })).rejects.toMatchObject({ code: "BAD_USAGE" });
    const priced = { ...unknown, prices: { "my-judge": { input: 1, output: 2 } } };
    expect((await evaluate(priced, options)).evaluations[0]?.spent?.judge?.usd).toBeCloseTo(0.0014, 10);
  });
});

describe("replay with the judge live", () => {
  it("asks about the replayed run with today's rubric, and says what that took", async () => {
    await record(config(), { cwd: folder, env: env({ OPENAI_API_KEY: "stand-in" }), mode: "all" });
    expect(asked).toBe(1);
    const reworded = config({ llmJudge: false, judge: { baseURL: judgeUrl, rubric: "Is it polite?" } });
    const noClaude = { cwd: folder, env: { PATH: process.env["PATH"], OPENAI_API_KEY: "stand-in" } };
    const before = claude.requests.length;
    scores = [0, 0.3];
    const notes: string[] = [];
    const report = await replay(reworded, {
      ...noClaude,
      judge: "live",
      onProgress: (one) => void (one.type === "note" && notes.push(one.message)),
    });
    expect(asked).toBe(2);
    expect(claude.requests.length).toBe(before);
    expect(report.evaluations[0]).toMatchObject({ verdict: "failed", spent: { input: 0, output: 0, usd: 0 } });
    expect(report.evaluations[0]?.results[3]).toMatchObject({ score: 0.3, metadata: { source: "live" } });
    expect(renderConsole([report], { color: false, debug: false })).toContain(" · judge: 1300 tokens (<$0.01)");
    expect(notes.join("\n")).toContain("Plan: 1 workflow, 1 trial; about 1300 tokens of the judge (<$0.01)");

    const without = { cwd: folder, env: { PATH: process.env["PATH"] } };
    await expect(replay(reworded, { ...without, judge: "live" })).rejects.toMatchObject({ code: "JUDGE_KEY_MISSING" });
    const plan = await planReplay(await loadSuite(reworded, { cwd: folder, mayRun: true, env: {} }), {
      ...without,
      judge: "live",
    });
    expect(plan).toMatchObject({ model: "gpt-4o", runs: [{ workflow: "product", trials: 1 }] });
    expect(asked).toBe(2);
  });

  it("does not ask about a run that proves nothing, nor where the answer to the plan is no", async () => {
    const key = { cwd: folder, env: { PATH: process.env["PATH"], OPENAI_API_KEY: "stand-in" } };
    const stale = config({
      workflows: [{ name: "product", steps: [{ user: "What is 6 by 7?", expectedState: "42" }] }],
    });
    expect((await replay(stale, { ...key, judge: "live" })).exitCode).toBe(3);
    const agree = (): Promise<void> => Promise.reject(new Error("no"));
    await expect(replay(config(), { ...key, judge: "live", agree })).rejects.toThrow("no");
    expect(asked).toBe(0);
  });
});
