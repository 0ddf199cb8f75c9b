// Runs a suite of direct tool tests on a connected server and judges the results. Uses no model and formats nothing.
import type { HealthSuite, HealthTest } from "../config/schema.js";
import { nameTool } from "../metrics/name-tools.js";
import { judgeHealthTest } from "../metrics/health-test.js";
import type { HealthSuiteReport, HealthTestReport } from "../report/report.js";
import { ServerFailure, type CallFacts, type ServerSession } from "../server/session.js";
import { eraOf } from "../trace/era.js";
import { serverOf } from "../trace/servers.js";
import { worstVerdict } from "../metrics/verdicts.js";

export interface HealthSuiteOptions {
  /** Milliseconds for a test where neither the test nor its suite sets a timeout. */
  timeout: number;
  signal: AbortSignal;
}

/**
 * Makes the call of each test, up to `retries` more times while it fails, and compares the result. The session must
 * allow a call as much time as the longest `timeout` of the tests.
 */
export async function runHealthSuite(
  suite: HealthSuite,
  session: ServerSession,
  options: HealthSuiteOptions,
): Promise<HealthSuiteReport> {
  const run = (test: HealthTest) => runTest(test, session, { ...options, timeout: suite.timeout ?? options.timeout });
  const named = await nameTests(suite, session);
  const tests: HealthTestReport[] = [];
  if (suite.parallel === true) tests.push(...(await Promise.all(named.map(run))));
  else for (const test of named) tests.push(await run(test));
  const verdict = worstVerdict(tests.map((test) => test.verdict));
  return { name: suite.name, verdict, passed: verdict === "passed", tests };
}

/** The tests with the server's name before each tool, where the suite has several servers. Throws CONFIG_INVALID. */
async function nameTests({ name, tests }: HealthSuite, session: ServerSession): Promise<HealthTest[]> {
  if (session.identity.servers === undefined) return tests;
  const listed = await session.listTools().catch((error: unknown) => {
    // Then each call says what is wrong.
    if (error instanceof ServerFailure) return [];
    throw error;
  });
  const tools = new Set(listed.map((tool) => tool.name));
  const where = `tool test suite ${JSON.stringify(name)}`;
  return tests.map((test) => ({ ...test, name: nameTool(test.name, tools, where) }));
}

/** The report of a suite that was not run: offline, or because its server does not start. */
export function buildUnrunSuite(
  suite: HealthSuite,
  verdict: "skipped" | "failed" | "error",
  details: string,
): HealthSuiteReport {
  const tests = suite.tests.map((test): HealthTestReport => ({
    ...nameOf(test),
    verdict,
    details,
    ms: 0,
    attempts: 0,
  }));
  return { name: suite.name, verdict, passed: false, tests };
}

async function runTest(
  test: HealthTest,
  session: ServerSession,
  { timeout, signal }: HealthSuiteOptions,
): Promise<HealthTestReport> {
  const limit = test.timeout ?? timeout;
  for (let attempts = 1; ; attempts++) {
    if (signal.aborted)
      return { ...nameOf(test), verdict: "error", details: "Cancelled", ms: 0, attempts: attempts - 1 };
    const facts = await callWithin(limit, test, session, signal);
    if (signal.aborted && facts.outcome.kind === "none") continue;
    const { passed, ...seen } = judgeHealthTest(test, facts, eraOf(serverOf(session.identity, test.name).protocol));
    if (passed || attempts > (test.retries ?? 0)) {
      return { ...nameOf(test), verdict: passed ? "passed" : "failed", ms: facts.ms, attempts, ...seen };
    }
  }
}

function nameOf(test: HealthTest): Pick<HealthTestReport, "tool" | "description"> {
  return { tool: test.name, ...(test.description !== undefined && { description: test.description }) };
}

async function callWithin(
  limit: number,
  test: HealthTest,
  session: ServerSession,
  signal: AbortSignal,
): Promise<CallFacts> {
  const expired = AbortSignal.timeout(limit);
  const facts = await session.call(test.name, test.args, AbortSignal.any([signal, expired]));
  if (!expired.aborted || signal.aborted || facts.outcome.kind !== "none") return facts;
  return { ...facts, outcome: { kind: "none", reason: "timeout", message: `No answer within ${limit} ms` } };
}
