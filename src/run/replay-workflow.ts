// Replays and scores one workflow: reads the recording, looks for stale parts, runs it, and builds the evaluation.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import type { Scores } from "../cassette/schema.js";
import { storePlaceOf } from "../cassette/store-place.js";
import { wordsOfConfig } from "../config/words-of-configs.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { DriftRules } from "../drift/rules.js";
import { McpvalsError, renderError } from "../errors.js";
import { recallJudgement } from "../judge/recall.js";
import type { MetricResult } from "../metrics/result.js";
import { nameTools, refuseAmbiguousPlaces } from "../metrics/name-tools.js";
import { scoreTrace } from "../metrics/score-trace.js";
import type { Trace } from "../trace/trace.js";
import { buildEvaluation, buildUnjudged } from "../report/build.js";
import type { Evaluation } from "../report/report.js";
import type { SaidByCalls } from "../variables/left-words.js";
import { acceptedBefore } from "../suite/accepted-before.js";
import { describeUnused, findUnmet } from "./accepted-unused.js";
import type { Played } from "../suite/last-replay.js";
import { findRunToRecord } from "../suite/last-run.js";
import type { ReplayOptions } from "../suite/options.js";
import { describeStaleness, describeUnplayable, readRecording, type Recording } from "../suite/recording.js";
import { replayOffline, replayOnServer } from "./replay-once.js";
import { judgeWorkflow } from "./judge-workflow.js";
import { nameRunPlaces } from "../suite/run-names.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage, Stages } from "../suite/stage.js";
import { offerOf } from "../suite/stage-server.js";
import { DEFAULT_ACCEPT } from "../trace/drift-classes.js";

export type ReplayedWorkflow = PlayedWorkflow | UnplayableWorkflow;

/** The cassette is missing or broken, or our own side changed. */
interface UnplayableWorkflow {
  kind: "unplayable";
  evaluation: Evaluation;
  why: string;
  /** The recorded run, where the cassette could be read. */
  recorded?: Trace;
}

export interface PlayedWorkflow {
  kind: "played";
  evaluation: Evaluation;
  /** The workflow with values for its variables. */
  workflow: Workflow;
  /** What the cassette says, with what those of other workflows say, and the judge's score today. */
  recording: PlayedRecording & { judge?: MetricResult | undefined };
  /** What was played, for `accept` and `show --diff`. */
  played: Played;
  /** The cassette, and the scores of its run under today's expectations. */
  baseline: { file: string; scores: Scores };
  /** Accepted drift that did not occur although its place was reached. */
  unmet: AcceptedDrift[];
}

/**
 * Replays one workflow. A cassette that is missing, stale or corrupt gives an inconclusive evaluation. Throws CASSETTE_*
 * for the suite's accepted drift.
 */
export async function replayWorkflow(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: ReplayOptions,
): Promise<ReplayedWorkflow> {
  const { configName } = settings;
  const stage = await stages.open();
  try {
    const workflow = expandWorkflow(written, stage.env);
    const refuse = async (why: string, { reason, after }: Refusal): Promise<UnplayableWorkflow> => {
      const last = await findRunToRecord(storePlaceOf(settings.suite), workflow.name);
      const kept = last !== undefined && last > after;
      const reasons = [reason];
      return {
        kind: "unplayable",
        evaluation: buildUnjudged(workflow, { verdict: "inconclusive", reasons, config: configName, kept }),
        why,
      };
    };
    let recording: Recording;
    try {
      recording = await readRecording(settings, workflow, stage.places);
    } catch (error) {
      if (!(error instanceof McpvalsError) || !error.code.startsWith("CASSETTE_")) throw error;
      return await refuse(renderError(error), { reason: describeUnplayable(error), after: "" });
    }
    if (recording.stale !== undefined) {
      const reason = describeStaleness(recording.stale);
      return { ...(await refuse(reason, { reason, after: recording.trace.startedAt })), recorded: recording.trace };
    }

    return await playRecording(workflow, recording, { settings, stage, options });
  } finally {
    await stage.close();
  }
}

interface Refusal {
  /** Why, as the report says it beside its own commands. */
  reason: string;
  /** A live run that was made after this, ISO 8601, may be recorded instead. */
  after: string;
}

/** `others`: what the suite's other workflows say, whose rows are in lists that grow; undefined where no list of this one grows. */
type PlayedRecording = Recording & { others: SaidByCalls | undefined };

interface PlayedOn {
  settings: RunSettings;
  stage: Stage;
  options: ReplayOptions;
}

