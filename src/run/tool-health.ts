// Runs a suite of direct tool tests on a connected server and judges the results. Uses no model and formats nothing.
import type { HealthSuite, HealthTest } from "../config/schema.js";
import { judgeHealthTest } from "../metrics/health-test.js";
import type { HealthSuiteReport, HealthTestReport } from "../report/report.js";
import type { CallFacts, ServerSession } from "../server/session.js";
import { eraOf } from "../trace/era.js";
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
  const tests: HealthTestReport[] = [];
  if (suite.parallel === true) tests.push(...(await Promise.all(suite.tests.map(run))));
  else for (const test of suite.tests) tests.push(await run(test));
  const verdict = worstVerdict(tests.map((test) => test.verdict));
  return { name: suite.name, verdict, passed: verdict === "passed", tests };
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
    const { passed, ...seen } = judgeHealthTest(test, facts, eraOf(session.identity.protocol));
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
