// Finds the last live run of a workflow, and says why it cannot become its cassette.
import { ifCassette } from "../cassette/if-readable.js";
import { readCassette } from "../cassette/read-cassette.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError, renderError } from "../errors.js";
import { hideTraceAgain } from "../places/trace-places.js";
import { readLastRun } from "../suite/last-run.js";
import type { LastRun } from "../suite/last-run-text.js";
import { readClient } from "../suite/recording.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import { findStaleness } from "../suite/stale.js";
import { isBrokenOff } from "../trace/broken-off.js";
import type { Trace } from "../trace/trace.js";

export type FoundLast =
  | {
      kind: "run";
      last: LastRun;
      /** With placeholders, also for what is hidden only today. */
      hidden: Trace;
      /** With the placeholders of the kept run only, as the judge's verdict knows it. */
      judged: Trace;
      /** The cassette holds this run already. */
      isRecorded: boolean;
    }
  /** Nothing to do: `because` completes "Not recorded:". */
  | { kind: "left"; because: string }
  /** The run would not be what `record` records now. `model`: the only change is the model, which was this one. */
  | { kind: "refused"; because: string; model?: string };

/** `isNamed`: the user named the workflow, so that a newer cassette does not keep the run out. */
export async function findLast(
  workflow: Workflow,
  settings: RunSettings,
  { places }: Stage,
  isNamed: boolean,
): Promise<FoundLast> {
  const place = storePlaceOf(settings.suite);
  let last: LastRun | undefined;
  try {
    last = await readLastRun(place, workflow.name);
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code !== "RUN_INVALID") throw error;
    return { kind: "refused", because: renderError(error) };
  }
  if (last === undefined) return { kind: isNamed ? "refused" : "left", because: "there is no last eval of it here" };
  const { end, startedAt } = last.run;
  const recordedAt = await readRecordedAt(cassetteFileOf(place, workflow.name));
  if (!isNamed && recordedAt !== undefined && recordedAt >= startedAt) {
    const newer = recordedAt === startedAt ? "holds its last run already" : "is newer than its last eval";
    return { kind: "left", because: `its cassette ${newer}; name it with -t to write it all the same` };
  }
  if (isBrokenOff(end)) {
    const why = "message" in end ? `: ${end.message}` : "";
    return { kind: "refused", because: `its last run broke off (${end.kind})${why}` };
  }
  const judged = places.redactTrace(last.run);
  const hidden = hideTraceAgain(judged, places);
  const changes = findChanges(hidden, workflow, settings, places);
  if (changes.length > 0) {
    const [only, ...others] = changes;
    const isModel = others.length === 0 && only?.startsWith("model ") === true;
    const because = `Claude would be asked something else now. ${changes.join("; ")}`;
    return { kind: "refused", because, ...(isModel && { model: hidden.model.name }) };
  }
  return { kind: "run", last, hidden, judged, isRecorded: recordedAt === startedAt };
}

/** What of the request differs now, one sentence each. All settings count, also those that the config does not name. */
function findChanges(run: Trace, workflow: Workflow, settings: RunSettings, places: Stage["places"]): string[] {
  const { model, maxTurns, instructions, dispatch, system } = settings;
  const stale = findStaleness(run, {
    prompts: workflow.steps.map((step) => places.hide(step.user)),
    system: system === null ? null : places.hide(system),
    config: {
      model: model.name,
      maxTokens: model.maxTokens ?? undefined,
      temperature: model.temperature,
      maxTurns,
      instructions,
    },
    dispatch,
    client: readClient(settings, places),
    agent: settings.agent?.type,
  });
  const isUnset = run.model.temperature !== undefined && model.temperature === undefined;
  return [
    ...(isUnset ? [`temperature was ${run.model.temperature}, is not set`] : []),
    ...(stale === undefined ? [] : stale.changes),
  ];
}

/** When the run in a cassette was made; undefined where there is no cassette, or it cannot be read. */
async function readRecordedAt(file: string): Promise<string | undefined> {
  return (await ifCassette(readCassette(file)))?.cassette.facts.recorded.at;
}
