// The direct tool tests of a diff: made on each live side, and shown as workflows named after their suites.
import type { HealthSuiteReport, HealthTestReport } from "../../report/report.js";
import { buildUncompared, compareWorkflow, type ComparedWorkflow } from "../workflow.js";
import { scoreTests } from "../scores/score-tests.js";
import type { LiveDiff } from "./diff-live.js";
import { runHealthSuites } from "../../run/health.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

/** Runs them. Without an old server there is nothing beside them, so that only what passes is known. */
export async function diffHealthSuites({ from, to, acceptedIds, strict }: LiveDiff): Promise<ComparedWorkflow[]> {
  const before = from === undefined ? [] : await runHealthSuites(from.settings);
  const after = await runHealthSuites(to.settings);
  return after.map((suite, at) => {
    const old = before[at];
    const workflow = `tool tests: ${suite.name}`;
    if (old === undefined) return alone(workflow, suite);
    return compareWorkflow({
      workflow,
      before: { results: scoreTests(old), verdict: old.verdict },
      after: { results: scoreTests(suite), verdict: suite.verdict },
      drift: [],
      acceptedIds,
      strict,
      hasCalls: false,
      reasons: suite.tests.flatMap((test, index) => describeTest(test, old.tests[index]?.verdict)),
    });
  });
}

function alone(workflow: string, { verdict, tests }: HealthSuiteReport): ComparedWorkflow {
  const passed = verdict === "passed";
  const reasons = passed
    ? ["All pass; the cassettes hold nothing to compare them with."]
    : [
        "Cassettes hold no direct tool tests, so nobody knows whether it got worse: name the old server with --from.",
        ...tests.flatMap((test) => describeTest(test, "passed")),
      ];
  return buildUncompared({ workflow, on: "to", verdict: { after: verdict } }, reasons, { unknown: !passed });
}

function describeTest({ tool, details, verdict }: HealthTestReport, before: WorkflowVerdict | undefined): string[] {
  return verdict === before || verdict === "passed" ? [] : [`${tool}: ${details}`];
}
