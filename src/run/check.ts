// The check: a cassette replayed once on the same server, to learn what differs by itself. No tokens.
import { readAcceptedOf } from "../cassette/accepted-store.js";
import { replaceVaries } from "../cassette/replace-block.js";
import type { Variation } from "../cassette/schema.js";
import { rewriteCassette } from "../cassette/store.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { RecordedFacts } from "../report/report.js";
import { describePlace } from "../report/describe-place.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import type { RunOptions } from "./options.js";
import { describeStaleness, readRecording } from "./recording.js";
import { replayOnServer } from "./replay-once.js";
import { buildRules } from "./replay-workflow.js";
import type { RunSettings } from "./settings.js";
import { offerOf, type Stages } from "./stage.js";
import { findShuffledLists, liesIn, suggestPlaces } from "./suggest-places.js";
import { joinVaries } from "./varies.js";

const DOES_NOT_REPLAY = "Does not replay on its own server";

/** More of them nobody reads in a sentence. */
const PLACES_SHOWN = 10;

export interface Checked {
  check: NonNullable<RecordedFacts["check"]>;
  paste?: RecordedFacts["paste"];
  /** The replayed run; absent where there was nothing to play. */
  trace?: Trace;
  /** The same, as a report may show it. */
  shown?: Trace | undefined;
}

/** Replays a cassette on the server that made it and writes what differs into its `varies`. Throws CASSETTE_*. */
export async function checkWorkflow(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  { onProgress }: RunOptions,
): Promise<Checked> {
  const { suite } = settings;
  const stage = await stages.open();
  try {
    const workflow = expandWorkflow(written, stage.env);
    const { file, cassette, trace: recorded, stale } = await readRecording(settings, workflow, stage.places);
    if (stale !== undefined) return { check: { replays: false, varies: [], message: describeStaleness(stale) } };
    const { trace, varies } = await replayOnServer(await stage.start(offerOf(recorded.server)), {
      workflow,
      recorded,
      rules: buildRules(settings, {
        varies: cassette.varies,
        accepted: await readAcceptedOf(storePlaceOf(suite), workflow.name),
        strict: false,
      }),
      mode: "check",
      afterDrift: "stop",
      dispatch: settings.dispatch,
      places: stage.places,
      signal: settings.signal,
      now: settings.now,
      onEvent: (event) =>
        onProgress?.({
          type: "event",
          suite: suite.name,
          workflow: workflow.name,
          event: stage.places.redactEvent(event),
        }),
    });
    const open = (trace.evidence?.drift ?? []).filter(
      (drift) => (drift.class === "changed" || drift.class === "breaking") && drift.accepted !== true,
    );
    const runs = { recorded: trace.evidence?.recorded ?? trace, live: trace };
    const places = open.flatMap(({ where: { call, path } }) => (call === undefined ? [] : [{ call, at: path }]));
    const shuffled = findShuffledLists([...places, ...varies], runs);
    const left = open.filter(({ where: { call = 0, path } }) => !liesIn(shuffled, { call, at: path }));
    const replays = trace.end.kind === recorded.end.kind && open.length + shuffled.length === 0;
    // An element that stands in another place is no value that differs: anything could stand there then.
    const all = joinVaries(
      cassette.varies,
      varies.filter((place) => !liesIn(shuffled, place)),
    );
    // What was learned stands, also where something else keeps the workflow from replaying.
    if (all.length > cassette.varies.length) {
      await rewriteCassette(storePlaceOf(suite), file, (text, name) => replaceVaries(text, name, all));
    }
    const paste = suggestPlaces(left, shuffled);
    const fresh = all.length - cassette.varies.length;
    const message = replays
      ? describeVaries(all, fresh, displayPath(file))
      : describeOpen(left, shuffled, trace, paste !== undefined);
    return {
      check: { replays, varies: all, message },
      paste,
      trace,
      shown: settings.transcripts ? stage.places.redactTrace(trace) : undefined,
    };
  } finally {
    await stage.close();
  }
}

function describeOpen(
  open: readonly Drift[],
  shuffled: readonly { call: number; tool: string; at: string }[],
  { end }: Trace,
  canPaste: boolean,
): string {
  const all = [
    ...shuffled.map(({ call, tool, at }) => `call ${call}, ${tool} result, ${at} came in another order`),
    ...open.map(({ where }) => `${describePlace(where)} changed, and neither clock nor pattern explains it`),
  ];
  if (all.length === 0) return `${DOES_NOT_REPLAY}: ${"message" in end ? end.message : "it ended otherwise"}`;
  const more = all.length > PLACES_SHOWN ? `; and ${all.length - PLACES_SHOWN} more` : "";
  const advice = canPaste
    ? "If this differs on its own, free these places in the config."
    : "If the server keeps state from one run to the next, reset it in the config's setup.";
  return `${DOES_NOT_REPLAY}: ${all.slice(0, PLACES_SHOWN).join("; ")}${more}. ${advice}`;
}

/** `fresh`: how many of them this check has added to the cassette. */
function describeVaries(varies: readonly Variation[], fresh: number, file: string): string {
  if (varies.length === 0) return "Replays, and nothing differs by itself.";
  const places = varies.map(({ call, at }) => `call ${call} ${at}`).join(", ");
  const differ = varies.length === 1 ? "one place differs by itself" : `${varies.length} places differ by themselves`;
  const written = fresh === 0 ? "" : `. New among them, and written into ${file}: ${fresh}`;
  return `Replays; ${differ}: ${places}${written}`;
}
