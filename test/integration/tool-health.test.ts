import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HealthSuite, HealthTest } from "../../src/config/schema.js";
import { buildUnrunSuite, runHealthSuite } from "../../src/run/tool-health.js";
import type { CallFacts, ServerSession } from "../../src/server/session.js";
import { startServer } from "../../src/server/start-server.js";

const everything = createRequire(import.meta.url)
  .resolve("@modelcontextprotocol/server-everything/package.json")
  .replace(/package\.json$/, "dist/index.js");

const test = (name: string, more: Partial<HealthTest> = {}): HealthTest => ({ name, args: {}, ...more });
const suite = (tests: HealthTest[], more: Partial<HealthSuite> = {}): HealthSuite => ({
  name: "basics",
  tests,
  ...more,
});
const never = new AbortController().signal;

describe("direct tool tests of server-everything", () => {
  let session: ServerSession;
  beforeAll(async () => {
    session = await startServer({
      server: { transport: "stdio", command: process.execPath, args: [everything, "stdio"] },
      folder: process.cwd(),
      env: process.env,
      timeout: 10_000,
    });
  });
  afterAll(() => session.close());

  it("passes what the tools mean and fails what they do not", async () => {
    const report = await runHealthSuite(
      suite([
        test("get-sum", { args: { a: 5, b: 3 }, expectedResult: "is 8" }),
        test("get-sum", { args: { a: 5, b: 3 }, expectedResult: "is 9", description: "wrong on purpose" }),
        test("echo", { args: { message: '{"deep":{"list":[1,2]},"more":true}' }, expectedResult: "deep" }),
        test("get-structured-content", { args: { location: "New York" }, expectedResult: { temperature: 33.00005 } }),
        test("get-sum", { args: { a: "five" }, expectedError: "expected number" }),
        test("get-sum", { args: { a: "five" } }),
        test("no-such-tool", { expectedError: "not found" }),
      ]),
      session,
      { timeout: 10_000, signal: never },
    );
    expect(report.tests.map(({ tool, verdict, details }) => `${tool} ${verdict}: ${details.slice(0, 40)}`)).toEqual([
      "get-sum passed: Gave the expected result",
      'get-sum failed: expected "is 9", got "The sum of 5 and 3',
      "echo passed: Gave the expected result",
      "get-structured-content passed: Gave the expected result",
      'get-sum passed: Failed as expected: "expected number"',
      expect.stringMatching(/^get-sum failed: Failed: /),
      'no-such-tool passed: Failed as expected: "not found"',
    ]);
    expect(report).toMatchObject({ name: "basics", verdict: "failed", passed: false });
    expect(report.tests[1]).toMatchObject({
      description: "wrong on purpose",
      expected: "is 9",
      actual: "The sum of 5 and 3 is 8.",
      attempts: 1,
    });
  });

  it("runs tests together, each bounded by its own timeout", async () => {
    const slow = (duration: number, more: Partial<HealthTest> = {}) =>
      test("trigger-long-running-operation", { args: { duration, steps: 1 }, ...more });
    let open = 0;
    let most = 0;
    const call: ServerSession["call"] = async (...args) => {
      most = Math.max(most, ++open);
      return await session.call(...args).finally(() => (open -= 1));
    };
    const report = await runHealthSuite(
      suite([slow(0.3), slow(0.3), slow(60, { timeout: 200 }), slow(0.3, { maxLatency: 100 })], { parallel: true }),
      { call, identity: session.identity } as ServerSession,
      { timeout: 30_000, signal: never },
    );
    expect(most).toBe(4);
    expect(report.tests.map(({ verdict }) => verdict)).toEqual(["passed", "passed", "failed", "failed"]);
    expect(report.tests[2]?.details).toBe("No answer within 200 ms");
    expect(report.tests[3]?.details).toMatch(/^Took \d+ ms, 100 ms allowed$/);
  });
});

describe("direct tool tests of a scripted server", () => {
  const scripted = (answers: CallFacts["outcome"][], calls: string[] = []) => {
    const call: ServerSession["call"] = async (tool) => {
      calls.push(tool);
      const outcome = answers[calls.length - 1] ?? { kind: "none", reason: "server-ended", message: "It is gone." };
      return { outcome, notifications: [], serverRequests: [], ms: 1 };
    };
    const identity = { name: "scripted", version: "1", protocol: "2025-11-25" };
    return { session: { call, identity } as ServerSession, calls };
  };
  const text = (value: string): CallFacts["outcome"] => ({
    kind: "result",
    result: { content: [{ type: "text", text: value }] },
  });

  it("tries a failed test again, as often as it says", async () => {
    const { session, calls } = scripted([text("no"), text("no"), text("yes")]);
    const options = { timeout: 1000, signal: never };
    const flaky = suite([test("flaky", { expectedResult: "yes", retries: 2 })]);
    expect((await runHealthSuite(flaky, session, options)).tests).toMatchObject([{ verdict: "passed", attempts: 3 }]);
    expect(calls).toHaveLength(3);
    const once = scripted([text("no"), text("yes")]);
    const strict = suite([test("flaky", { expectedResult: "yes" })]);
    expect((await runHealthSuite(strict, once.session, options)).tests).toMatchObject([
      { verdict: "failed", attempts: 1 },
    ]);
  });

  it("a server that is gone fails the tests that are left", async () => {
    const { session } = scripted([text("yes")]);
    const report = await runHealthSuite(suite([test("a"), test("b")]), session, { timeout: 1000, signal: never });
    expect(report.tests).toMatchObject([{ verdict: "passed" }, { verdict: "failed", details: "It is gone." }]);
  });

  it("cancelled tests are errors, never passed or failed, and no call is made any more", async () => {
    const { session, calls } = scripted([text("yes")]);
    const report = await runHealthSuite(suite([test("a")]), session, { timeout: 1000, signal: AbortSignal.abort() });
    expect(report).toMatchObject({
      verdict: "error",
      tests: [{ verdict: "error", details: "Cancelled", attempts: 0 }],
    });
    expect(calls).toEqual([]);
  });

  it("a suite that was not run says so for each test", () => {
    const unrun = buildUnrunSuite(suite([test("a"), test("b")]), "skipped", "offline");
    expect(unrun).toMatchObject({ verdict: "skipped", passed: false });
    expect(unrun.tests).toMatchObject([
      { tool: "a", verdict: "skipped", details: "offline" },
      { tool: "b", verdict: "skipped", details: "offline" },
    ]);
  });
});
