// Builds the report of a suite that the command was asked to run but did not.
import { serversIn } from "../config/servers.js";
import type { Suite } from "../config/suite.js";
import { EXIT } from "../errors.js";
import { buildReport, buildUnjudged } from "../report/build.js";
import type { Report, ShardFacts } from "../report/report.js";
import { BY, identifySuite } from "../suite/identify.js";
import type { RunOptions } from "../suite/options.js";
import { selectDue, type SelectionOptions } from "../suite/selection.js";
import { loadRedactor, redactReport } from "../suite/redaction.js";
import { buildUnrunSuite } from "./tool-health.js";

export interface UnrunSuite extends SelectionOptions {
  suite: Suite;
  command: Report["command"];
  cwd: string;
  now: Date;
  env: Readonly<Record<string, string | undefined>>;
}

/** Why a suite was not run, and the exit code for that. */
export interface Unrun {
  verdict: "error" | "skipped";
  reason: string;
  exitCode: number;
  /** On purpose: the suite does not count for the exit code of a command that judged others. */
  leftOut?: true;
}

/** The report of a suite of which a shard has nothing. Alone it is no fault: the other shards have the suite. */
export async function buildNoShareReport(suite: UnrunSuite, shard: ShardFacts): Promise<Report> {
  const reason = `Shard ${shard.index} of ${shard.total} has nothing of this suite.`;
  const share = { workflows: [], tests: false };
  const report = await buildUnrunReport(
    { ...suite, share },
    { verdict: "skipped", reason, exitCode: EXIT.yes, leftOut: true },
  );
  return { ...report, shard: { ...shard, none: true } };
}

/** The report of a suite that is left out on purpose, for a reason of one sentence. */
export async function buildLeftOutReport(
  suite: Suite,
  command: Report["command"],
  reason: string,
  options: RunOptions,
): Promise<Report> {
  const { cwd = process.cwd(), env = process.env, now = Date.now } = options;
  options.onProgress?.({ type: "note", message: `${suite.name} is left out. ${reason}` });
  return buildUnrunReport(
    { ...options, suite, command, cwd, now: new Date(now()), env },
    { verdict: "skipped", reason, exitCode: EXIT.inconclusive, leftOut: true },
  );
}

/** The report of a suite that was not run: nothing is judged, and it never passes. */
export async function buildUnrunReport(
  { suite, command, cwd, now, env, ...choice }: UnrunSuite,
  why: Unrun,
): Promise<Report> {
  const { verdict, reason, exitCode, leftOut } = why;
  const identity = identifySuite(suite, cwd);
  const { workflows: chosen, tests } = await selectDue(suite, choice, command === "replay" ? "replay" : "live");
  const report = buildReport({
    by: BY,
    command,
    suite: identity,
    config: suite.config,
    evaluations: chosen.map((workflow) =>
      buildUnjudged(workflow, { verdict, reasons: [reason], config: identity.file }),
    ),
    toolHealth: (tests ? (suite.config.toolHealthSuites ?? []) : []).map((one) =>
      buildUnrunSuite(one, verdict, reason),
    ),
    timestamp: now.toISOString(),
  });
  // A suite without workflows can say so only in the report's own fields.
  const redactor = await loadRedactor({ suite, servers: serversIn(suite.config), env });
  return redactReport(
    {
      ...report,
      verdict: verdict === "error" ? "error" : report.verdict,
      passed: false,
      exitCode,
      ...(leftOut === true && { leftOut: reason }),
    },
    redactor,
  );
}