/** Plays a recording that is not stale, and scores what came of it. */
async function playRecording(own: Workflow, read: Recording, on: PlayedOn): Promise<PlayedWorkflow> {
  const { settings, stage, options } = on;
  const others = read.learned.grows.length === 0 ? undefined : await settings.index.others(own.name);
  const recording = { ...read, others };
  const { configName } = settings;
  // By the recorded tools: what they mean must not depend on what the servers have now.
  const workflow = nameTools(own, recording.trace);
  refuseAmbiguousPlaces(settings.suite.config, recording.trace);
  const accepted = await settings.index.accepted(workflow.name);
  const strict = options.strict ?? false;
  const trace = await play(workflow, recording, on, buildRules(settings, { accepted, strict }));
  const recall = (of: Trace): MetricResult | undefined => recallOn(of, workflow, recording, on);
  const isAsked = options.judge === "live";
  const asked = isAsked ? await judgeWorkflow(settings, workflow, trace, stage.places) : undefined;
  const judge = asked?.result ?? recall(trace);
  // Offline, the recorded server cannot differ from itself, so this proves nothing about accepted drift.
  const unmet = options.offline === true ? [] : findUnmet(accepted, trace);
  const unused = unmet.filter((one) => one.workflow !== undefined).map((one) => describeUnused(one, configName));
  const { transcripts } = settings;
  const run = {
    workflow,
    trace,
    judge,
    judgeSpent: asked?.spent,
    config: configName,
    strict,
    scoresThen: recording.cassette.scores,
    unused,
    transcripts,
    shown: settings.transcripts ? stage.places.redactTrace(trace) : undefined,
  };
  const built = nameRunPlaces(buildEvaluation(run), stage);
  const isOld = recording.cassette.cassette === 1 && built.verdict === "inconclusive";
  const evaluation = isOld ? { ...built, reasons: [...built.reasons, recordedBefore(configName)] } : built;
  return {
    kind: "played",
    evaluation,
    workflow,
    unmet,
    recording: { ...recording, judge: recall(recording.trace) },
    played: {
      trace,
      places: stage.places,
      evaluation,
      strict,
      ungroundedFrom: evaluation.replay?.ungroundedFrom?.turn,
    },
    baseline: {
      file: recording.file,
      // The judge's score is the one of its verdict, which the cassette holds, too.
      scores: { ...recording.cassette.scores, ...baselineOf(evaluation) },
    },
  };
}

async function play(
  workflow: Workflow,
  recording: PlayedRecording,
  { settings, stage, options }: PlayedOn,
  rules: DriftRules,
): Promise<Trace> {
  const replay = {
    workflow,
    recorded: recording.trace,
    rules,
    learned: recording.learned,
    others: recording.others,
    afterDrift: options.afterDrift ?? settings.suite.config.afterDrift ?? "stop",
    dispatch: settings.dispatch,
    places: stage.places,
    signal: settings.signal,
    now: settings.now,
    onEvent: (event) =>
      options.onProgress?.({
        type: "event",
        suite: settings.suite.name,
        workflow: workflow.name,
        event: stage.places.redactEvent(event),
      }),
  } satisfies Parameters<typeof replayOnServer>[1];
  const { cassette } = recording;
  const part = cassette.cassette === 1 ? undefined : cassette.agent;
  if (part !== undefined) {
    const { replayOnAgent, scoreAgentAgain } = await import("./replay-agent-run.js");
    return options.offline === true ? scoreAgentAgain(replay) : replayOnAgent({ replay, part, settings, stage });
  }
  if (options.offline === true) return replayOffline(replay);
  const server = await stage.start(offerOf(recording.trace.server));
  return replayOnServer(server, { ...replay, waited: stage.waited() });
}

/** What the recorded judge is worth for a trace; undefined where none is asked for. */
function recallOn(
  trace: Trace,
  workflow: Workflow,
  { cassette, judged }: Recording,
  { settings, stage }: PlayedOn,
): MetricResult | undefined {
  if (settings.judge === undefined) return undefined;
  return recallJudgement({
    trace,
    workflow,
    settings: settings.judge,
    judgements: cassette.judge,
    recorded: judged,
    hide: (value) => stage.places.hide(value),
  });
}

/** Version 1 of the format does not say where sent values come from, so mcpvals does not guess. */
function recordedBefore(config: string | null): string {
  const command = `mcpvals record --check${wordsOfConfig(config)}`;
  return `Recorded by an older mcpvals. This learns on the server what differs on its own, without a key: ${command}`;
}

/** What the recorded run scores under today's expectations. */
function baselineOf({ replay }: Evaluation): Scores {
  return Object.fromEntries((replay?.baseline ?? []).map(({ id, score }) => [id, score]));
}

/** Combines what the config says about drift with the single drifts that people accepted. */
export function buildRules(
  { suite }: RunSettings,
  { accepted, strict }: Pick<DriftRules, "strict"> & { accepted: readonly AcceptedDrift[] },
): DriftRules {
  const { config } = suite;
  return {
    varies: config.varies ?? [],
    ignore: config.ignore ?? [],
    pins: config.pins ?? [],
    accept: config.accept ?? DEFAULT_ACCEPT,
    acceptedIds: accepted.map(({ id }) => id),
    acceptedBefore: acceptedBefore(accepted),
    strict,
  };
}

/** The scores of a run, as a cassette writes them. */
export function scoresOf(trace: Parameters<typeof scoreTrace>[0], workflow: Workflow): Scores {
  return Object.fromEntries(scoreTrace(trace, workflow).map(({ id, score }) => [id, score]));
}
