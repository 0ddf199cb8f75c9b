// Records one workflow: runs it live, keeps a journal, and writes the cassette.
import { nameTools } from "../metrics/name-tools.js";
import { startJournal } from "../cassette/journal.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import { buildEvaluation } from "../report/build.js";
import { hideTrace } from "../places/trace-places.js";
import type { Evaluation, RecordedFacts } from "../report/report.js";
import { buildTrialPath, type TrialPath } from "../report/trial-path.js";
import type { Veil } from "../redaction/veil.js";
import { isBrokenOff } from "../trace/broken-off.js";
import { buildRecording, type BuiltRecording } from "./build-recording.js";
import { judgeWorkflow, type JudgedWorkflow } from "./judge-workflow.js";
import type { KeptTrial } from "../suite/going-on.js";
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
  path: TrialPath;
  /** Whether a cassette was written. */
  isWritten: boolean;
}

/**
 * Runs a workflow live and writes its cassette. `because` says why. After a run that broke off, the old cassette stays
 * unchanged. `onWritten` gets the trial, and what hides the secrets of its run.
 */
export async function recordWorkflow(
  written: Workflow,
  because: string,
  settings: RunSettings,
  stages: Stages,
  { onProgress }: RunOptions,
  onWritten?: (trial: KeptTrial, places: Veil) => Promise<void>,
): Promise<RecordOutcome> {
  const { suite, take = 1 } = settings;
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
    const { trace, part } = await runLive(settings, { workflow: own, stage }, { onProgress }, (event) => {
      begun = true;
      journal.write(stage.places.hideEvent(event));
    });
    const workflow = nameTools(own, trace);
    const evaluate = (recorded: RecordedFacts, judged?: JudgedWorkflow): Evaluation =>
      evaluateRun({ workflow, trace, recorded, judge: judged?.result, judgeSpent: judged?.spent }, settings, stage);
    const path = buildTrialPath(hideTrace(trace, stage.places));
    const finish = (recording: BuiltRecording, evaluation: Evaluation): RecordOutcome => ({
      evaluation,
      path,
      isWritten: evaluation.recorded?.file !== undefined,
      keep: (last) => {
        const run = { command: "record", workflow: workflow.name, evaluation: last, ...recording } as const;
        return keepRun(run, stage.places, settings, { onProgress });
      },
    });
    if (isBrokenOff(trace.end)) {
      const recording = buildRecording({ workflow, trace, judged: undefined, part }, stage.places);
      return finish(recording, evaluate(notRecorded(because, begun ? journal.file : undefined)));
    }
    const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
    const below = take === 1 ? await findLowerScores(trace, workflow, settings, stage) : [];
    const built = buildRecording({ workflow, trace, judged, part }, stage.places);
    const recording = take === 1 ? built : asTake(built, take);
    const file = displayPath(await writeRecording(place, recording, stage.places));
    outcome = "written";
    const tell = (message: string): void => onProgress?.({ type: "note", message });
    if (take === 1) await forgetAccepted(settings, workflow.name, tell);
    const finished = finish(recording, evaluate({ because, file, below }, judged));
    await onWritten?.({ ...finished, at: recording.cassette.facts.recorded.at }, stage.places);
    return finished;
  } catch (error) {
    if (error instanceof McpvalsError && error.code === "SECRET_FOUND") outcome = "refused";
    throw error;
  } finally {
    // Keep no journal of a run that did not begin.
    journal.close(begun ? outcome : "written");
    await stage.close();
  }
}

/** `journal`: of a run that began. */
function notRecorded(because: string, journal: string | undefined): RecordedFacts {
  const why =
    journal === undefined ? "the run did not begin" : `the run broke off. Its journal: ${displayPath(journal)}`;
  return { because: `${because}; not recorded, ${why}`, below: [] };
}

/** A further take. What came of all trials is known only later. */
function asTake({ cassette, contract }: BuiltRecording, take: number): BuiltRecording {
  const { cassette: version, kind, workflow, ...rest } = cassette;
  return { cassette: { cassette: version, kind, workflow, trials: { runs: 0, passed: 0, take }, ...rest }, contract };
}

function evaluateRun(
  run: Pick<Parameters<typeof buildEvaluation>[0], "workflow" | "trace" | "recorded" | "judge" | "judgeSpent">,
  { configName: config, transcripts, suite }: RunSettings,
  stage: Stage,
): Evaluation {
  const { prices } = suite.config;
  const shown = transcripts ? stage.places.redactTrace(run.trace) : undefined;
  return nameRunPlaces(buildEvaluation({ ...run, prices, config, transcripts, shown }), stage);
}
