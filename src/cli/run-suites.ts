// Runs eval, record or replay from the command line: loads and runs the suites, shows progress, prints the reports,
// and gives the exit code.
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { FIRST_WORKFLOWS } from "../config/first-suite.js";
import { showPath } from "../config/show-path.js";
import { EXIT, McpvalsError, renderError } from "../errors.js";
import type { Suite } from "../config/suite.js";
import { commandExitCode } from "../report/exit-code.js";
import { loadReporter, showsTranscripts } from "../render/formats/index.js";
import { escapeControls } from "../render/safe/shown-text.js";
import { fileWord } from "../shell-words.js";
import { askPerson, canAsk } from "./ask.js";
import { hasColor } from "./colour.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { allOf, switchedOn } from "./flag-values.js";
import { FLAGS } from "./flags.js";
import type { Invocation } from "./invocation.js";
import { describeWorkflowMeant } from "./meant-workflow.js";
import { programName } from "./program-name.js";
import { wordsOfFlags } from "./words-of-flags.js";
import { planSuites, type Planned } from "./plan-suites.js";
import { planShard } from "./shard-flag.js";
import { planSides } from "./sides.js";
import { renderStderrTails } from "./stderr-tails.js";
import { startProgress } from "./start-progress.js";
import { agreeTogether, createAgreement, showPlans } from "./spending.js";
import { deliver, planReporters, type ReporterTarget } from "./reporters.js";
import { runPlanned, type Done, type SuiteCommand } from "./run-planned.js";

/**
 * Runs a command over all suites that the command line names. Resolves to the exit code. Throws McpvalsError for a
 * wrong request before anything is run; an unknown error is thrown after the reports are printed.
 */
export async function runSuites(invocation: Invocation, context: CommandContext, spec: SuiteCommand): Promise<number> {
  const planned = await planWhole(invocation, context, spec);
  if (spec.plan !== undefined && switchedOn(invocation.values, "dry-run") === true) {
    return showPlans(planned, { invocation, context }, spec);
  }
  const ran = await runRound(planned, { invocation, context }, spec);
  return ran.show();
}

/** The suites, if all of them load. Throws McpvalsError. */
export async function planWhole(
  invocation: Invocation,
  context: CommandContext,
  spec: SuiteCommand,
): Promise<Planned[]> {
  const { planned, faults } = await planSuites(invocation, context, spec).catch(async (error: unknown) => {
    throw await describeWorkflowMeant(error, invocation, context);
  });
  if (faults.length > 0) throw joinFaults(faults);
  return spec.sides === undefined ? planned : planSides(planned, spec.sides, context, spec);
}

export interface Round extends Done {
  /** Prints and writes the reports; resolves to the exit code. */
  show(): Promise<number>;
}

/** Runs the suites once, with progress. `ended`: once it is aborted, nothing more is shown of this run. */
export async function runRound(
  planned: readonly Planned[],
  { invocation, context }: { invocation: Invocation; context: CommandContext },
  spec: SuiteCommand,
  ended?: AbortSignal,
): Promise<Round> {
  const { values } = invocation;
  const suites = planned.map(({ suite }) => suite);
  const targets = planReporters(allOf(values, "reporter"), suites, context.cwd);
  const asked = (name: "debug" | "quiet"): boolean =>
    switchedOn(values, name) ?? suites.some(({ config }) => config[name] === true);
  const looks: Looks = { debug: asked("debug"), quiet: asked("quiet"), noColor: switchedOn(values, "no-color") };
  await context.stderr.write(renderEmpty(suites, context.cwd));

  const progress = startProgress(context, { ...looks, several: planned.length > 1 });
  const shards = await planShard(planned, invocation, context, spec.last ?? "live");
  // The report of a shard is also what the page of the merged report is made of.
  const transcripts = targets.some(({ name }) => showsTranscripts(name) || (shards !== undefined && name === "json"));
  const agree = createAgreement({
    yes: switchedOn(values, "yes") === true,
    ask: canAsk(context) ? (question) => progress.hold(() => askPerson(question, context)) : undefined,
  });
  const together = await agreeTogether(planned, { invocation, context }, spec, agree);
  const again = goesOnWith(invocation, context);
  const options = { ...spec.options, transcripts, again, ...(!together && { agree }) };
  const began = performance.now();
  const done = await runPlanned(planned, { invocation, context, shards }, { ...spec, options }, (step) => {
    if (ended?.aborted !== true) progress.tell(step);
  });
  await progress.stop();
  const elapsed = performance.now() - began;
  return {
    ...done,
    show: async () => {
      await showReports(done, targets, { values, context, looks, elapsed });
      if (done.bug !== undefined) throw done.bug.thrown;
      const isDone = shards !== undefined && done.failures.length === 0;
      // A shard with nothing to judge has done its part: the merged report decides.
      if (isDone && done.reports.every(({ leftOut }) => leftOut !== undefined)) return EXIT.yes;
      return commandExitCode(
        done.reports,
        done.failures.map(({ exitCode }) => exitCode),
      );
    },
  };
}

/** The command line again, so that it takes what is there already; undefined where the command has no such flag. */
function goesOnWith({ configs, ...invocation }: Invocation, { env }: CommandContext): string | undefined {
  const { command, values } = invocation;
  if (FLAGS[command]["continue"] === undefined) return undefined;
  const words = wordsOfFlags({ ...invocation, values: { ...values, continue: true } });
  return `${programName(env)} ${command}${wordsOfConfigs(configs.map(fileWord))}${words}`;
}

interface Looks {
  debug: boolean;
  quiet: boolean;
  noColor: true | undefined;
}

async function showReports(
  { reports, failures }: Done,
  targets: readonly ReporterTarget[],
  {
    values,
    context,
    looks,
    elapsed,
  }: { values: Invocation["values"]; context: CommandContext; looks: Looks; elapsed: number },
): Promise<void> {
  const { debug, quiet, noColor } = looks;
  // The console report shows them already.
  if (debug && targets.every(({ name, file }) => name !== "console" || file !== undefined)) {
    await context.stderr.write(renderStderrTails(reports));
  }
  if (reports.length > 0) {
    const color = hasColor(context.stdout, context.env, noColor);
    await deliver(targets, context.stdout, async (name, toFile) => {
      const render = await loadReporter(name);
      return render(reports, {
        color: color && !toFile,
        debug,
        verbose: switchedOn(values, "verbose"),
        quiet: !toFile && quiet,
        elapsed,
        width: toFile ? 80 : context.stdout.columns,
      });
    });
  }
  for (const failure of failures) await context.stderr.write(`${renderFailure(failure, debug)}\n`);
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

/** Returns a single error unchanged; joins several into one, each with its own evidence and fix. */
function joinFaults(faults: readonly McpvalsError[]): McpvalsError {
  const [first, ...others] = faults;
  if (first !== undefined && others.length === 0) return first;
  return new McpvalsError("CONFIG_INVALID", `${faults.length} configs cannot be used`, {
    evidence: faults.map((fault) => renderError(fault)).join("\n\n"),
  });
}
