// The direct tool tests of a suite, on a server of their own.
import { expandHealthSuite } from "../config/expand.js";
import type { HealthSuiteReport } from "../report/report.js";
import { ServerFailure } from "../server/session.js";
import type { RunSettings } from "./settings.js";
import { openStage } from "./stage.js";
import { buildUnrunSuite, runHealthSuite } from "./tool-health.js";

/** Runs all tool test suites, each on a new server. A server that does not start fails them all. */
export async function runHealthSuites(settings: RunSettings): Promise<HealthSuiteReport[]> {
  const reports: HealthSuiteReport[] = [];
  for (const written of settings.suite.config.toolHealthSuites ?? []) {
    const limits = [settings.timeout, written.timeout ?? 0, ...written.tests.map((test) => test.timeout ?? 0)];
    const stage = await openStage({ ...settings, timeout: Math.max(...limits) });
    try {
      const suite = expandHealthSuite(written, stage.env);
      const server = await stage.start();
      reports.push(
        server instanceof ServerFailure
          ? buildUnrunSuite(suite, "failed", `The server failed: ${server.message}`)
          : await runHealthSuite(suite, server, settings),
      );
    } finally {
      await stage.close();
    }
  }
  return reports;
}
