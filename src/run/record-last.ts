// Writes the last live run of a workflow as its cassette, without asking Claude again (`record --from-last`).
import { nameTools } from "../metrics/name-tools.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { recallJudgement } from "../judge/recall.js";
import { showTrace } from "../places/trace-places.js";
import { buildEvaluation, buildUnjudged } from "../report/build.js";
import type { Evaluation } from "../report/report.js";
import { buildAskAgain } from "../report/settle.js";
import type { RecordOptions } from "../suite/options.js";
import { nameRunPlaces } from "../suite/run-names.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage, Stages } from "../suite/stage.js";
import { buildUnchecked, withAgent } from "./build-recording.js";
import { findLast, type FoundLast } from "./find-last.js";
import { findLowerScores } from "./lower-scores.js";
import { scoresOf } from "./replay-workflow.js";
import { forgetAccepted, writeRecording } from "./write-recording.js";

/**
 * Writes the cassette that `record` would have written of this run. What cannot be recorded is said in the evaluation,
 * and the old cassette stays unchanged. Throws SECRET_FOUND. Spends nothing.
 */
export async function recordLast(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<Evaluation> {
  const stage = await stages.open();
  try {
    const workflow = expandWorkflow(written, stage.env);
    const found = await findLast(workflow, settings, stage, (options.workflows ?? []).length > 0);
    return found.kind === "run"
      ? await writeFound(found, workflow, { settings, stage, options })
      : notRecorded(found, workflow, settings);
  } finally {
    await stage.close();
  }
}

async function writeFound(
  { last, hidden, judged, isRecorded }: Extract<FoundLast, { kind: "run" }>,
  own: Workflow,
  { settings, stage, options }: { settings: RunSettings; stage: Stage; options: RecordOptions },
): Promise<Evaluation> {
  const { places } = stage;
  const place = storePlaceOf(settings.suite);
  const trace = showTrace(hidden, places);
  const workflow = nameTools(own, trace);
  const judge =
    settings.judge === undefined
      ? undefined
      : recallJudgement({
          trace,
          workflow,
          judgements: last.judge,
          settings: settings.judge,
          recorded: judged,
          hide: (value) => places.hide(value),
        });
  const scores = { ...scoresOf(trace, workflow), ...(judge === undefined ? {} : { "llm-judge": judge.score }) };
  const below = isRecorded ? [] : await findLowerScores(trace, workflow, settings, stage);
  const file = await writeRecording(
    place,
    withAgent(buildUnchecked(hidden, last.by, scores, [...last.judge]), last.agent),
    places,
  );
  const tell = (message: string): void => options.onProgress?.({ type: "note", message });
  if (!isRecorded) await forgetAccepted(settings, workflow.name, tell);
  const because = `the ${last.command} of ${hidden.startedAt}; Claude was not asked again`;
  const { transcripts, configName: config } = settings;
  const shown = transcripts ? places.redactTrace(trace) : undefined;
  const recorded = { because, file: displayPath(file), below };
  return nameRunPlaces(buildEvaluation({ workflow, trace, judge, recorded, config, transcripts, shown }), stage);
}

function notRecorded(
  found: Exclude<FoundLast, { kind: "run" }>,
  workflow: Workflow,
  { configName: config }: RunSettings,
): Evaluation {
  const reasons = [`Not recorded: ${found.because}.`];
  if (found.kind === "left") return buildUnjudged(workflow, { verdict: "skipped", reasons, config });
  return {
    ...buildUnjudged(workflow, { verdict: "inconclusive", reasons, config }),
    settle: buildAskAgain(workflow.name, config, found.model),
  };
}
