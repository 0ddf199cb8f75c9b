// Builds the report of a suite that the command was asked to run but did not.
import type { Suite } from "../config/suite.js";
import { selectWorkflows } from "../config/select.js";
import { buildReport, buildUnjudged } from "../report/build.js";
import type { Report } from "../report/report.js";
import { BY, identifySuite } from "../suite/identify.js";
import { loadRedactor, redactReport } from "../suite/redaction.js";
import { buildUnrunSuite } from "./tool-health.js";

export interface UnrunSuite {
  suite: Suite;
  command: Report["command"];
  /** Names or globs; all workflows without. */
  workflows: string[] | undefined;
  cwd: string;
  now: Date;
  env: Readonly<Record<string, string | undefined>>;
}

/** Why a suite was not run, and the exit code for that. */
export interface Unrun {
  verdict: "error" | "skipped";
  reason: string;
  exitCode: number;
}

/** The report of a suite that was not run: nothing is judged, and it never passes. */
export async function buildUnrunReport(
  { suite, command, workflows, cwd, now, env }: UnrunSuite,
  why: Unrun,
): Promise<Report> {
  const { verdict, reason, exitCode } = why;
  const identity = identifySuite(suite, cwd);
  const chosen = selectWorkflows(suite.config.workflows ?? [], workflows ?? []);
  const report = buildReport({
    by: BY,
    command,
    suite: identity,
    config: suite.config,
    evaluations: chosen.map((workflow) =>
      buildUnjudged(workflow, { verdict, reasons: [reason], config: identity.file }),
    ),
    toolHealth: (suite.config.toolHealthSuites ?? []).map((one) => buildUnrunSuite(one, verdict, reason)),
    timestamp: now.toISOString(),
  });
  // A suite without workflows can say so only in the report's own fields.
  const redactor = await loadRedactor({ suite, server: suite.config.server, env });
  return redactReport(
    { ...report, verdict: verdict === "error" ? "error" : report.verdict, passed: false, exitCode },
    redactor,
  );
}
