// Records the workflows that replay cannot judge, then checks that the new cassettes replay (`record`).
import { existsSync } from "node:fs";
import { findLeftJournals } from "../cassette/journal.js";
import { removeUnused } from "../cassette/remove-unused.js";
import { displayPath, lastRunFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { isSkipped } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { McpvalsError } from "../errors.js";
import { describeUnplayable } from "../suite/recording.js";
import { addCheck, buildEvaluation, buildUnjudged } from "../report/build.js";
import type { Evaluation, Report } from "../report/report.js";
import { joinTakes } from "../report/join-takes.js";
import { checkWorkflow } from "./check.js";
import { refuseInCi } from "../suite/ci.js";
import { decideTrials, type DecidedTrials } from "./decide-trials.js";
import { endTrials } from "./end-trials.js";
import type { RecordOptions } from "../suite/options.js";
import { isInterruption, workThrough } from "../suite/pool.js";
import { openTrialsBefore, type TrialsBefore } from "../suite/going-on.js";
import { decideDue } from "../suite/leave-out.js";
import { buildLeftOutReport } from "./unrun.js";
import { requireKeys, requirePrices } from "./live-model.js";
import { recordLast } from "./record-last.js";
import { recordTrials, type RecordedTrials } from "./record-trials.js";
import { eachTake } from "./replay-takes.js";
import { runSuite } from "./run-suite.js";
import { textsWithoutSecrets, withoutSecrets } from "../suite/redaction.js";
import { loadSettings, type RunSettings } from "../suite/settings.js";
import { createStages } from "../suite/stages.js";
import type { Stages } from "../suite/stage.js";
import { describeEstimate, describeRuns, estimate, type SpendingPlan } from "../suite/planned-spending.js";
import { planNothing, planSpending, withoutMade } from "../suite/spending-plan.js";
import { passAtOf } from "../suite/trial-plan.js";

/**
 * Records the workflows that replay cannot judge, and replays each new cassette on the same server. Gives the reason
 * for each workflow before anything is spent. Writes the suite's cassettes, and `.mcpvals/` beside the config.
 */
export async function recordSuite(suite: Suite, options: RecordOptions = {}): Promise<Report> {
  const env = options.env ?? process.env;
  refuseInCi("record", { env, allowCi: options.allowCi });
  const due = decideDue(suite);
  if (due.kind === "leave-out") return buildLeftOutReport(suite, "record", due.reason, options);
  const loaded = await loadSettings(suite, options);
  // With `checkOnly`, the cassettes were written by another command, so redact as replay does.
  const redactor = options.checkOnly === true ? loaded.redactor.forReplay() : loaded.redactor;
  return withoutSecrets(redactor, options, (quiet) => recordAll({ ...loaded, redactor }, quiet));
}

/**
 * What `recordSuite` would spend. Replays the cassettes to decide that, as it does, and needs no key. Throws as it does
 * for a wrong request.
 */
export async function planRecording(suite: Suite, options: RecordOptions = {}): Promise<SpendingPlan> {
  const settings = await loadSettings(suite, options);
  const due = decideDue(suite);
  if (due.kind === "leave-out") return planNothing(suite.name, settings.model.name, due.reason);
  requirePrices(settings);
  const before = await openTrialsBefore(settings, { goOn: true, command: "record" });
  return textsWithoutSecrets(settings.redactor, async () => (await decideAll(settings, options, before)).plan);
}

async function recordAll(settings: RunSettings, options: RecordOptions): Promise<Report> {
  const stages = createStages(settings, { overlap: "leave" });
  try {
    const evaluate =
      options.checkOnly === true
        ? (workflow: Workflow, own: Stages) => checkEachTake(workflow, settings, own, options)
        : options.fromLast === true
          ? planLast(settings, options)
          : undefined;
    const report =
      evaluate === undefined
        ? await recordLive(settings, options, stages)
        : await runSuite(settings, options, { command: "record", evaluate, stages });
    const isWritten = report.evaluations.some(({ recorded }) => recorded?.file !== undefined);
    if (isWritten) await removeUnused(storePlaceOf(settings.suite));
    return report;
  } finally {
    await stages.close();
  }
}

/** Asks Claude. What it pays for is kept until all of it is done. */
async function recordLive(settings: RunSettings, options: RecordOptions, stages: Stages): Promise<Report> {
  const before = await openTrialsBefore(settings, { goOn: true, command: "record" });
  const { record, isDone } = await beginRecording(settings, options, before);
  let report: Report | undefined;
  try {
    report = await runSuite(settings, options, { command: "record", evaluate: record, stages });
    return report;
  } finally {
    await endTrials(before, settings, { command: "record", isDone: report !== undefined && isDone(report) }, options);
  }
}

interface Decided {
  decisions: ReadonlyMap<Workflow, DecidedTrials>;
  plan: SpendingPlan;
}

/** Decides what is recorded, and what that will spend. */
async function decideAll(settings: RunSettings, options: RecordOptions, before: TrialsBefore): Promise<Decided> {
  const active = settings.workflows.filter((workflow) => !isSkipped(workflow));
  const decisions = new Map<Workflow, DecidedTrials>();
  const replaying = { ...settings, redactor: settings.redactor.forReplay() };
  const replayStages = createStages(replaying, { overlap: "leave" });
  try {
    await workThrough(
      active,
      async (workflow) =>
        decisions.set(workflow, await decideTrials(workflow, replaying, replayStages, options, before)),
      settings,
    );
  } catch (error) {
    // What was not decided is not begun.
    if (!isInterruption(error, settings.signal)) throw error;
  } finally {
    await replayStages.close();
  }
  const decided = active.flatMap((workflow) => {
    const decision = decisions.get(workflow);
    return decision === undefined ? [] : [{ workflow, why: decision.because, ...decision }];
  });
  const due = decided.flatMap((one) => (one.record ? [one] : []));
  const plan = withoutMade(await planSpending(due, settings, options), (at) => due[at]?.missing);
  const kept = decided.flatMap(({ record, workflow: { name: workflow }, why }) => (record ? [] : [{ workflow, why }]));
  return { decisions, plan: { ...plan, kept: [...plan.kept, ...kept] } };
}

interface BegunRecording {
  record: (workflow: Workflow, stages: Stages) => Promise<Evaluation>;
  /** Whether nothing stopped it. */
  isDone: (report: Report) => boolean;
}

async function beginRecording(
  settings: RunSettings,
  options: RecordOptions,
  before: TrialsBefore,
): Promise<BegunRecording> {
  const tell = (message: string): void => options.onProgress?.({ type: "note", message });
  const { decisions, plan } = await decideAll(settings, options, before);
  const names = new Set(plan.runs.map(({ workflow }) => workflow));
  for (const { file, workflow, startedAt, events } of findLeftJournals(storePlaceOf(settings.suite))) {
    if (!names.has(workflow)) continue;
    tell(
      `A recording of ${workflow} was broken off (started ${startedAt}, ${events} events): ${displayPath(file)}. A new one takes its place.`,
    );
  }
  for (const run of plan.runs) tell(`Record ${describeRuns(run)}`);
  for (const { workflow, why } of plan.kept) tell(`Keep   ${workflow}: ${why}`);
  if (plan.runs.length > 0) {
    requireKeys(settings);
    tell(describeEstimate(estimate([plan])));
    for (const remark of plan.remarks) tell(remark);
    await options.agree?.(plan);
    if (options.check !== false) tell("Each recorded workflow's calls are then made again, for the checks.");
  }
  await before.forget(
    [...decisions].flatMap(([workflow, one]) => (one.record && one.made.size === 0 ? [workflow] : [])),
  );
  const done = new Set<string>();
  return {
    record: async (workflow, stages) => {
      const decision = decisions.get(workflow);
      if (decision === undefined) throw new Error(`${workflow.name} was not decided`);
      if (!decision.record) {
        done.add(workflow.name);
        return decision.evaluation;
      }
      const made = await recordTrials(workflow, { ...decision, before }, settings, stages, options);
      if (made.isDone) done.add(workflow.name);
      const checked = await checkTakes(workflow, made.evaluation, made.takes, settings, stages, options);
      await made.keep(checked);
      return checked;
    },
    isDone: ({ evaluations }) =>
      evaluations.every(({ verdict, workflowName }) => verdict === "skipped" || done.has(workflowName)),
  };
}

/** Throws RUN_MISSING where no live run of any of the workflows is kept here. */
function planLast(
  settings: RunSettings,
  options: RecordOptions,
): (workflow: Workflow, stages: Stages) => Promise<Evaluation> {
  const place = storePlaceOf(settings.suite);
  const active = settings.workflows.filter((workflow) => !isSkipped(workflow));
  if (active.length > 0 && !active.some(({ name }) => existsSync(lastRunFileOf(place, "live", name)))) {
    const named = wordsOfConfigs(settings.configName === null ? [] : [settings.configName]);
    throw new McpvalsError("RUN_MISSING", `There is no last eval of ${settings.suite.name} to record`, {
      evidence: "eval keeps the last run of each workflow in .mcpvals/last/, on the machine that ran it.",
      fix: `Let Claude work first: mcpvals eval${named}. Or record at once: mcpvals record${named}`,
    });
  }
  if (options.check !== false) {
    options.onProgress?.({ type: "note", message: "Each recorded workflow's calls are made again, for the checks." });
  }
  return async (workflow, stages) => {
    const evaluation = await recordLast(workflow, settings, stages, options);
    // The server may have changed since the run, so not every difference is one that occurs on its own.
    return checkRecorded(workflow, evaluation, settings, stages, { ...options, isFresh: false });
  };
}

/** The evaluation with what the checks found, where a cassette was written and checks are wanted. */
async function checkRecorded(
  workflow: Workflow,
  evaluation: Evaluation,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions & { isFresh: boolean },
): Promise<Evaluation> {
  if (options.check === false || evaluation.recorded?.file === undefined) return evaluation;
  const { check, found } = await checkWorkflow(workflow, settings, stages, options);
  return addCheck(evaluation, { ...evaluation.recorded, check, ...found });
}

/** The evaluation with what the checks of all takes found: of the first one, or of the first that does not replay. */
async function checkTakes(
  workflow: Workflow,
  evaluation: Evaluation,
  takes: RecordedTrials["takes"],
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<Evaluation> {
  let checked = evaluation;
  for (const { take, isFresh } of takes) {
    const own = take === 1 ? settings : { ...settings, take };
    const other = await checkRecorded(workflow, evaluation, own, stages, { ...options, isFresh });
    if (take === 1) checked = other;
    else if (checked.recorded?.check?.replays !== false && other.recorded?.check?.replays === false) checked = other;
  }
  return checked;
}

/** The evaluation of all takes; shows the take that decides. */
async function checkEachTake(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<Evaluation> {
  const takes = await eachTake(workflow, settings, (own) => checkOnly(workflow, own, stages, options));
  return takes.length === 1 ? takes[0] : joinTakes(takes, passAtOf(workflow, settings.suite.config));
}

async function checkOnly(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<Evaluation> {
  const recorded = { because: "--check only checks the cassette that exists", below: [] };
  const config = settings.configName;
  try {
    const { check, found, trace, shown } = await checkWorkflow(workflow, settings, stages, {
      ...options,
      isFresh: false,
    });
    if (trace === undefined) {
      return buildUnjudged(
        workflow,
        { verdict: "inconclusive", reasons: [check.message], config },
        { ...recorded, check },
      );
    }
    const { transcripts } = settings;
    const evaluation = buildEvaluation({ workflow, trace, config, transcripts, shown });
    return addCheck(evaluation, { ...recorded, check, ...found });
  } catch (error) {
    if (!(error instanceof McpvalsError) || !error.code.startsWith("CASSETTE_")) throw error;
    return buildUnjudged(workflow, { verdict: "inconclusive", reasons: [describeUnplayable(error)], config }, recorded);
  }
}
