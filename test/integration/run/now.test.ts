// The library takes what time it is: all times of a run and of its report come from there.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [{ name: "sum", steps: [{ user: "Add 15 and 27", expectedState: "42" }] }],
};
const STEP = 500;

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "42" }];
  model = await startStandIn({ workflows: [{ user: "Add 15 and 27", turns }] });
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

/** A clock that goes on by half a second whenever it is looked at. */
function clockFrom(moment: string): () => number {
  let at = Date.parse(moment);
  return () => (at += STEP);
}

it("is when a run was recorded, when its calls were made, and when its report was", async () => {
  const options = { env, cwd: suite.folder, check: false };
  const report = await record(suite.file, { ...options, now: clockFrom("2031-05-06T07:08:09.000Z") });
  expect(report.timestamp).toMatch(/^2031-05-06T07:0/);
  const cassette = await suite.readCassette("sum");
  expect(cassette).toMatch(/at: "?2031-05-06T07:08:1/);
  const replayed = await replay(suite.file, {
    ...options,
    now: clockFrom("2032-01-01T00:00:00.000Z"),
    transcripts: true,
  });
  expect(replayed).toMatchObject({ exitCode: 0, timestamp: expect.stringMatching(/^2032-01-01T00:00/) as unknown });
});

it("is passed when the server fails too", async () => {
  await suite.configure({ ...config, server: fixtureServer("odd.mjs", "exit-at-start") });
  const report = await replay(suite.file, { env, cwd: suite.folder, now: clockFrom("2032-01-01T00:00:00.000Z") });
  expect(report).toMatchObject({ verdict: "failed", timestamp: expect.stringMatching(/^2032/) as unknown });
});
