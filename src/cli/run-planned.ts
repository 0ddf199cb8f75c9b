// Runs the planned suites, several at a time, and sorts what came of each in the order of the command line.
import type { Suite } from "../config/suite.js";
import { EXIT, McpvalsError } from "../errors.js";
import { compareReports } from "../report/compare-reports.js";
import type { Report } from "../report/report.js";
import { buildUnrunReport, type Unrun } from "../run/unrun.js";
import { readClaims } from "../suite/claims.js";
import { Budget } from "../suite/budget.js";
import type { SpendingPlan } from "../suite/planned-spending.js";
import type { Progress, RunOptions, Share } from "../suite/options.js";
import type { ShardPlan } from "../suite/plan-shards.js";
import { runAtOnce } from "../suite/suites-at-once.js";
import { Turns, type TakesTurns } from "../suite/turns.js";
import type { CommandContext } from "./context.js";
import { nameEnvFile } from "./env-files.js";
import type { Invocation } from "./invocation.js";
import { markShard, reportNotRun } from "./not-run-here.js";
import type { Planned, PlanOptions } from "./plan-suites.js";
import type { PlannedSide } from "./sides.js";

export interface SuiteCommand extends PlanOptions {
  command: Report["command"];
  options: RunOptions;
  /** What is compared; each suite is run once for each. */
  sides?: readonly PlannedSide[] | undefined;
  /** What the reports come to, where it is not only their verdicts. */
  finish?: (reports: readonly Report[]) => Report[];
  /** False where nothing is started: then no two suites meet. */
  starts: boolean;
  /** The use case, for one suite. */
  run: (suite: Suite, options: RunOptions) => Promise<Report>;
  /** What it would spend; absent for a command that spends nothing. */
  plan?: (suite: Suite, options: RunOptions) => Promise<SpendingPlan>;
}

export interface Done {
  /** In the order of the suites. */
  reports: Report[];
  failures: McpvalsError[];
  bug: { thrown: unknown } | undefined;
}

interface Surroundings {
  invocation: Invocation;
  context: Pick<CommandContext, "cwd" | "env" | "signal">;
  /** With `--shard`. */
  shards: ShardPlan | undefined;
}

type Outcome =
  | { kind: "report"; report: Report }
  | { kind: "left-out"; why: Unrun }
  | { kind: "failed"; thrown: McpvalsError; why: Unrun }
  | { kind: "bug"; thrown: unknown };

/** Faults that the next suite would meet too. */
const MEETS_ALL = new Set(["NOT_AGREED", "MODEL_KEY_MISSING", "MODEL_ACCOUNT", "PROXY_SETTING", "REFUSED_IN_CI"]);
/** Faults that the next suite would meet too where it asks a judge with the same key. */
const MEETS_ALL_JUDGED = new Set(["JUDGE_KEY_MISSING", "JUDGE_ACCOUNT"]);

/** How many runs there are at a time, over all suites, where neither a flag nor a config says it. */
const RUNS = 8;

/** Runs the suites. A suite that cannot be run stops the others only where they would meet the same fault. */
export async function runPlanned(
  planned: readonly Planned[],
  { invocation, context, shards }: Surroundings,
  spec: SuiteCommand,
  tell: (progress: Progress) => void,
): Promise<Done> {
  const { cwd, env } = context;
  const unrunOf = (one: Planned) => {
    const { tags, lastFailed } = spec.options;
    const { suite, workflows } = one;
    return {
      suite,
      command: spec.command,
      workflows,
      tags,
      lastFailed,
      share: shareOf(one, planned, shards),
      cwd,
      env,
    };
  };
  const outcomes = new Map<Planned, Outcome>();
  for (const one of planned) {
    const unrun = unrunOf(one);
    const report = await reportNotRun(unrun, { leftOut: one.leftOut, share: unrun.share, shards }, tell);
    if (report !== undefined) outcomes.set(one, { kind: "report", report });
  }
  const here = planned.filter((one) => !outcomes.has(one));
  const runs = countRuns(here, spec);
  const running = new Running(planned.length > 1, spec, new Turns(runs), { invocation, context, tell });

  await runAtOnce(here, {
    runs,
    // Who stops after the first that did not pass wants no second one begun beside it.
    suites: spec.options.bail === undefined && here.every(({ side }) => side === undefined) ? here.length : 1,
    claims: ({ suite }) =>
      here.length > 1 && spec.starts ? readClaims(suite, { ...spec.options, env }) : Promise.resolve([]),
    work: async (one, turns) => void outcomes.set(one, await running.run(one, unrunOf(one).share, turns)),
  });
  const done = await sortOut(planned, outcomes, (one, why) =>
    buildUnrunReport({ ...unrunOf(one), now: new Date() }, why),
  );
  // Reports only of suites that were not run say nothing that the failures do not say, but a shard accounts for all.
  const hasRun = shards !== undefined || [...outcomes.values()].some(({ kind }) => kind === "report");
  const { finish = (all) => [...all] } = spec;
  return { ...done, reports: hasRun ? markShard(finish(compareReports(done.reports)), shards) : [] };
}

/** Runs one suite after another or beside it, until one says that no more are to be begun. */
class Running {
  private stop: Outcome | undefined;
  private stopJudged: Outcome | undefined;
  private bail: number | undefined;
  /** A limit of the command line holds for all suites together. */
  private readonly budget: Budget;
  /** The limits of a suite's config hold for all of its sides together. */
  private readonly budgets = new Map<string | null, Budget>();

