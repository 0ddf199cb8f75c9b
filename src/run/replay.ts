// Replays the recorded model against the live server, or against the recorded one (`replay`).
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import { replaceScores } from "../cassette/replace-block.js";
import type { Scores } from "../cassette/schema.js";
import { rewriteCassette } from "../cassette/store.js";
import { storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import type { Evaluation, Report } from "../report/report.js";
import { describeUnused, unmetByAll } from "./accepted-unused.js";
import { refuseInCi } from "../suite/ci.js";
import { runHealthSuites } from "./health.js";
import { writeLastReplay } from "../suite/last-replay.js";
import type { ReplayOptions } from "../suite/options.js";
import { replayTakes } from "./replay-takes.js";
import { describeEstimate, estimate, type SpendingPlan } from "../suite/planned-spending.js";
import { judgeNameOf, planJudging, planNothing } from "../suite/spending-plan.js";
import { requireJudge, requireJudgePrice } from "./live-model.js";
import { runSuite } from "./run-suite.js";
import { textsWithoutSecrets, withoutSecrets } from "../suite/redaction.js";
import { loadSettings, type RunSettings } from "../suite/settings.js";
import { createStages } from "../suite/stages.js";
import type { Stages } from "../suite/stage.js";
import { requireExpectations } from "../suite/unset.js";
import { decideDue } from "../suite/leave-out.js";
import { buildUnrunSuite } from "./tool-health.js";
import { buildLeftOutReport } from "./unrun.js";

/**
 * Plays the recorded model against the live server and scores the runs beside their baselines. Asks no model and needs
 * no key, except the judge with `judge: "live"`. Writes no committed file, except the scores blocks with `updateScores`. Keeps what it found in
 * `.mcpvals/last/` beside the config, for `accept` and `show --diff`. With `offline`, starts and keeps nothing.
 */
export async function replaySuite(suite: Suite, options: ReplayOptions = {}): Promise<Report> {
  const env = options.env ?? process.env;
  const due = decideDue(suite, options.offline ?? false);
  if (due.kind === "leave-out") return buildLeftOutReport(suite, "replay", due.reason, options);
  if (due.kind === "offline") {
    options.onProgress?.({ type: "note", message: `${suite.name}: ${due.reason}` });
    return { ...(await replayDue(suite, { ...options, offline: true }, env)), offline: due.reason };
  }
  return replayDue(suite, options, env);
}

async function replayDue(suite: Suite, options: ReplayOptions, env: RunSettings["env"]): Promise<Report> {
  if (options.updateScores === true) refuseInCi("replay --update", { env, allowCi: options.allowCi });
  const loaded = await load(suite, options);
  if (options.offline === true) requireExpectations(suite, loaded.workflows);
  const redactor = loaded.redactor.forReplay();
  return withoutSecrets(redactor, options, (quiet) => replayAll({ ...loaded, redactor }, quiet));
}

/** What a replay with `judge: "live"` would spend. Needs no key and starts nothing. Throws as it does for a wrong request. */
export async function planReplay(suite: Suite, options: ReplayOptions = {}): Promise<SpendingPlan> {
  const settings = await load(suite, options);
  const due = decideDue(suite, options.offline ?? false);
  if (due.kind === "leave-out") return planNothing(suite.name, judgeNameOf(settings), due.reason);
  requireJudgePrice(settings);
  return textsWithoutSecrets(settings.redactor.forReplay(), () => planJudging(settings));
}

function load(suite: Suite, options: ReplayOptions): Promise<RunSettings> {
  return loadSettings(suite, options.judge === "live" ? { ...options, llmJudge: true } : options, "replay");
}

/** Throws before anything is run or spent. */
async function prepareJudging(settings: RunSettings, { agree, onProgress }: ReplayOptions): Promise<void> {
  const plan = await planJudging(settings);
  if (plan.runs.length === 0) return;
  requireJudge(settings);
  onProgress?.({ type: "note", message: describeEstimate(estimate([plan])) });
  for (const message of plan.remarks) onProgress?.({ type: "note", message });
  await agree?.(plan);
}

async function replayAll(settings: RunSettings, options: ReplayOptions): Promise<Report> {
  const { suite } = settings;
  const { config } = suite;
  const offline = options.offline ?? false;
  if (options.judge === "live") await prepareJudging(settings, options);
  const stages = createStages(settings, offline ? { offline } : { overlap: "start" });
  const scores = new Map<string, Scores>();
  const unmet: AcceptedDrift[][] = [];
  const evaluate = async (workflow: Workflow, own: Stages): Promise<Evaluation> => {
    const { evaluation, takes, shown } = await replayTakes(workflow, settings, own, options);
    const all = takes.map((take) => (take.kind === "played" ? take : undefined));
    // What one take met is not unused.
    unmet.push((all[0]?.unmet ?? []).filter(({ id }) => all.every((take) => take?.unmet.some((one) => one.id === id))));
    for (const take of all) if (take !== undefined) scores.set(take.baseline.file, take.baseline.scores);
    const played = shown.kind === "played" ? { ...shown.played, evaluation } : undefined;
    // An offline replay proves nothing about a server, so the last real replay stays.
    const fault = offline
      ? undefined
      : await writeLastReplay(storePlaceOf(suite), { command: "replay", workflow: workflow.name }, played);
    if (fault !== undefined) options.onProgress?.({ type: "note", message: fault });
    return evaluation;
  };
  const skipped = "Not run: --offline has no server to call.";
  const health = async (): Promise<Report["toolHealth"]> =>
    offline
      ? (config.toolHealthSuites ?? []).map((one) => buildUnrunSuite(one, "skipped", skipped))
      : runHealthSuites(settings);
  try {
    const judged = await runSuite(settings, options, {
      command: "replay",
      evaluate,
      stages,
      health,
      gate: {
        failOn: options.failOn ?? config.failOn,
        onInconclusive: options.onInconclusive ?? config.onInconclusive,
      },
    });
    const isWhole = unmet.length === (config.workflows ?? []).length;
    const told = unmetByAll(unmet).map((entry) => describeUnused(entry, settings.configName));
    const report = isWhole ? tellUnused(judged, told) : judged;
    if (options.updateScores === true) await updateScores(report, scores, settings.suite, options);
    return options.share === undefined || told.length === 0 ? report : { ...judged, unused: told };
  } finally {
    await stages.close();
  }
}

/** Reports unused entries for all workflows once, with the first workflow that was played. */
function tellUnused(report: Report, told: readonly string[]): Report {
  const at = report.evaluations.findIndex(({ replay }) => replay !== undefined);
  if (told.length === 0 || at < 0) return report;
  const evaluations = report.evaluations.map((evaluation, index) =>
    index !== at || evaluation.replay === undefined
      ? evaluation
      : { ...evaluation, replay: { ...evaluation.replay, unused: [...(evaluation.replay.unused ?? []), ...told] } },
  );
  return { ...report, evaluations };
}

async function updateScores(
  report: Report,
  scores: ReadonlyMap<string, Scores>,
  suite: Suite,
  { onProgress }: ReplayOptions,
): Promise<void> {
  const tell = (message: string): void => onProgress?.({ type: "note", message });
  const open = report.summary.inconclusive + report.summary.errors;
  if (open > 0) {
    tell(
      `The scores in the cassettes of ${suite.name} stay as they are: ${open} of its workflows could not be judged.`,
    );
    return;
  }
  let changed = 0;
  for (const [file, values] of scores) {
    if (await rewriteCassette(storePlaceOf(suite), file, (text, name) => replaceScores(text, name, values)))
      changed += 1;
  }
  tell(`Scores rewritten in ${changed} of ${scores.size} cassettes of ${suite.name}.`);
}
