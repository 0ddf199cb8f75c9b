// Direct tool tests beside workflows, and without any: in eval and in replay, on a server of their own.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const user = "Add 15 and 27";
const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }];
type HealthSuites = NonNullable<Config["toolHealthSuites"]>;
const good: HealthSuites = [
  {
    name: "arithmetic",
    parallel: true,
    tests: [
      { name: "add", args: { a: 1, b: 2 }, expectedResult: 3 },
      { name: "multiply", args: { a: 0.1, b: 3 }, expectedResult: { result: 0.3 } },
      { name: "divide", args: { a: 1, b: 0 }, expectedError: "zero" },
    ],
  },
];
const bad: HealthSuites = [
  { name: "wrong", tests: [{ name: "add", args: { a: 1, b: 2 }, expectedResult: 4, retries: 1 }] },
];
const configOf = (toolHealthSuites: HealthSuites, more: Partial<Config> = {}): Config => ({
  server: fixtureServer("calculator.mjs"),
  workflows: [{ name: "add", steps: [{ user, expectedState: "42" }] }],
  toolHealthSuites,
  ...more,
});

let suite: SuiteFolder;
let model: StandIn;
let key: Record<string, string | undefined>;
beforeAll(async () => {
  suite = await makeSuiteFolder(configOf(good));
  model = await startStandIn({ workflows: [{ user, turns }] });
  key = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  await record(suite.file, { env: key, cwd: suite.folder, check: false });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

describe("direct tool tests", () => {
  it.each([
    ["eval", () => evaluate(suite.file, { env: key, cwd: suite.folder })],
    ["replay", () => replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder })],
  ])("count beside the workflows in %s", async (_command, run) => {
    const passing = await run();
    expect(passing).toMatchObject({ passed: true, exitCode: 0, toolHealth: [{ name: "arithmetic", passed: true }] });
    expect(passing.toolHealth[0]?.tests.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed"]);
    await suite.configure(configOf(bad));
    const failing = await run();
    await suite.configure(configOf(good));
    expect(failing).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
    expect(failing.evaluations[0]?.verdict).toBe("passed");
    expect(failing.toolHealth[0]?.tests).toMatchObject([
      { verdict: "failed", attempts: 2, expected: 4, actual: { result: 3 } },
    ]);
  });

  it("need no key where there is nothing else", async () => {
    const report = await evaluate(configOf(good, { workflows: [] }), { env: cleanEnvironment() });
    expect(report).toMatchObject({ passed: true, exitCode: 0, evaluations: [] });
  });

  it("fail with the server that does not start", async () => {
    const server = fixtureServer("odd.mjs", "exit-at-start");
    const report = await evaluate(configOf(good, { workflows: [], server }), { env: cleanEnvironment() });
    expect(report).toMatchObject({ passed: false, exitCode: 1 });
    expect(JSON.stringify(report.toolHealth)).toContain("DATABASE_URL is not set");
  });

  it("pass nothing where there is neither workflow nor test", async () => {
    const report = await evaluate(configOf([], { workflows: [] }), { env: cleanEnvironment() }).catch(
      (error: unknown) => error,
    );
    expect(report).not.toMatchObject({ passed: true });
    expect(report).toMatchObject({ exitCode: expect.toSatisfy((code) => code !== 0) as number });
  });
});
