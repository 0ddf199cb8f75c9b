// Reports the suites that a command or its shard leaves out, and marks the reports of a shard.
import type { Report } from "../report/report.js";
import { buildLeftOutReport, buildNoShareReport, type UnrunSuite } from "../run/unrun.js";
import type { Share, RunOptions } from "../suite/options.js";
import type { ShardPlan } from "../suite/plan-shards.js";

export interface Here {
  /** Why the command leaves the suite out. */
  leftOut: string | undefined;
  /** What this shard runs of it. */
  share: Share | undefined;
  /** With `--shard`. */
  shards: ShardPlan | undefined;
}

/** Undefined for a suite that is run here. */
export async function reportNotRun(
  suite: Omit<UnrunSuite, "now">,
  { leftOut, share, shards }: Here,
  tell: NonNullable<RunOptions["onProgress"]>,
): Promise<Report | undefined> {
  if (shards !== undefined && share === undefined) {
    return buildNoShareReport({ ...suite, now: new Date() }, shards.shard);
  }
  if (leftOut === undefined) return undefined;
  return buildLeftOutReport(suite.suite, suite.command, leftOut, { ...suite, onProgress: tell });
}

/** The same reports without `--shard`. */
export function markShard(reports: readonly Report[], shards: ShardPlan | undefined): Report[] {
  return reports.map((report) => (shards === undefined ? report : { shard: shards.shard, ...report }));
}
