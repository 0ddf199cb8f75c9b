// Records one workflow: runs it live, keeps a journal, and writes the cassette.
import { changeAccepted } from "../cassette/accepted-store.js";
import { buildCassette } from "../cassette/build-cassette.js";
import { startJournal } from "../cassette/journal.js";
import { writeCassette } from "../cassette/store.js";
import { displayPath, storePlaceOf, type StorePlace } from "../cassette/store-place.js";
import { hideTrace } from "../places/trace-places.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import type { MetricResult } from "../metrics/result.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { buildEvaluation } from "../report/build.js";
import type { Evaluation, RecordedFacts } from "../report/report.js";
import type { Trace } from "../trace/trace.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import { judgeWorkflow } from "./judge-workflow.js";
import { BY } from "../suite/identify.js";
import type { RunOptions } from "../suite/options.js";
import { readRecording, type Recording } from "../suite/recording.js";
import { scoresOf } from "./replay-workflow.js";
import { runLive } from "./run-live.js";
import { nameRunPlaces } from "../suite/run-names.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage, Stages } from "../suite/stage.js";

/** A run that ended this way gets no cassette: something outside, or the server, broke it off. */
const BROKEN_OFF: ReadonlySet<Trace["end"]["kind"]> = new Set([
  "model-error",
  "server-failed",
  "tool-missing",
  "cancelled",
]);

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
): Promise<Evaluation> {
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
    const workflow = expandWorkflow(written, stage.env);
    const trace = await runLive(settings, { workflow, stage }, { onProgress }, (event) => {
      begun = true;
      journal.write(stage.places.hideEvent(event));
    });
    const evaluate = (recorded: RecordedFacts, judge?: MetricResult): Evaluation =>
      evaluateRun({ workflow, trace, recorded, judge }, settings, stage);
    if (BROKEN_OFF.has(trace.end.kind)) {
      return evaluate({
        because: begun
          ? `${because}; not recorded, the run broke off. Its journal: ${displayPath(journal.file)}`
          : `${because}; not recorded, the run did not begin`,
        below: [],
      });
    }
    const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
    const old = await readOld(settings, workflow, stage);
    const file = await writeRun(place, { workflow, trace, judged }, stage.places);
    outcome = "written";
    await forgetAccepted(place, workflow.name, (message) => onProgress?.({ type: "note", message }));
    const below = old === undefined ? [] : findLower(old, trace, workflow);
    return evaluate({ because, file: displayPath(file), below }, judged?.result);
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
  { configName: config, transcripts }: RunSettings,
  stage: Stage,
): Evaluation {
  const shown = transcripts ? stage.places.redactTrace(run.trace) : undefined;
  return nameRunPlaces(buildEvaluation({ ...run, config, transcripts, shown }), stage);
}

interface JudgedRun {
  workflow: Workflow;
  trace: Trace;
  judged: Awaited<ReturnType<typeof judgeWorkflow>>;
}

/** Writes the run's cassette; its file. Throws SECRET_FOUND. */
async function writeRun(place: StorePlace, { workflow, trace, judged }: JudgedRun, places: Veil): Promise<string> {
  const hidden = hideTrace(trace, places);
  const cassette = buildCassette(hidden, {
    by: BY,
    scores: { ...scoresOf(trace, workflow), ...(judged === undefined ? {} : { "llm-judge": judged.result.score }) },
    // Until the check, only the times of the run count as variables: they are safe to recognize.
    learned: learnedOfVersion1(runOf(hidden), []),
    judge: judged?.judgement === undefined ? [] : [judged.judgement],
  });
  return writeCassette(place, { cassette, contract: hidden.contract }, (name, content) =>
    scanForSecrets(places, name, content),
  );
}

/**
 * Removes the accepted drift of a workflow: it was accepted against one recording, and says nothing about the next.
 */
async function forgetAccepted(place: StorePlace, workflow: string, tell: (message: string) => void): Promise<void> {
  const gone: string[] = [];
  await changeAccepted(place, (all) => ({
    ...all,
    drift: all.drift.filter((drift) => {
      if (drift.workflow === workflow) gone.push(drift.id);
      return drift.workflow !== workflow;
    }),
  }));
  if (gone.length > 0)
    tell(`${workflow} was recorded again; its accepted differences were removed: ${gone.join(", ")}`);
}

async function readOld(settings: RunSettings, workflow: Workflow, stage: Stage): Promise<Recording | undefined> {
  try {
    return await readRecording(settings, workflow, stage.places);
  } catch (error) {
    if (error instanceof McpvalsError && error.code.startsWith("CASSETTE_")) return undefined;
    throw error;
  }
}

/** Metrics that score lower than those of the replaced cassette, under today's expectations. */
function findLower(old: Recording, now: Trace, workflow: Workflow): string[] {
  const before = scoreTrace(old.trace, workflow);
  return scoreTrace(now, workflow).flatMap(({ id, metric, score }) => {
    const was = before.find((result) => result.id === id)?.score ?? 0;
    return (score ?? 0) < was ? [`${metric}: ${was} before, ${score ?? 0} now`] : [];
  });
}
