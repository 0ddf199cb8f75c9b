// What a command spends on the model at most, and what it does when it may spend no more.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { loadSuite } from "../../../src/config/load.js";
import { evaluate, record, type Config, type RunOptions } from "../../../src/index.js";
import { renderConsole } from "../../../src/render/formats/console.js";
import { openTrialsBefore } from "../../../src/suite/going-on.js";
import { loadSettings } from "../../../src/suite/settings.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { plainVeil } from "../../helpers/plain-veil.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

/** What one turn uses: $0.003 at the price of the default model, 1100 tokens. */
const usage = { input_tokens: 1000, output_tokens: 100 };
const PER_TURN = { usd: 0.003, tokens: 1100 };

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `w${at + 1}`);
const turns = [
  { calls: [{ tool: "add", input: { a: 15, b: 27 } }], usage },
  { text: ["It is ", { $result: 1 }], usage },
];
const refused = [{ status: 401, error: { type: "authentication_error", message: "invalid x-api-key" } }];

let model: StandIn;
let suite: SuiteFolder;
let options: RunOptions;

async function prepare(count: number, refusedFrom = Number.POSITIVE_INFINITY): Promise<void> {
  const script = names(count).map((user, at) => ({ user, turns: at + 1 >= refusedFrom ? refused : turns }));
  model = await startStandIn({ workflows: script });
  const workflows = names(count).map((name) => ({ name, steps: [{ user: name, expectedState: "42" }] }));
  const config: Config = { server: fixtureServer("calculator.mjs"), workflows };
  await suite.configure(config);
  const env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  options = { env, cwd: suite.folder, concurrency: 2 };
}

beforeEach(async () => {
  suite = await makeSuiteFolder({ workflows: [] });
});
afterEach(async () => {
  await model.close();
  await suite.remove();
});

describe("a limit", () => {
  it.each([{ maxBudgetUsd: 0.0134 }, { tokenLimit: 4500 }])(
    "of %o is passed by no more than the answers under way",
    async (limit) => {
      await prepare(8);
      const report = await evaluate(suite.file, { ...options, ...limit });
      const answered = model.requests.filter(({ status }) => status === 200).length;
      const { maxBudgetUsd = Number.POSITIVE_INFINITY, tokenLimit = Number.POSITIVE_INFINITY } = limit as RunOptions;
      // Two runs at a time: two answers may be on their way when the limit is reached.
      expect(answered * PER_TURN.usd).toBeLessThan(maxBudgetUsd + 2 * PER_TURN.usd);
      expect(answered * PER_TURN.tokens).toBeLessThan(tokenLimit + 2 * PER_TURN.tokens);
      expect(answered).toBeGreaterThanOrEqual(5);
      expect(report.exitCode).toBe(3);
      const open = report.evaluations.filter(({ verdict }) => verdict === "inconclusive");
      expect(open.length).toBeGreaterThan(3);
      for (const { reasons } of open) expect(reasons[0]).toMatch(/^Not run to its end: The (?:budget|token limit) of/);
      const [first] = report.evaluations;
      expect(first?.spent).toMatchObject({ input: 2000, output: 200, usd: 0.006, prices: "2026-10" });
    },
  );

  it("counts the trials that were made before it", async () => {
    await prepare(1);
    const report = await evaluate(suite.file, { ...options, concurrency: 1, repeat: 10, tokenLimit: 4400 });
    expect(model.requests).toHaveLength(4);
    const [only] = report.evaluations;
    expect(only).toMatchObject({ verdict: "inconclusive", trials: { planned: 10, runs: 2, passed: 2 } });
    expect(only?.trials?.sentence).toContain("8 trials of 10 were not judged");
  });

  it("in dollars needs the price of the model", async () => {
    await prepare(1);
    await expect(evaluate(suite.file, { ...options, model: "other", maxBudgetUsd: 1 })).rejects.toMatchObject({
      code: "BAD_USAGE",
      message: "A budget in dollars needs the price of other, which is unknown",
    });
    expect(model.requests).toHaveLength(0);
  });
});

// The first is refused when some have ended: where none has, the refusal is thrown.
it("a key that is refused after the seventh of 600 workflows gets at most as many more requests as runs at a time", async () => {
  await prepare(600, 8);
  const report = await evaluate(suite.file, { ...options, concurrency: 4 });
  expect(report.exitCode).toBe(4);
  expect(model.requests.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4);
  const firstRefusal = model.requests.findIndex(({ status }) => status === 401);
  expect(model.requests.length - firstRefusal).toBeLessThanOrEqual(1 + 4);
});

it("record pays for nothing twice when it is run again after a limit", async () => {
  await prepare(4);
  const first = await record(suite.file, { ...options, concurrency: 1, check: false, tokenLimit: 5000 });
  const written = first.evaluations.filter(({ recorded }) => recorded?.file !== undefined);
  expect(written.map(({ workflowName }) => workflowName)).toEqual(["w1", "w2"]);
  const before = model.requests.length;
  const again = await record(suite.file, { ...options, concurrency: 1, check: false });
  expect(again.exitCode).toBe(0);
  expect(new Set(model.requests.slice(before).map(({ workflow }) => workflow))).toEqual(new Set(["w3", "w4"]));
});

