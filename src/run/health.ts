// Runs the direct tool tests of a suite, each suite of tests on a server of its own.
import { expandHealthSuite } from "../config/expand.js";
import { renderError, type McpvalsError } from "../errors.js";
import type { HealthSuiteReport } from "../report/report.js";
import { ServerFailure } from "../server/session.js";
import { featuresOf } from "../suite/client-script.js";
import type { RunSettings } from "../suite/settings.js";
import { openStage } from "../suite/stage.js";
import { closeStage } from "../suite/teardown.js";
import { buildUnrunSuite, runHealthSuite } from "./tool-health.js";
import { worstVerdict } from "../metrics/verdicts.js";

/** Runs all tool test suites, each on a new server. A server that does not start fails them all. */
export async function runHealthSuites(settings: RunSettings): Promise<HealthSuiteReport[]> {
  const reports: HealthSuiteReport[] = [];
  // No model runs here, so no sampling.
  const features = featuresOf(settings.suite.config).filter((feature) => feature !== "sampling");
  for (const written of settings.suite.config.toolHealthSuites ?? []) {
    const limits = [settings.timeout, written.timeout ?? 0, ...written.tests.map((test) => test.timeout ?? 0)];
    const stage = await openStage({ ...settings, timeout: Math.max(...limits) });
    let report: HealthSuiteReport | undefined;
    let ending: McpvalsError | undefined;
    try {
      const suite = expandHealthSuite(written, stage.env);
      const server = await stage.start({ features });
      report =
        server instanceof ServerFailure
          ? buildUnrunSuite(suite, "failed", `The server failed: ${server.message}`)
          : await runHealthSuite(suite, server, settings);
    } finally {
      ending = await closeStage(stage);
    }
    reports.push(ending === undefined ? report : addEnding(report, ending));
  }
  return reports;
}

/** Adds a failed `teardown` to the tests, as an error outside the server. */
function addEnding(report: HealthSuiteReport, fault: McpvalsError): HealthSuiteReport {
  const tests: HealthSuiteReport["tests"] = [
    ...report.tests,
    { tool: "(teardown)", verdict: "error", details: renderError(fault), ms: 0, attempts: 0 },
  ];
  return { ...report, tests, verdict: worstVerdict(tests.map(({ verdict }) => verdict)), passed: false };
}
