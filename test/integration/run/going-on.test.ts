// A recording that was stopped between its trials: what counts when it is made again, and what does not. The model is a
// stand-in.
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, type Config, type Evaluation, type RecordOptions } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const usage = { input_tokens: 1000, output_tokens: 100 };
const say = { calls: [{ tool: "say", input: { text: "hello" } }], usage };
const right = [say, { text: "It said hello.", usage }];
const wrong = [say, { text: "I do not know.", usage }];
const broken = [{ status: 400, error: { type: "invalid_request_error", message: "no" } }];
const configOf = (...args: string[]): Config => ({
  server: fixtureServer("repeat.mjs", ...args),
  passAt: 0.5,
  workflows: [{ name: "one", steps: [{ user: "Say hello", expectedState: "It said" }] }],
});

let model: StandIn;
let suite: SuiteFolder;
beforeEach(async () => {
  suite = await makeSuiteFolder(configOf());
});
afterEach(async () => {
  await model.close();
  await suite.remove();
});

async function start(...variants: unknown[]): Promise<void> {
  model = await startStandIn({ workflows: [{ user: "Say hello", variants }] });
}

/** Four takes, one after the other. */
async function recordFour(options: RecordOptions = {}): Promise<{ one: Evaluation; asked: number; notes: string }> {
  const before = model.requests.length;
  const notes: string[] = [];
  const report = await record(suite.file, {
    env: cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url }),
    cwd: suite.folder,
    concurrency: 1,
    checks: 1,
    checkClock: false,
    repeat: 4,
    keepTrials: true,
    onProgress: (one) => void (one.type === "note" && notes.push(one.message)),
    ...options,
  });
  const [one] = report.evaluations;
  if (one === undefined) throw new Error("nothing was recorded");
  return { one, asked: model.requests.length - before, notes: notes.join("\n") };
}

const trialsOf = async (name: string): Promise<string | undefined> =>
  /^trials: .*$/m.exec(await suite.readCassette(name))?.[0];

describe("a limit between trials", () => {
  let stopped: Awaited<ReturnType<typeof recordFour>>;
  beforeEach(async () => {
    await start(right, wrong, right, right, right, right, right);
    stopped = await recordFour({ tokenLimit: 4400 });
  });

  it("keeps what was judged, and says what goes on", async () => {
    expect(stopped.asked).toBe(4);
    expect(stopped.notes).toContain("2 trials that were judged are kept, and not paid again. To go on: mcpvals record");
    expect([await trialsOf("one"), await trialsOf("one.take-2")]).toEqual([
      "trials: { runs: 2, passed: 1, take: 1 }",
      "trials: { runs: 2, passed: 1, take: 2 }",
    ]);
  });

  it("is gone on from without a flag, because the takes replay", async () => {
    const { one, asked, notes } = await recordFour();
    expect(notes).toContain(
      "Record one: 2 of its 4 trials were made before it was stopped; 2 trials, about 4400 tokens",
    );
    expect(asked).toBe(4);
    expect(one).toMatchObject({ verdict: "passed", trials: { planned: 4, runs: 4, passed: 3 } });
    expect(await trialsOf("one.take-2")).toBe("trials: { runs: 4, passed: 3, take: 2 }");
    // It is done.
    const { asked: third, notes: kept } = await recordFour();
    expect(third).toBe(0);
    expect(kept).toContain("Keep   one: replay passes");
  });

  it("begins again on another server, unless it is told to go on", async () => {
    await suite.configure({ ...configOf("changed"), workflows: configOf().workflows });
    // Another command of the server is another recording, whatever is asked for.
    expect((await recordFour({ goOn: true, check: false })).asked).toBe(8);
  });

  it("begins again with --mode all, and pays for the missing ones only where it is told to go on", async () => {
    expect((await recordFour({ mode: "all", goOn: true, check: false })).asked).toBe(4);
    expect((await recordFour({ mode: "all", check: false })).asked).toBe(8);
  });

  it("begins again where another recording took the place of the first take", async () => {
    await recordFour({ mode: "all", repeat: 1, keepTrials: false, check: false });
    expect(await trialsOf("one")).toBeUndefined();
    expect((await recordFour({ mode: "all", goOn: true, check: false })).asked).toBe(8);
  });

  it("makes a take again that is not there any more", async () => {
    await rm(suite.cassette("one.take-2"));
    expect((await recordFour({ goOn: true, check: false })).asked).toBe(6);
  });
});

it("makes trials again that were only counted, where each one is to be a take now", async () => {
  await start(right, wrong, right, right, right, right, right);
  await recordFour({ tokenLimit: 4400, keepTrials: false });
  const { asked, one } = await recordFour({ goOn: true, check: false });
  expect([asked, one.trials?.runs]).toEqual([6, 4]);
  expect(await trialsOf("one.take-2")).toBe("trials: { runs: 4, passed: 4, take: 2 }");
});

it("counts in the cassette only trials that were judged", async () => {
  await start(right, broken, broken);
  const { one } = await recordFour();
  expect(one.trials).toMatchObject({ runs: 1, passed: 1, planned: 4 });
  expect(one.trials?.each).toHaveLength(2);
  expect(await trialsOf("one")).toBe("trials: { runs: 1, passed: 1, take: 1 }");
});
