// Runs the workflows and the direct tool tests of a suite, reports progress, and builds the report. eval, record and
// replay share it.
import type { Workflow } from "../config/schema.js";
import { isSkipped, skipReason } from "../config/skip-reason.js";
import { EXIT, McpvalsError, renderError } from "../errors.js";
import { collectRun } from "../collect-garbage.js";
import { ownTexts } from "../own-texts.js";
import { buildReport, buildUnjudged } from "../report/build.js";
import { exitCodeOf, type GateOptions } from "../report/exit-code.js";
import type { Evaluation, HealthSuiteReport, Report } from "../report/report.js";
import { BY, identifySuite } from "../suite/identify.js";
import type { RunOptions } from "../suite/options.js";
import { isInterruption, workThrough } from "../suite/pool.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { addFault, closeStage, evaluateOn } from "../suite/teardown.js";

export interface SuiteWork {
  command: Report["command"];
  /**
   * Evaluates one workflow on these stages. An error that it throws would occur in every workflow, and ends the
   * command.
   */
  evaluate: (workflow: Workflow, stages: Stages) => Promise<Evaluation>;
  /** The direct tool tests. */
  health?: () => Promise<HealthSuiteReport[]>;
  gate?: GateOptions;
  /** Ended when everything is judged. */
  stages: Stages;
}

/** Rejects with the first McpvalsError of `evaluate` if no workflow was finished before it. */
export async function runSuite(settings: RunSettings, options: RunOptions, work: SuiteWork): Promise<Report> {
  const { suite, workflows } = settings;
  const active = workflows.filter((workflow) => !isSkipped(workflow));
  const tell = options.onProgress ?? (() => {});
  tell({
    type: "plan",
    command: work.command,
    suite: suite.name,
    workflows: active.map(({ name }) => name),
    skipped: workflows.length - active.length,
  });
  const done = new Map<Workflow, Evaluation>();
  let stopping = 0;
  let fatal: McpvalsError | undefined;

  async function evaluateOne(workflow: Workflow): Promise<void> {
    const place = { suite: suite.name, workflow: workflow.name };
    tell({ type: "started", ...place });
    const start = performance.now();
    const evaluation = await evaluateUnlessInterrupted(workflow, settings, work);
    // It is left out like those that were not begun.
    if (evaluation === undefined) return;
    const ms = performance.now() - start;
    tell({ type: "finished", ...place, verdict: evaluation.verdict, score: evaluation.overallScore, ms });
    done.set(workflow, ownTexts(evaluation));
    collectRun();
    if (stops(evaluation, work)) stopping += 1;
  }

  work.stages.expect(active.length);
  try {
    await workThrough(active, evaluateOne, {
      concurrency: settings.concurrency,
      turns: settings.turns,
      signal: settings.signal,
      enough: () => stopping >= settings.bail,
    });
  } catch (error) {
    // What a limit keeps from being run is no fault, even where nothing was run before it.
    if (!(error instanceof McpvalsError) || (done.size === 0 && error.code !== "BUDGET_REACHED")) throw error;
    fatal = error;
  }
  const bailed = fatal === undefined && done.size < active.length;
  const toolHealth = fatal === undefined && !bailed && settings.tests ? await testTools(settings, work) : [];
  const ending = await closeStage(work.stages);
  const last = active.findLast((workflow) => done.has(workflow));
  const evaluations = workflows.map((workflow) => {
    const evaluation = done.get(workflow) ?? buildLeftOut(workflow, settings, fatal);
    return ending !== undefined && workflow === last ? addFault(evaluation, ending) : evaluation;
  });
  if (ending !== undefined && last === undefined) throw ending;
  return buildReport({
    by: BY,
    command: work.command,
    suite: identifySuite(suite, settings.cwd),
    config: suite.config,
    evaluations,
    toolHealth,
    timestamp: new Date(settings.now()).toISOString(),
    ...(work.gate === undefined ? {} : { gate: work.gate }),
  });
}

/** Undefined where the command was interrupted meanwhile. */
async function evaluateUnlessInterrupted(
  workflow: Workflow,
  { signal }: RunSettings,
  { stages, evaluate }: SuiteWork,
): Promise<Evaluation | undefined> {
  try {
    return await evaluateOn(stages, (own) => evaluate(workflow, own));
  } catch (error) {
    if (isInterruption(error, signal)) return undefined;
    throw error;
  }
}

/** A result that the gate lets pass does not stop the command: it would end well with workflows left out. */
function stops(evaluation: Evaluation, { gate = {} }: SuiteWork): boolean {
  return exitCodeOf([evaluation], [], gate) !== EXIT.yes;
}

/** The tool tests begin when the last run's server has exited. */
async function testTools(settings: RunSettings, { health, stages }: SuiteWork): Promise<HealthSuiteReport[]> {
  if (health === undefined) return [];
  await stages.settle();
  const giveBack = await settings.turns?.take();
  try {
    return await health();
  } finally {
    giveBack?.();
  }
}

function buildLeftOut(workflow: Workflow, settings: RunSettings, fatal: McpvalsError | undefined): Evaluation {
  const config = settings.configName;
  const skipped = skipReason(workflow);
  if (skipped !== undefined) return buildUnjudged(workflow, { verdict: "skipped", reasons: [skipped], config });
  if (fatal?.code === "BUDGET_REACHED") {
    const reasons = [`Not run to its end: ${fatal.message}`, ...(fatal.fix === undefined ? [] : [fatal.fix])];
    return { ...buildUnjudged(workflow, { verdict: "inconclusive", reasons, config }), settle: [] };
  }
  if (fatal !== undefined) return buildUnjudged(workflow, { verdict: "error", reasons: [renderError(fatal)], config });
  if (settings.signal.aborted) {
    return buildUnjudged(workflow, { verdict: "error", reasons: ["Not run: the command was interrupted."], config });
  }
  return buildUnjudged(workflow, { verdict: "skipped", reasons: ["Not run: --bail."], config });
}
