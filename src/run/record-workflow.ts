// Records one workflow: runs it live, keeps a journal, and writes the cassette.
import { nameTools } from "../metrics/name-tools.js";
import { startJournal } from "../cassette/journal.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import type { MetricResult } from "../metrics/result.js";
import { buildEvaluation } from "../report/build.js";
import type { Evaluation, RecordedFacts } from "../report/report.js";
import { isBrokenOff } from "../trace/broken-off.js";
import { buildRecording, type BuiltRecording } from "./build-recording.js";
import { judgeWorkflow } from "./judge-workflow.js";
import type { RunOptions } from "../suite/options.js";
import { findLowerScores } from "./lower-scores.js";
import { runLive } from "./run-live.js";
import { keepRun } from "./keep-run.js";
import { forgetAccepted, writeRecording } from "./write-recording.js";
import { nameRunPlaces } from "../suite/run-names.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage, Stages } from "../suite/stage.js";

/** A run that was recorded, or broke off. */
export interface RecordOutcome {
  evaluation: Evaluation;
  /** Keeps the run in `.mcpvals/last/`, with the evaluation that is reported in the end. */
  keep: (evaluation: Evaluation) => Promise<void>;
}

/**
 * Runs a workflow live and writes its cassette. `because` says why. After a run that broke off, the old cassette stays
 * unchanged.
 */
export async function recordWorkflow(
  written: Workflow,
  because: string,
  settings: RunSettings,
  stages: Stages,
  { onProgress }: RunOptions,
): Promise<RecordOutcome> {
  const { suite } = settings;
  const place = storePlaceOf(suite);
  const stage = await stages.open();
  const startedAt = new Date(settings.now()).toISOString();
  const journal = await startJournal(place, written.name, startedAt).catch(async (error: unknown) => {
    await stage.close();
    throw error;
  });
  let outcome: "written" | "kept" | "refused" = "kept";
  let begun = false;
  try {
    const own = expandWorkflow(written, stage.env);
    const trace = await runLive(settings, { workflow: own, stage }, { onProgress }, (event) => {
      begun = true;
      journal.write(stage.places.hideEvent(event));
    });
    const workflow = nameTools(own, trace);
    const evaluate = (recorded: RecordedFacts, judge?: MetricResult): Evaluation =>
      evaluateRun({ workflow, trace, recorded, judge }, settings, stage);
    const finish = (recording: BuiltRecording, evaluation: Evaluation): RecordOutcome => ({
      evaluation,
      keep: (last) => {
        const run = { command: "record", workflow: workflow.name, evaluation: last, ...recording } as const;
        return keepRun(run, stage.places, settings, { onProgress });
      },
    });
    if (isBrokenOff(trace.end)) {
      const recording = buildRecording({ workflow, trace, judged: undefined }, stage.places);
      const facts: RecordedFacts = {
        because: begun
          ? `${because}; not recorded, the run broke off. Its journal: ${displayPath(journal.file)}`
          : `${because}; not recorded, the run did not begin`,
        below: [],
      };
      return finish(recording, evaluate(facts));
    }
    const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
    const below = await findLowerScores(trace, workflow, settings, stage);
    const recording = buildRecording({ workflow, trace, judged }, stage.places);
    const file = await writeRecording(place, recording, stage.places);
    outcome = "written";
    await forgetAccepted(settings, workflow.name, (message) => onProgress?.({ type: "note", message }));
    return finish(recording, evaluate({ because, file: displayPath(file), below }, judged?.result));
  } catch (error) {
    if (error instanceof McpvalsError && error.code === "SECRET_FOUND") outcome = "refused";
    throw error;
  } finally {
    // Keep no journal of a run that did not begin.
    journal.close(begun ? outcome : "written");
    await stage.close();
  }
}

function evaluateRun(
  run: Pick<Parameters<typeof buildEvaluation>[0], "workflow" | "trace" | "recorded" | "judge">,
  { configName: config, transcripts, suite }: RunSettings,
  stage: Stage,
): Evaluation {
  const { prices } = suite.config;
  const shown = transcripts ? stage.places.redactTrace(run.trace) : undefined;
  return nameRunPlaces(buildEvaluation({ ...run, prices, config, transcripts, shown }), stage);
}
