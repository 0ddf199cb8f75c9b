// Runs eval, record or replay from the command line: loads the suites, runs one after another, shows progress, prints
// the reports, and gives the exit code.
import { FIRST_WORKFLOWS } from "../config/first-suite.js";
import { showPath } from "../config/show-path.js";
import { EXIT, McpvalsError, renderError } from "../errors.js";
import type { Suite } from "../config/suite.js";
import { commandExitCode } from "../report/exit-code.js";
import type { Report } from "../report/report.js";
import { loadReporter, showsTranscripts } from "../render/formats/index.js";
import type { RunOptions } from "../suite/options.js";
import type { ShardPlan } from "../suite/plan-shards.js";
import { buildUnrunReport, type Unrun } from "../run/unrun.js";
import { escapeControls } from "../render/safe/shown-text.js";
import { hasColor } from "./colour.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { nameEnvFile } from "./env-files.js";
import { allOf, switchedOn } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import { describeWorkflowMeant } from "./meant-workflow.js";
import { planSuites, type Planned, type PlanOptions } from "./plan-suites.js";
import { markShard, reportNotRun } from "./not-run-here.js";
import { planShard } from "./shard-flag.js";
import { renderStderrTails } from "./stderr-tails.js";
import { startProgress } from "./start-progress.js";
import { deliver, planReporters } from "./reporters.js";

export interface SuiteCommand extends PlanOptions {
  command: Report["command"];
  options: RunOptions;
  /** The use case, for one suite. */
  run: (suite: Suite, options: RunOptions) => Promise<Report>;
}

/** Faults that the next suite would meet too. */
const MEETS_ALL = new Set(["MODEL_KEY_MISSING", "MODEL_ACCOUNT", "PROXY_SETTING", "REFUSED_IN_CI"]);

/**
 * Runs a command over all suites that the command line names. Resolves to the exit code. Throws McpvalsError for a
 * wrong request before anything is run; an unknown error is thrown after the reports are printed.
 */
export async function runSuites(invocation: Invocation, context: CommandContext, spec: SuiteCommand): Promise<number> {
  const { values } = invocation;
  const { planned, faults } = await planSuites(invocation, context, spec).catch(async (error: unknown) => {
    throw await describeWorkflowMeant(error, invocation, context);
  });
  if (faults.length > 0) throw joinFaults(faults);
  const suites = planned.map(({ suite }) => suite);
  const targets = planReporters(allOf(values, "reporter"), suites, context.cwd);
  const asked = (name: "debug" | "quiet"): boolean =>
    switchedOn(values, name) ?? suites.some(({ config }) => config[name] === true);
  const debug = asked("debug");
  await context.stderr.write(renderEmpty(suites, context.cwd));

  const noColor = switchedOn(values, "no-color");
  const progress = startProgress(context, { debug, quiet: asked("quiet"), noColor });
  const shards = await planShard(planned, invocation, context, spec.last ?? "live");
  // The report of a shard is also what the page of the merged report is made of.
  const transcripts = targets.some(({ name }) => showsTranscripts(name) || (shards !== undefined && name === "json"));
  const options = { ...spec.options, transcripts };
  const began = performance.now();
  const done = await runEach(planned, { invocation, context, shards }, { ...spec, options }, progress.tell);
  await progress.stop();
  const elapsed = performance.now() - began;

  // The console report shows them already.
  if (debug && targets.every(({ name, file }) => name !== "console" || file !== undefined)) {
    await context.stderr.write(renderStderrTails(done.reports));
  }
  if (done.reports.length > 0) {
    const color = hasColor(context.stdout, context.env, noColor);
    await deliver(targets, context.stdout, async (name, toFile) => {
      const render = await loadReporter(name);
      return render(done.reports, {
        color: color && !toFile,
        debug,
        verbose: switchedOn(values, "verbose"),
        quiet: !toFile && asked("quiet"),
        elapsed,
        width: toFile ? 80 : context.stdout.columns,
      });
    });
  }
  for (const failure of done.failures) await context.stderr.write(`${renderFailure(failure, debug)}\n`);
  if (done.bug !== undefined) throw done.bug.thrown;
  const isDone = shards !== undefined && done.failures.length === 0;
  // A shard with nothing to judge has done its part: the merged report decides.
  if (isDone && done.reports.every(({ leftOut }) => leftOut !== undefined)) return EXIT.yes;
  return commandExitCode(
    done.reports,
    done.failures.map(({ exitCode }) => exitCode),
  );
}

