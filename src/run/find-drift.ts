// Ids of drifts and some suites in; the drifts of their last replays out, each in its suite.
import { readCassette } from "../cassette/read-cassette.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import { didYouMean } from "../config/did-you-mean.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { canonicalJson } from "../json/canonical.js";
import type { Drift } from "../trace/drift.js";
import { readLastReplay } from "./last-replay.js";
import type { LastReplay } from "./last-replay-text.js";

export interface FoundDrift {
  suite: Suite;
  workflow: string;
  drift: Drift;
  last: LastReplay;
  /** The cassette is of another run than the one that was played. */
  recordedAgain: boolean;
  /** The same drift in other workflows of the suite, under other ids. */
  twins: { workflow: string; drift: Drift }[];
}

interface Replay {
  suite: Suite;
  last: LastReplay;
}

/** Finds each id. Throws REPLAY_MISSING, DRIFT_NOT_FOUND, BAD_USAGE for one of several suites, CASSETTE_*. */
export async function findDrift(suites: readonly Suite[], ids: readonly string[]): Promise<FoundDrift[]> {
  const replays = await readReplays(suites);
  const found: FoundDrift[] = [];
  for (const id of new Set(ids)) {
    const places = replays.filter(({ last }) => last.drift.some((drift) => drift.id === id));
    const [place, other] = places;
    if (place === undefined) throw notFound(id, replays, suites);
    if (other !== undefined) {
      throw new McpvalsError("BAD_USAGE", `${id} stands in the last replays of several suites`, {
        evidence: places.map(({ suite }) => suite.file ?? suite.name).join("\n"),
        fix: `Name the config: mcpvals accept ${id} CONFIG -m WHY`,
      });
    }
    const drift = place.last.drift.find((one) => one.id === id);
    if (drift === undefined) continue;
    const { suite, last } = place;
    found.push({
      suite,
      workflow: last.workflow,
      drift,
      last,
      recordedAgain: await wasRecordedAgain(place),
      twins: replays
        .filter((one) => one.suite === suite && one !== place)
        .flatMap((one) =>
          one.last.drift
            .filter((twin) => sameness(twin) === sameness(drift))
            .map((twin) => ({ workflow: one.last.workflow, drift: twin })),
        ),
    });
  }
  return found;
}

async function readReplays(suites: readonly Suite[]): Promise<Replay[]> {
  const replays: Replay[] = [];
  for (const suite of suites) {
    const place = storePlaceOf(suite);
    for (const { name } of suite.config.workflows ?? []) {
      const last = await readLastReplay(place, name);
      if (last !== undefined) replays.push({ suite, last });
    }
  }
  return replays;
}

async function wasRecordedAgain({ suite, last }: Replay): Promise<boolean> {
  const { cassette } = await readCassette(cassetteFileOf(storePlaceOf(suite), last.workflow));
  return cassette.facts.recorded.at !== last.recordedAt;
}

/** What makes it the same to a person, whichever workflow meets it. */
function sameness({ class: kind, where: { part, tool, path }, recorded, present }: Drift): string {
  const values = [recorded, present].map((value) => (value === undefined ? [] : [value]));
  return canonicalJson([kind, part, tool ?? null, path, ...values]);
}

function notFound(id: string, replays: readonly Replay[], suites: readonly Suite[]): McpvalsError {
  const names = suites.map(({ name }) => name).join(", ");
  if (replays.length === 0) {
    return new McpvalsError("REPLAY_MISSING", `There is no replay of ${names} to take ${id} from`, {
      evidence: "What the last replay found is kept in .mcpvals/last/ beside the config, on the machine that replayed.",
      fix: "Replay first: mcpvals replay",
    });
  }
  const inTheWay = replays.flatMap(({ last }) =>
    last.drift.filter(({ class: kind }) => kind !== "volatile" && kind !== "correlated").map((drift) => drift.id),
  );
  const near = didYouMean(
    id,
    replays.flatMap(({ last }) => last.drift.map((drift) => drift.id)),
  );
  return new McpvalsError("DRIFT_NOT_FOUND", `No drift of the last replay is called ${id}`, {
    evidence:
      inTheWay.length === 0
        ? `The last replay of ${names} found nothing that could be accepted.`
        : `It found: ${inTheWay.slice(0, 20).join(", ")}${inTheWay.length > 20 ? ", …" : ""}`,
    fix: near === undefined ? "Replay again if the server changed since: mcpvals replay" : `Did you mean ${near}?`,
  });
}
