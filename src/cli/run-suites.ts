// Runs eval, record or replay from the command line: loads and runs the suites, shows progress, prints the reports,
// and gives the exit code.
import { FIRST_WORKFLOWS } from "../config/first-suite.js";
import { showPath } from "../config/show-path.js";
import { EXIT, McpvalsError, renderError } from "../errors.js";
import type { Suite } from "../config/suite.js";
import { commandExitCode } from "../report/exit-code.js";
import { loadReporter, showsTranscripts } from "../render/formats/index.js";
import { escapeControls } from "../render/safe/shown-text.js";
import { hasColor } from "./colour.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { allOf, switchedOn } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import { describeWorkflowMeant } from "./meant-workflow.js";
import { planSuites } from "./plan-suites.js";
import { planShard } from "./shard-flag.js";
import { renderStderrTails } from "./stderr-tails.js";
import { startProgress } from "./start-progress.js";
import { deliver, planReporters } from "./reporters.js";
import { runPlanned, type SuiteCommand } from "./run-planned.js";

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
  const progress = startProgress(context, { debug, quiet: asked("quiet"), noColor, several: planned.length > 1 });
  const shards = await planShard(planned, invocation, context, spec.last ?? "live");
  // The report of a shard is also what the page of the merged report is made of.
  const transcripts = targets.some(({ name }) => showsTranscripts(name) || (shards !== undefined && name === "json"));
  const options = { ...spec.options, transcripts };
  const began = performance.now();
  const done = await runPlanned(planned, { invocation, context, shards }, { ...spec, options }, progress.tell);
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

/** Returns a single error unchanged; joins several into one, each with its own evidence and fix. */
function joinFaults(faults: readonly McpvalsError[]): McpvalsError {
  const [first, ...others] = faults;
  if (first !== undefined && others.length === 0) return first;
  return new McpvalsError("CONFIG_INVALID", `${faults.length} configs cannot be used`, {
    evidence: faults.map((fault) => renderError(fault)).join("\n\n"),
  });
}
