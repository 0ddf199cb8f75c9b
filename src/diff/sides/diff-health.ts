// Runs the direct tool tests of a diff on each live side, and shows them as workflows named after their suites.
import type { HealthSuiteReport, HealthTestReport } from "../../report/report.js";
import { buildUncompared, compareWorkflow, type ComparedWorkflow } from "../workflow.js";
import { scoreTests } from "../scores/score-tests.js";
import type { LiveDiff } from "./diff-live.js";
import { runHealthSuites } from "../../run/health.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

/** Runs the tests. Without an old server there is nothing to compare with, so only the passing ones are decided. */
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
    ? ["All pass; the cassettes contain nothing to compare them with."]
    : [
        "Cassettes contain no direct tool tests, so whether it got worse is unknown: name the old server with --from.",
        ...tests.flatMap((test) => describeTest(test, "passed")),
      ];
  return buildUncompared({ workflow, on: "to", verdict: { after: verdict } }, reasons, { unknown: !passed });
}

function describeTest({ tool, details, verdict }: HealthTestReport, before: WorkflowVerdict | undefined): string[] {
  return verdict === before || verdict === "passed" ? [] : [`${tool}: ${details}`];
}
