// Compares a run with the cassette that it is to replace.
import { existsSync } from "node:fs";
import { ifCassette } from "../cassette/if-readable.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { readRecording, type Recording } from "../suite/recording.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import type { Trace } from "../trace/trace.js";

/** Metrics that score lower than those of the cassette, under today's expectations; none where no cassette can be read. */
export async function findLowerScores(
  now: Trace,
  workflow: Workflow,
  settings: RunSettings,
  stage: Stage,
): Promise<string[]> {
  const old = await readOld(settings, workflow, stage);
  if (old === undefined) return [];
  const before = scoreTrace(old.trace, workflow);
  return scoreTrace(now, workflow).flatMap(({ id, metric, score }) => {
    const was = before.find((result) => result.id === id)?.score ?? 0;
    return (score ?? 0) < was ? [`${metric}: ${was} before, ${score ?? 0} now`] : [];
  });
}

async function readOld(settings: RunSettings, workflow: Workflow, stage: Stage): Promise<Recording | undefined> {
  if (!existsSync(cassetteFileOf(storePlaceOf(settings.suite), workflow.name))) return undefined;
  return ifCassette(readRecording(settings, workflow, stage.places));
}
