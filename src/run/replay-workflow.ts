// One workflow replayed and scored: recording, staleness, run, evaluation.
import type { Scores } from "../cassette/schema.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { DriftRules } from "../drift/rules.js";
import { McpvalsError, renderError } from "../errors.js";
import { recallJudgement } from "../judge/recall.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { buildEvaluation, buildUnjudged } from "../report/build.js";
import type { Evaluation } from "../report/report.js";
import type { ReplayOptions } from "./options.js";
import { describeStaleness, readRecording, type Recording } from "./recording.js";
import { replayOffline, replayOnServer } from "./replay-once.js";
import { nameRunPlaces } from "./run-names.js";
import type { RunSettings } from "./settings.js";
import type { Stages } from "./stage.js";

export interface ReplayedWorkflow {
  evaluation: Evaluation;
  /** Why there is nothing to replay: no cassette, or what is wrong with it, or what changed on our side. */
  unplayable?: { missing: boolean; why: string };
  /** The cassette and what its run scores under today's expectations. */
  baseline?: { file: string; scores: Scores };
}

/** Replays one workflow. A cassette that is missing, stale or corrupt gives an inconclusive evaluation. */
export async function replayWorkflow(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: ReplayOptions,
): Promise<ReplayedWorkflow> {
  const { suite, configName } = settings;
  const stage = await stages.open();
  try {
    const workflow = expandWorkflow(written, stage.env);
    const refuse = (why: string, missing: boolean): ReplayedWorkflow => ({
      evaluation: buildUnjudged(workflow, { verdict: "inconclusive", reasons: [why], config: configName }),
      unplayable: { missing, why },
    });
    let recording: Recording;
    try {
      recording = await readRecording(settings, workflow, stage.places);
    } catch (error) {
      if (!(error instanceof McpvalsError) || !error.code.startsWith("CASSETTE_")) throw error;
      return refuse(renderError(error), error.code === "CASSETTE_MISSING");
    }
    if (recording.stale !== undefined) return refuse(describeStaleness(recording.stale), false);

    const replay = {
      workflow,
      recorded: recording.trace,
      rules: buildRules(settings, recording.cassette.varies, options.strict ?? false),
      mode: "replay",
      afterDrift: options.afterDrift ?? suite.config.afterDrift ?? "stop",
      parallelToolCalls: settings.parallelToolCalls,
      places: stage.places,
      signal: settings.signal,
      onEvent: (event) => options.onProgress?.({ type: "event", suite: suite.name, workflow: workflow.name, event }),
    } satisfies Parameters<typeof replayOnServer>[1];
    const { trace } =
      options.offline === true ? await replayOffline(replay) : await replayOnServer(await stage.start(), replay);
    const judge =
      settings.judge === undefined
        ? undefined
        : recallJudgement({
            trace,
            workflow,
            settings: settings.judge,
            judgements: recording.cassette.judge,
            recorded: recording.trace,
            hide: (value) => stage.places.hide(value),
          });
    const evaluation = nameRunPlaces(buildEvaluation({ workflow, trace, judge, config: configName }), stage);
    return {
      evaluation,
      baseline: {
        file: recording.file,
        // The judge's score is its verdict's, which stands in the cassette, too.
        scores: { ...recording.cassette.scores, ...scoresOf(trace.evidence?.recorded ?? trace, workflow) },
      },
    };
  } finally {
    await stage.close();
  }
}

/** What the config says of drift, and what the cassette says. */
export function buildRules({ suite }: RunSettings, varies: DriftRules["varies"], strict: boolean): DriftRules {
  const { config } = suite;
  return {
    varies,
    configVaries: config.varies ?? [],
    ignore: config.ignore ?? [],
    pins: config.pins ?? [],
    accept: config.accept ?? ["docs", "additive"],
    acceptedIds: [],
    strict,
  };
}

/** The scores of a run, as a cassette writes them. */
export function scoresOf(trace: Parameters<typeof scoreTrace>[0], workflow: Workflow): Scores {
  return Object.fromEntries(scoreTrace(trace, workflow).map(({ id, score }) => [id, score]));
}
