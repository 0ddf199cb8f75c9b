// What of the last eval becomes a cassette: the same as `record` writes, of the same request, and without secrets.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, record, show, type Config, type RecordOptions, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { startJudgeStandIn, type JudgeStandIn } from "../../helpers/judge-stand-in.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const SECRET = "kestrel-in-the-wind";
const script = {
  workflows: [
    {
      match: "Say it to",
      turns: [
        { calls: [{ tool: "forms", input: {} }] },
        { calls: [{ tool: "login", input: {} }] },
        { calls: [{ tool: "check", input: { token: SECRET } }] },
        { text: `It is ${SECRET}.` },
      ],
    },
    {
      match: "Add",
      turns: [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }],
    },
  ],
};

let model: StandIn;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  model = await startStandIn(script);
  env = cleanEnvironment({
    ANTHROPIC_API_KEY: "canary-api-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
    LEAKY_TOKEN: SECRET,
    GREETED_TOKEN: "hello-greeted-token",
  });
});
afterAll(() => model.close());

/** Records without a key, in a folder where an eval ran. */
function fromLast(suite: SuiteFolder, options: RecordOptions = {}): Promise<Report> {
  const { ANTHROPIC_API_KEY: _, OPENAI_API_KEY: __, ...keyless } = env;
  return record(suite.file, { env: keyless, cwd: suite.folder, fromLast: true, check: false, ...options });
}
/** Without what differs in each run: its time, and the seal. */
const body = (text: string): string => text.replace(/\nfacts:[^]*$/, "");

describe("of a run with secrets and places", () => {
  it("the kept run holds none, and its cassette is the one that record writes", async () => {
    const suite = await makeSuiteFolder({
      server: { ...fixtureServer("leaky.mjs", "--at", "${MCPVALS_TMP}"), inheritEnv: ["LEAKY_TOKEN"] },
      workflows: [{ name: "say-it", steps: [{ user: "Say it to ${GREETED_TOKEN} in ${MCPVALS_TMP}" }] }],
    });
    const file = join(suite.folder, ".mcpvals/last/demo/live/say-it.json");
    for (const run of [evaluate, record]) {
      await rm(join(suite.folder, ".mcpvals"), { recursive: true, force: true });
      await run(suite.file, { env, cwd: suite.folder, check: false });
      const kept = await readFile(file, "utf8");
      expect(kept).toContain("[redacted:LEAKY_TOKEN]");
      for (const secret of [SECRET, "canary-api-key", "hello-greeted-token", btoa(SECRET)]) {
        expect(kept).not.toContain(secret);
      }
    }
    const recorded = await suite.readCassette("say-it");
    await rm(suite.cassette("say-it"));
    const report = await fromLast(suite);
    expect(report.evaluations[0]?.recorded?.because).toMatch(/^the record of .*; Claude was not asked again$/);
    expect(await suite.readCassette("say-it")).toBe(recorded);
    expect(recorded).toContain("[run]");
    await suite.remove();
  });
});

describe("of a run of another request", () => {
  const config: Config = {
    server: fixtureServer("calculator.mjs"),
    workflows: [{ name: "add", steps: [{ user: "Add 15 and 27", expectedState: "42" }] }],
  };
  let suite: SuiteFolder;
  beforeAll(async () => {
    suite = await makeSuiteFolder(config);
    await evaluate(suite.file, { env, cwd: suite.folder });
  });
  afterAll(() => suite.remove());

  it.each<[Partial<Config>, string]>([
    [{ model: "claude-opus-5" }, 'model was "claude-sonnet-5-5", is "claude-opus-5"'],
    [{ maxTokens: 100 }, "maxTokens was 8192, is 100"],
    [{ temperature: 0.5 }, "temperature was not set, is 0.5"],
    [{ maxTurns: 1 }, "a step took 2 turns, maxTurns is 1"],
    [{ system: "Be brief." }, 'the system prompt was not set, is "Be brief."'],
    [{ instructions: false }, "instructions was true, is false"],
    [{ roots: ["."] }, "the roots were [], are ["],
    [{ workflows: [{ name: "add", steps: [{ user: "Add 15 and 28" }] }] }, 'step 1 was "Add 15 and 27", is'],
    [{ workflows: [{ name: "add", steps: [{ user: "Add 15 and 27" }, { user: "Thanks" }] }] }, "step 2 is new"],
  ])("nothing is written, and the change is named: %j", async (change, said) => {
    await suite.configure({ ...config, ...change });
    const report = await fromLast(suite);
    expect(report).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(report.evaluations[0]?.reasons[0]).toContain("Claude would be asked something else now.");
    expect(report.evaluations[0]?.reasons[0]).toContain(said);
    expect(report.evaluations[0]?.settle.slice(-2)).toEqual([
      "mcpvals record demo.config.json -t add",
      "mcpvals eval demo.config.json -t add",
    ]);
    await expect(suite.readCassette("add")).rejects.toThrow("ENOENT");
  });

  it("an expectation is none of the request: the run is scored by today's", async () => {
    await suite.configure({
      ...config,
      workflows: [{ name: "add", steps: [{ user: "Add 15 and 27", expectedState: "43" }] }],
    });
    const report = await fromLast(suite);
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(await suite.readCassette("add")).toContain("scores: { end-to-end-success: 0, ");
  });

  it("a workflow without a last run is left, and one that is named is asked for", async () => {
    const other = { name: "other", steps: [{ user: "Add 1 and 1" }] };
    await suite.configure({ ...config, workflows: [...(config.workflows ?? []), other] });
    const all = await fromLast(suite);
    expect(all.evaluations.map(({ verdict }) => verdict)).toEqual(["skipped", "skipped"]);
    expect(all.evaluations[1]?.reasons).toEqual(["Not recorded: there is no last eval of it here."]);
    expect(await fromLast(suite, { workflows: ["add"] })).toMatchObject({ verdict: "passed", exitCode: 0 });
    await expect(fromLast(suite, { workflows: ["other"] })).rejects.toMatchObject({ code: "RUN_MISSING", exitCode: 2 });
  });
});

describe("of a run that was judged", () => {
  let judge: JudgeStandIn;
  beforeAll(async () => {
    judge = await startJudgeStandIn(() => 0.95, { reasoning: "It added." });
  });
  afterAll(() => judge.close());

  it("the verdict is recorded, and the judge is not asked again", async () => {
    const suite = await makeSuiteFolder({
      server: fixtureServer("calculator.mjs"),
      workflows: [{ name: "add", steps: [{ user: "Add 15 and 27", expectedState: "42" }] }],
      llmJudge: true,
      judge: { baseURL: judge.url },
    });
    const key = { ...env, OPENAI_API_KEY: "stand-in" };
    await record(suite.file, { env: key, cwd: suite.folder, check: false });
    const recorded = await suite.readCassette("add");
    await rm(suite.cassette("add"));
    await evaluate(suite.file, { env: key, cwd: suite.folder });
    expect(judge.asked()).toBe(2);
    const report = await fromLast(suite);
    expect(report.evaluations[0]?.results[3]).toMatchObject({ id: "llm-judge", verdict: "passed", score: 0.95 });
    expect(body(await suite.readCassette("add"))).toBe(body(recorded));
    expect(judge.asked()).toBe(2);
    const { run } = await show("add", { config: suite.file, cwd: suite.folder, last: true });
    expect(run.last).toMatchObject({ command: "eval", verdict: "passed" });
    expect(run.last?.results[3]).toMatchObject({ score: 0.95 });
    await suite.remove();
  });
});
