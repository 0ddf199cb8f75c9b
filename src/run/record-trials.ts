// Records a workflow that runs several times: the first trial is its cassette, the others are takes beside it or only
// counted.
import { replaceTrials } from "../cassette/replace-block.js";
import { rewriteCassette } from "../cassette/store.js";
import { removeTakes } from "../cassette/takes.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { messageOf } from "../errors.js";
import type { Veil } from "../redaction/veil.js";
import { counts } from "../report/build-trials.js";
import type { Evaluation } from "../report/report.js";
import type { KeptTrial, TrialsBefore } from "../suite/going-on.js";
import type { RecordOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { repeats, type TrialPlan } from "../suite/trial-plan.js";
import { evaluateOnce } from "./evaluate.js";
import { recordWorkflow } from "./record-workflow.js";
import { runTrials, type LiveTrial } from "./run-trials.js";

export interface RecordedTrials {
  evaluation: Evaluation;
  keep: (evaluation: Evaluation) => Promise<void>;
  /** The takes of this recording, from 1; `isFresh`: written just now, and not by the command before. */
  takes: { take: number; isFresh: boolean }[];
  /** False where an outside failure, a limit or an interruption left trials out. */
  isDone: boolean;
}

export interface TrialsToRecord {
  /** Why it is recorded. */
  because: string;
  plan: TrialPlan;
  keepTrials: boolean;
  /** Trials of a recording that was stopped: they count, and are not made again. */
  made: ReadonlyMap<number, KeptTrial>;
  /** Keeps each trial until all are there. */
  before: TrialsBefore;
}

/**
 * Records the first trial, never the best one; with `keepTrials`, each one as a take of its own, unless the first broke off:
 * then the others are only counted. What was made before a fault that is thrown stays, and says of how many trials it is.
 */
export async function recordTrials(
  workflow: Workflow,
  { because, plan, keepTrials, made, before }: TrialsToRecord,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<RecordedTrials> {
  const judged = new Map<number, Evaluation>();
  const fresh = new Set<number>();
  const run = async (take: number): Promise<LiveTrial> => {
    const one = made.get(take) ?? (await runOne(take));
    judged.set(take, one.evaluation);
    return { keep: () => Promise.resolve(), ...one };
  };
  const runOne = async (take: number): Promise<LiveTrial> => {
    const onJudged = (trial: KeptTrial, places: Veil): Promise<void> =>
      before.add(workflow, take, trial, places).catch((error: unknown) => {
        const message = `Trial ${take} of ${workflow.name} cannot be kept for --continue: ${messageOf(error)}`;
        options.onProgress?.({ type: "note", message });
      });
    // Without a first take of this recording, a later one would stand beside those of an older recording.
    const isKept = take === 1 || (keepTrials && (made.has(1) || fresh.has(1)));
    if (!isKept) return evaluateOnce(workflow, settings, stages, options, onJudged);
    const outcome = await recordWorkflow(workflow, because, { ...settings, take }, stages, options, onJudged);
    if (outcome.isWritten) fresh.add(take);
    return outcome;
  };
  const listTakes = (): RecordedTrials["takes"] => [
    ...[...made.keys()].filter((take) => take === 1 || keepTrials).map((take) => ({ take, isFresh: false })),
    ...[...fresh].map((take) => ({ take, isFresh: true })),
  ];
  const settle = async (): Promise<void> => {
    const takes = listTakes().map(({ take }) => take);
    // Takes of an older recording stay until its first take is replaced.
    if (!takes.includes(1)) return;
    if (repeats(plan)) await noteTrials(workflow, takes, [...judged.values()], settings);
    const last = Math.max(...takes);
    const old = (await settings.index.takes(workflow.name)).filter((take) => take > last);
    await removeTakes(storePlaceOf(settings.suite), workflow.name, old);
  };
  const { signal } = settings;
  try {
    const { evaluation, keep, isStopped } = repeats(plan)
      ? await runTrials({ workflow, plan, atATime: 1, signal, run, showFirst: true }, options)
      : { ...(await run(1)), isStopped: signal.aborted };
    await settle();
    const isWhole = evaluation.trials?.runs === plan.repeat || (evaluation.trials === undefined && counts(evaluation));
    const isDone = isWhole || (!isStopped && evaluation.verdict !== "error");
    return { evaluation, keep, takes: listTakes(), isDone };
  } catch (error) {
    // The fault that stopped the trials is the one to report.
    await settle().catch(() => {});
    throw error;
  }
}

/** Writes into each take how many trials count, and how many of these passed. */
async function noteTrials(
  workflow: Workflow,
  takes: readonly number[],
  evaluations: readonly Evaluation[],
  { suite }: RunSettings,
): Promise<void> {
  const place = storePlaceOf(suite);
  const counted = evaluations.filter(counts);
  const trials = { runs: counted.length, passed: counted.filter(({ passed }) => passed).length };
  for (const take of takes) {
    const file = cassetteFileOf(place, workflow.name, take);
    await rewriteCassette(place, file, (text, shown) => replaceTrials(text, shown, { ...trials, take }));
  }
}
