// A `teardown` that fails: said beside what was judged, never in place of it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [
    { name: "right", steps: [{ user: "Add 15 and 27", expectedState: "42" }] },
    { name: "wrong", steps: [{ user: "Add 1 and 1", expectedState: "three" }] },
  ],
};
const failing = { ...config, teardown: "echo nothing to clean >&2; exit 3" };
const SAID = /teardown command exited with code 3[^]*SETUP_FAILED[^]*nothing to clean/;

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  const add = (a: number, b: number) => ({ calls: [{ tool: "add", input: { a, b } }] });
  model = await startStandIn({
    workflows: [
      { user: "Add 15 and 27", turns: [add(15, 27), { text: "42" }] },
      { user: "Add 1 and 1", turns: [add(1, 1), { text: "Two." }] },
    ],
  });
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  await record(suite.file, { env, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const verdictsOf = (report: Report): string[] => report.evaluations.map(({ verdict }) => verdict);
const options = () => ({ env, cwd: suite.folder });

describe("a teardown that fails", () => {
  it.each([
    ["replay", replay],
    ["eval", evaluate],
  ])("leaves what %s found, and goes on with the next workflow", async (_, run) => {
    await suite.configure(failing);
    const report = await run(suite.file, options());
    expect(verdictsOf(report)).toEqual(["error", "failed"]);
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(report.evaluations[0]?.results.map(({ verdict }) => verdict)).toEqual([
      "passed",
      "not-applicable",
      "passed",
    ]);
    for (const { reasons } of report.evaluations) expect(reasons.join("\n")).toMatch(SAID);
    // Where nothing is worse, it decides.
    const alone = await run(suite.file, { ...options(), workflows: ["right"] });
    expect(alone).toMatchObject({ verdict: "error", passed: false, exitCode: 4 });
  });

  it("of a shared server is reported with the last workflow", async () => {
    await suite.configure({ ...failing, isolation: "suite" });
    const report = await replay(suite.file, options());
    expect(verdictsOf(report)).toEqual(["passed", "failed"]);
    expect(report.evaluations[0]?.reasons).toEqual([]);
    expect(report.evaluations[1]?.reasons.join("\n")).toMatch(SAID);
    expect(await replay(suite.file, { ...options(), workflows: ["right"] })).toMatchObject({ exitCode: 4 });
  });

  it("after tool tests is reported among them", async () => {
    const tests = [{ name: "add", args: { a: 1, b: 2 }, expectedResult: 3 }];
    await suite.configure({
      server: config.server,
      teardown: failing.teardown,
      toolHealthSuites: [{ name: "sums", tests }],
    });
    const report = await replay(suite.file, options());
    expect(report).toMatchObject({ verdict: "error", exitCode: 4, toolHealth: [{ verdict: "error" }] });
    expect(report.toolHealth[0]?.tests.map(({ tool, verdict }) => [tool, verdict])).toEqual([
      ["add", "passed"],
      ["(teardown)", "error"],
    ]);
  });

  it("does not keep a recording from being written", async () => {
    await suite.configure(failing);
    const report = await record(suite.file, { ...options(), mode: "all", workflows: ["right"] });
    expect(report).toMatchObject({ exitCode: 4, evaluations: [{ recorded: { check: { replays: true } } }] });
  });
});