  constructor(
    private readonly isOneOfSeveral: boolean,
    private readonly spec: SuiteCommand,
    private readonly ahead: Turns,
    private readonly around: Pick<Surroundings, "invocation" | "context"> & { tell: (progress: Progress) => void },
  ) {
    this.bail = spec.options.bail;
    this.budget = new Budget(spec.options);
  }

  async run({ suite, label, workflows, side }: Planned, share: Share | undefined, turns: TakesTurns): Promise<Outcome> {
    const { invocation, context, tell } = this.around;
    const { cwd, env, signal } = context;
    if (signal.aborted) return leaveOut({ verdict: "error", reason: "Interrupted.", exitCode: EXIT.interrupted });
    if (this.stop !== undefined) return this.stop;
    if (this.stopJudged !== undefined && asksJudge(suite, this.spec)) return this.stopJudged;
    const onProgress = this.isOneOfSeveral ? (progress: Progress) => tell(nameSuite(progress, label)) : tell;
    // The sides of a comparison run one after another.
    const others = this.isOneOfSeveral && side === undefined;
    const budget = side === undefined ? this.budget : this.budgetOf(suite);
    const beside = { turns, ahead: this.ahead, others, budget };
    const { bail } = this;
    try {
      const shared = { workflows, share, bail, cwd, env, signal, onProgress, beside };
      const options = { ...this.spec.options, ...side?.options, ...shared };
      const report = await this.spec.run(suite, options);
      this.countDown(report);
      return { kind: "report", report };
    } catch (thrown) {
      if (!(thrown instanceof McpvalsError) || thrown.code === "BUG") return (this.stop = { kind: "bug", thrown });
      const why: Unrun = { verdict: "error", reason: `${thrown.message} (${thrown.code})`, exitCode: thrown.exitCode };
      if (MEETS_ALL.has(thrown.code)) this.stop ??= leaveOut(why);
      if (MEETS_ALL_JUDGED.has(thrown.code) && asksJudge(suite, this.spec)) this.stopJudged ??= leaveOut(why);
      return { kind: "failed", thrown: await nameEnvFile(thrown, { invocation, cwd, folder: suite.folder }), why };
    }
  }

  private budgetOf({ file, config }: Suite): Budget {
    const { maxBudgetUsd = config.maxBudgetUsd, tokenLimit = config.tokenLimit } = this.spec.options;
    const budget = this.budgets.get(file) ?? new Budget({ maxBudgetUsd, tokenLimit }, this.budget);
    this.budgets.set(file, budget);
    return budget;
  }

  private countDown(report: Report): void {
    if (this.bail === undefined) return;
    this.bail -= countNotPassed(report);
    if (this.bail > 0) return;
    this.stop = leaveOut({
      verdict: "skipped",
      reason: "Not run: --bail stopped the command.",
      exitCode: EXIT.inconclusive,
    });
  }
}

/** Whether it asks one, with the key of the environment: a key of its own may be another one. */
function asksJudge({ config }: Suite, { options }: SuiteCommand): boolean {
  return (options.llmJudge ?? config.llmJudge) === true && config.openaiKey === undefined;
}

/** What this machine runs of the suite with `--shard`, or this run with `--watch`. */
export function shareOf(one: Planned, planned: readonly Planned[], shards: ShardPlan | undefined): Share | undefined {
  return shards === undefined ? one.share : shards.shares[planned.indexOf(one)];
}

async function sortOut(
  planned: readonly Planned[],
  outcomes: ReadonlyMap<Planned, Outcome>,
  buildUnrun: (one: Planned, why: Unrun) => Promise<Report>,
): Promise<Done> {
  const reports: Report[] = [];
  const failures: McpvalsError[] = [];
  let bug: Done["bug"];
  for (const one of planned) {
    const outcome = outcomes.get(one);
    if (outcome === undefined) continue;
    if (outcome.kind === "report") reports.push(nameReport(outcome.report, one));
    else if (outcome.kind === "bug") bug ??= { thrown: outcome.thrown };
    else {
      // Suites that ran beside each other met it at the same time: it is said once.
      const isSaid = (thrown: McpvalsError): boolean =>
        (MEETS_ALL.has(thrown.code) || MEETS_ALL_JUDGED.has(thrown.code)) &&
        failures.some(({ code }) => code === thrown.code);
      if (outcome.kind === "failed" && !isSaid(outcome.thrown)) failures.push(outcome.thrown);
      reports.push(nameReport(await buildUnrun(one, outcome.why), one));
    }
  }
  return { reports, failures, bug };
}

function leaveOut(why: Unrun): Outcome {
  return { kind: "left-out", why };
}

/** Several suites report at the same time: each thing names its own. */
function nameSuite(progress: Progress, label: string): Progress {
  if (progress.type === "note") return { ...progress, message: `${label}: ${progress.message}` };
  return { ...progress, suite: label };
}

/** Several suites of a command may have one name. */
function nameReport(report: Report, { label, side }: Planned): Report {
  return { ...report, suite: { ...report.suite, name: label }, ...(side !== undefined && { side: side.name }) };
}

/** A suite may always run as many at a time as its config says. */
function countRuns(planned: readonly Planned[], { options }: SuiteCommand): number {
  return options.concurrency ?? Math.max(RUNS, ...planned.map(({ suite }) => suite.config.concurrency ?? 0));
}

function countNotPassed({ evaluations }: Report): number {
  return evaluations.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped").length;
}
