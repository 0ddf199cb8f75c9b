// Runs the workflows live with Claude and scores them (`eval`).
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { messageOf } from "../errors.js";
import { isSkipped } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { hideTrace } from "../places/trace-places.js";
import { nameTools } from "../metrics/name-tools.js";
import { buildEvaluation } from "../report/build.js";
import type { Evaluation, Report } from "../report/report.js";
import { buildTrialPath } from "../report/trial-path.js";
import { buildRecording } from "./build-recording.js";
import { judgeWorkflow } from "./judge-workflow.js";
import { endTrials } from "./end-trials.js";
import { runHealthSuites } from "./health.js";
import type { RunOptions } from "../suite/options.js";
import { keepRun } from "./keep-run.js";
import type { Veil } from "../redaction/veil.js";
import { counts, type TrialResult } from "../report/build-trials.js";
import { openTrialsBefore, type TrialsBefore } from "../suite/going-on.js";
import { decideDue } from "../suite/leave-out.js";
import { buildLeftOutReport } from "./unrun.js";
import { requireKeys, requirePrices } from "./live-model.js";
import { runLive } from "./run-live.js";
import { runSuite } from "./run-suite.js";
import { runTrials, type LiveTrial } from "./run-trials.js";
import { textsWithoutSecrets, withoutSecrets } from "../suite/redaction.js";
import { loadSettings, type RunSettings } from "../suite/settings.js";
import { createStages } from "../suite/stages.js";
import type { Stages } from "../suite/stage.js";
import { planTrials, repeats } from "../suite/trial-plan.js";
import { describeEstimate, describeRuns, estimate, type SpendingPlan } from "../suite/planned-spending.js";
import { planNothing, planSpending, withoutMade } from "../suite/spending-plan.js";

/** How many workflows of a plan are named before a run. */
const MOST_NAMED = 12;

/**
 * Lets Claude work through the suite's workflows against the live server and scores them. Spends tokens. Keeps the runs
 * in `.mcpvals/last/` beside the config, for `show --last` and `record --from-last`. Throws McpvalsError for a wrong request and for a fault outside the server before anything was judged
 * (CONFIG_*, WORKFLOW_NOT_FOUND, MODEL_KEY_MISSING, COMMAND_NOT_FOUND …); a fault of the server under test goes into
 * the report.
 */
export async function evaluateSuite(suite: Suite, options: RunOptions = {}): Promise<Report> {
  const due = decideDue(suite);
  if (due.kind === "leave-out") return buildLeftOutReport(suite, "eval", due.reason, options);
  const settings = await loadSettings(suite, options);
  return withoutSecrets(settings.redactor, options, (quiet) => evaluateAll(settings, quiet));
}

/** What `evaluateSuite` would spend. Needs no key and starts nothing. Throws as it does for a wrong request. */
export async function planEvaluation(suite: Suite, options: RunOptions = {}): Promise<SpendingPlan> {
  const settings = await loadSettings(suite, options);
  const due = decideDue(suite);
  if (due.kind === "leave-out") return planNothing(suite.name, settings.model.name, due.reason);
  requirePrices(settings);
  const before = await openTrialsBefore(settings, { goOn: options.goOn === true, command: "eval" });
  return textsWithoutSecrets(settings.redactor, () => planRuns(settings, options, before));
}

async function planRuns(settings: RunSettings, options: RunOptions, before: TrialsBefore): Promise<SpendingPlan> {
  const named = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0;
  const why =
    options.lastFailed === true
      ? "it did not pass when it was last run here"
      : named(options.workflows)
        ? "chosen with --workflow"
        : named(options.tags)
          ? "chosen with --tag"
          : "all workflows are run";
  const live = settings.workflows.filter((workflow) => !isSkipped(workflow));
  const due = live.map((workflow) => ({ workflow, why }));
  const plan = await planSpending(due, settings, options);
  return withoutMade(plan, (at) => {
    const [run, one] = [plan.runs[at], due[at]];
    return run === undefined || one === undefined ? undefined : Math.max(0, run.trials - before.count(one.workflow));
  });
}