/** A line for each suite that has nothing to run, with what to write. */
function renderEmpty(suites: readonly Suite[], cwd: string): string {
  return suites
    .filter(({ config }) => (config.workflows ?? []).length + (config.toolHealthSuites ?? []).length === 0)
    .map(({ name, file }) => {
      const shown = escapeControls(file === null ? name : showPath(file, cwd));
      return `${shown} has nothing to run. Write what Claude should do:\n  ${FIRST_WORKFLOWS}\n`;
    })
    .join("");
}

interface Done {
  reports: Report[];
  failures: McpvalsError[];
  bug: { thrown: unknown } | undefined;
}

interface Surroundings {
  invocation: Invocation;
  context: CommandContext;
  /** With `--shard`. */
  shards: ShardPlan | undefined;
}

async function runEach(
  planned: readonly Planned[],
  { invocation, context, shards }: Surroundings,
  spec: SuiteCommand,
  tell: NonNullable<RunOptions["onProgress"]>,
): Promise<Done> {
  const done: Done = { reports: [], failures: [], bug: undefined };
  const unrun: Report[] = [];
  let bail = spec.options.bail;
  let stop: Unrun | undefined;

  const { tags, lastFailed } = spec.options;
  for (const [at, { suite, workflows, leftOut }] of planned.entries()) {
    if (context.signal.aborted) stop ??= { verdict: "error", reason: "Interrupted.", exitCode: EXIT.interrupted };
    const { cwd, env, signal } = context;
    const share = shards?.shares[at];
    const unrunSuite = { suite, command: spec.command, workflows, tags, lastFailed, share, cwd, env };
    const notRun = await reportNotRun(unrunSuite, { leftOut, share, shards }, tell);
    if (notRun !== undefined) {
      done.reports.push(notRun);
      continue;
    }
    const leaveOut = async (why: Unrun): Promise<void> => {
      unrun.push(await buildUnrunReport({ ...unrunSuite, now: new Date() }, why));
    };
    if (stop !== undefined) {
      await leaveOut(stop);
      continue;
    }
    try {
      const options = { ...spec.options, workflows, share, bail, cwd, env, signal, onProgress: tell };
      const report = await spec.run(suite, options);
      done.reports.push(report);
      if (bail !== undefined) bail -= countNotPassed(report);
      if (bail !== undefined && bail <= 0) {
        stop = { verdict: "skipped", reason: "Not run: --bail stopped the command.", exitCode: EXIT.inconclusive };
      }
    } catch (thrown) {
      if (!(thrown instanceof McpvalsError) || thrown.code === "BUG") {
        done.bug = { thrown };
        break;
      }
      done.failures.push(await nameEnvFile(thrown, { invocation, cwd: context.cwd, folder: suite.folder }));
      const why: Unrun = { verdict: "error", reason: `${thrown.message} (${thrown.code})`, exitCode: thrown.exitCode };
      await leaveOut(why);
      if (MEETS_ALL.has(thrown.code)) stop = why;
    }
  }
  // A report without the suites that were not run would look as if all were well.
  if (done.reports.length > 0 || shards !== undefined) done.reports.push(...unrun);
  return { ...done, reports: markShard(done.reports, shards) };
}

function countNotPassed({ evaluations }: Report): number {
  return evaluations.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped").length;
}

/** Returns a single error unchanged; joins several into one, each with its own evidence and fix. */
function joinFaults(faults: readonly McpvalsError[]): McpvalsError {
  const [first, ...others] = faults;
  if (first !== undefined && others.length === 0) return first;
  return new McpvalsError("CONFIG_INVALID", `${faults.length} configs cannot be used`, {
    evidence: faults.map((fault) => renderError(fault)).join("\n\n"),
  });
}
