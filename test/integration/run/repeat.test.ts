// One suite, recorded once, replayed again and again: always the same report, and never a word to the model.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { textWithoutTimes } from "../../helpers/report-text.js";
import { inRounds } from "../../helpers/rounds.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [
    {
      name: "sums",
      steps: [
        { user: "Add 15 and 27, and multiply 6 by 7", expectedState: "42", expectTools: ["add", "multiply"] },
        { user: "Now divide 10 by 0", expectTools: [{ tool: "divide", fails: true }] },
      ],
    },
    { name: "wrong", steps: [{ user: "Add 1 and 1", expectedState: "three" }] },
  ],
};
const script = {
  workflows: [
    {
      user: "Add 15 and 27, and multiply 6 by 7",
      turns: [
        {
          thinking: "Two calls at once.",
          calls: [
            { tool: "add", input: { a: 15, b: 27 } },
            { tool: "multiply", input: { a: 6, b: 7 } },
          ],
        },
        { text: ["Both are ", { $result: 1 }, "."] },
        { text: "That will fail.", calls: [{ tool: "divide", input: { a: 10, b: 0 } }] },
        { text: ["It said: ", { $result: -1 }] },
      ],
    },
    { user: "Add 1 and 1", turns: [{ calls: [{ tool: "add", input: { a: 1, b: 1 } }] }, { text: "That is two." }] },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
let recorded: Report;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  model = await startStandIn(script);
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  recorded = await record(suite.file, { env, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

describe("a recorded suite", () => {
  it("is recorded also where it scores badly, and each cassette replays on its own server", () => {
    expect(recorded.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "failed"]);
    for (const { recorded: facts } of recorded.evaluations) {
      expect(facts).toMatchObject({ because: "it has no cassette", check: { replays: true, varies: [] } });
    }
    expect(model.requests).toHaveLength(6);
  });

  it("gives byte-equal reports in 100 replays, times aside, and asks no model although a key is set", async () => {
    const texts = new Set<string>();
    const one = { env, cwd: suite.folder, workflows: ["sums"] };
    await inRounds(100, async () => texts.add(textWithoutTimes(await replay(suite.file, one))));
    expect([...texts]).toHaveLength(1);
    const report = JSON.parse([...texts][0]?.replaceAll("…", "0") ?? "") as Report;
    expect(report.passed).toBe(true);
    expect(report.evaluations[0]?.run).toMatchObject({
      turns: 4,
      calls: 3,
      sources: { model: "recorded", server: "live" },
    });
    expect(model.requests).toHaveLength(6);
  });

  it("gives byte-equal reports offline too, and says that they prove nothing about a server", async () => {
    const texts = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      texts.add(textWithoutTimes(await replay(suite.file, { env, cwd: suite.folder, offline: true })));
    }
    expect([...texts]).toHaveLength(1);
    expect([...texts][0]).toContain('"server": "recorded"');
    expect(model.requests).toHaveLength(6);
  });

  it("scores the live run, the replay and the offline replay alike", async () => {
    const scores = (report: Report) =>
      report.evaluations.map(({ overallScore, results }) => [
        overallScore,
        results.map(({ id, score }) => [id, score]),
      ]);
    const live = await replay(suite.file, { env, cwd: suite.folder });
    expect(scores(live)).toEqual(scores(recorded));
    expect(scores(await replay(suite.file, { env, cwd: suite.folder, offline: true }))).toEqual(scores(recorded));
    expect(live.evaluations[1]?.replay).toMatchObject({ drift: [], regressions: [], failedBefore: true });
    expect(live.exitCode).toBe(1);
    expect((await replay(suite.file, { env, cwd: suite.folder, failOn: "regression" })).exitCode).toBe(0);
  });
});