function tellPlan(plan: SpendingPlan, tell: (message: string) => void): void {
  if (plan.runs.length === 0) return;
  const left = plan.runs.length - MOST_NAMED;
  for (const run of plan.runs.slice(0, MOST_NAMED)) tell(`Run    ${describeRuns(run)}`);
  if (left > 0) tell(`       and ${left} more`);
  tell(describeEstimate(estimate([plan])));
  for (const remark of plan.remarks) tell(remark);
}

async function evaluateAll(settings: RunSettings, options: RunOptions): Promise<Report> {
  const live = settings.workflows.filter((workflow) => !isSkipped(workflow));
  const plans = new Map(live.map((workflow) => [workflow, planTrials(workflow, settings.suite.config, options)]));
  if (live.length > 0) requireKeys(settings);
  const before = await openTrialsBefore(settings, { goOn: options.goOn === true, command: "eval" });
  const note = (message: string): void => options.onProgress?.({ type: "note", message });
  if (before.count() > 0) {
    note(`Trials of an earlier command that count: ${before.count()}. The server is taken to be the same since.`);
  }
  const spending = await planRuns(settings, options, before);
  tellPlan(spending, note);
  if (live.length > 0) await options.agree?.(spending);
  if (options.goOn !== true) await before.forget(live);
  const atATime = options.beside?.others === true ? 1 : Math.max(1, Math.floor(settings.concurrency / live.length));
  const stages = createStages(settings, { overlap: "leave" });
  const evaluate = async (workflow: Workflow, own: Stages): Promise<Evaluation> => {
    const plan = plans.get(workflow);
    const run = async (number: number): Promise<LiveTrial> => {
      const judged = before.find(workflow, number);
      // Its run is not at hand any more, or kept already.
      if (judged !== undefined) return { ...judged, keep: () => Promise.resolve() };
      return evaluateOnce(workflow, settings, own, options, (trial, places) =>
        before.add(workflow, number, trial, places).catch((error: unknown) => {
          note(`A trial of ${workflow.name} cannot be kept for --continue: ${messageOf(error)}`);
        }),
      );
    };
    const isOne = plan === undefined || !repeats(plan);
    const trials = { workflow, atATime, signal: settings.signal, run };
    const { evaluation, keep } = isOne ? await run(1) : await runTrials({ ...trials, plan }, options);
    await keep(evaluation);
    return evaluation;
  };
  let isDone = false;
  try {
    const health = (): ReturnType<typeof runHealthSuites> => runHealthSuites(settings);
    const report = await runSuite(settings, options, { command: "eval", evaluate, stages, health });
    isDone = report.evaluations.every(isJudged);
    return report;
  } finally {
    await stages.close();
    await endTrials(before, settings, { command: "eval", isDone }, options);
  }
}

/** True where no further trial could be made. */
function isJudged(evaluation: Evaluation): boolean {
  const { verdict, trials } = evaluation;
  return verdict === "skipped" || counts(evaluation) || (trials !== undefined && trials.runs === trials.planned);
}

/** One live run of a workflow, scored. */
export async function evaluateOnce(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RunOptions,
  onJudged?: (trial: TrialResult, places: Veil) => Promise<void>,
): Promise<LiveTrial> {
  const stage = await stages.open();
  try {
    const own = expandWorkflow(written, stage.env);
    const { trace, part } = await runLive(settings, { workflow: own, stage }, options);
    const workflow = nameTools(own, trace);
    const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
    const evaluation = buildEvaluation({
      workflow,
      trace,
      judge: judged?.result,
      judgeSpent: judged?.spent,
      prices: settings.suite.config.prices,
      config: settings.configName,
      transcripts: settings.transcripts,
      shown: settings.transcripts ? stage.places.redactTrace(trace) : undefined,
    });
    const path = buildTrialPath(hideTrace(trace, stage.places));
    await onJudged?.({ evaluation, path }, stage.places);
    const recording = buildRecording({ workflow, trace, judged, part }, stage.places);
    return {
      evaluation,
      path,
      keep: (shown) => {
        const run = { command: "eval", workflow: workflow.name, evaluation: shown, ...recording } as const;
        return keepRun(run, stage.places, settings, options);
      },
    };
  } finally {
    await stage.close();
  }
}