it("says what the prompt cache saved, in tokens and money, and nothing where it saved nothing", async () => {
  const cached = { ...usage, cache_read_input_tokens: 100_000, cache_creation_input_tokens: 1000 };
  await prepare(1);
  await model.close();
  const script = turns.map((turn) => ({ ...turn, usage: cached }));
  model = await startStandIn({ workflows: [{ user: "w1", turns: script }] });
  const env = { ...options.env, ANTHROPIC_BASE_URL: model.url };
  const report = await evaluate(suite.file, { ...options, env });
  // Two turns, each: 100,000 tokens at $1.90 per million less, 1,000 at $0.50 more.
  expect(report.evaluations[0]?.spent?.saved).toBeCloseTo(2 * (0.19 - 0.0005), 10);
  expect(renderConsole([report], { color: false, debug: false })).toContain(", the cache saved ~$0.38");
});

describe("eval --continue", () => {
  it("has all trials that ended at the same time", async () => {
    await prepare(3);
    const { evaluations } = await evaluate(suite.file, options);
    const settings = await loadSettings(await loadSuite(suite.file, { mayRun: false, env: {} }), options);
    const { workflows } = settings;
    const before = await openTrialsBefore(settings, { goOn: false, command: "eval" });
    const add = (number: number): Promise<void>[] =>
      workflows.flatMap((workflow, at) => {
        const evaluation = evaluations[at];
        return evaluation === undefined
          ? []
          : [before.add(workflow, number, { evaluation, path: undefined }, plainVeil)];
      });
    await Promise.all(add(1));
    expect(await before.countKept(workflows)).toBe(3);
    await Promise.all([before.forget(workflows.slice(0, 1)), ...add(2)]);
    expect(await before.countKept(workflows)).toBe(2 + 3);
  });

  it("pays for no judged trial twice, whatever stopped the command, and reports all of them", async () => {
    await prepare(3);
    const stopped = await evaluate(suite.file, { ...options, concurrency: 1, repeat: 3, tokenLimit: 9000 });
    expect(stopped.exitCode).toBe(3);
    const paid = model.requests.length;
    // Four trials of two turns, and one that had begun.
    expect(paid).toBe(9);
    const notes: string[] = [];
    const onProgress: RunOptions["onProgress"] = (one) => void (one.type === "note" && notes.push(one.message));
    const again = await evaluate(suite.file, { ...options, concurrency: 1, repeat: 3, goOn: true, onProgress });
    expect(model.requests.length - paid).toBe(2 * (9 - 4));
    expect(notes.join("\n")).toContain("Trials of an earlier command that count: 4.");
    expect(notes.join("\n")).toContain("Plan: 2 workflows, 5 trials");
    expect(again.exitCode).toBe(0);
    expect(again.evaluations.map(({ trials }) => trials?.runs)).toEqual([3, 3, 3]);
    // All that was paid for the judged trials, by both commands.
    expect(again.evaluations.reduce((sum, { spent }) => sum + (spent?.input ?? 0), 0)).toBe(9 * 2000);
    // It is done: there is nothing to go on with.
    const third = await evaluate(suite.file, { ...options, concurrency: 1, repeat: 1, goOn: true });
    expect(third.evaluations).toHaveLength(3);
    expect(model.requests.length - paid).toBe(10 + 6);
  });

  it("goes on after Ctrl-C", async () => {
    await prepare(3);
    const controller = new AbortController();
    const onProgress: RunOptions["onProgress"] = ({ type }) => {
      if (type === "finished") controller.abort();
    };
    const { signal } = controller;
    const stopped = await evaluate(suite.file, { ...options, concurrency: 1, signal, onProgress });
    expect(stopped.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "error", "error"]);
    const again = await evaluate(suite.file, { ...options, concurrency: 1, goOn: true });
    expect(again.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed"]);
    expect(model.requests.filter(({ workflow }) => workflow === "w1")).toHaveLength(2);
  });

  it("takes nothing of another prompt, model or config, and nothing without the flag", async () => {
    await prepare(2);
    await evaluate(suite.file, { ...options, concurrency: 1, tokenLimit: 2200 });
    const asked = async (more: RunOptions): Promise<number> => {
      const before = model.requests.length;
      await evaluate(suite.file, { ...options, concurrency: 1, tokenLimit: 2200, workflows: ["w1"], ...more });
      return model.requests.length - before;
    };
    expect(await asked({ goOn: true })).toBe(0);
    expect(await asked({ goOn: true, model: "claude-other" })).toBe(2);
    await evaluate(suite.file, { ...options, concurrency: 1, tokenLimit: 2200 });
    const elsewhere = { url: "http://127.0.0.1:1/mcp" };
    await expect(asked({ goOn: true, server: elsewhere })).rejects.toMatchObject({ code: "SERVER_UNREACHABLE" });
  });
});
