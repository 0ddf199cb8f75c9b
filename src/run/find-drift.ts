// Finds drifts by their ids in the last replays and diffs of some suites.
import { findTake } from "../cassette/find-take.js";
import { storePlaceOf } from "../cassette/store-place.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { didYouMean } from "../config/did-you-mean.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import type { ContractChange } from "../contract/change.js";
import { isOfContract } from "../trace/drift-id.js";
import { canonicalJson } from "../json/canonical.js";
import type { Drift } from "../trace/drift.js";
import { readLastDiff } from "../suite/last-diff.js";
import { readLastReplay } from "../suite/last-replay.js";
import type { LastReplay } from "../suite/last-replay-text.js";
import { needsNobody } from "../trace/drift-classes.js";

/** What `accept` needs to know of a replay. */
export type KeptReplay = Pick<LastReplay, "workflow" | "recordedAt" | "drift">;

export interface FoundDrift {
  suite: Suite;
  /** Undefined where the drift is the same for the whole suite: what the server says of itself. */
  workflow: string | undefined;
  drift: Drift;
  /** The replays that met it: one, or several where the drift is the same for the whole suite. */
  lasts: KeptReplay[];
  /** The cassettes were recorded again since the replay. */
  recordedAgain: boolean;
  /** The same drift in other workflows of the suite, under other ids. */
  twins: { workflow: string; drift: Drift }[];
}

export interface FoundChange {
  suite: Suite;
  change: ContractChange;
}

interface Replay {
  suite: Suite;
  last: KeptReplay;
  /** Drift that a diff found for the same recording. */
  beside: Drift[];
}

/**
 * Finds each id: a drift or a change of the contract. `configs`: the paths as the user wrote them, for the commands in
 * messages. Throws REPLAY_MISSING, DRIFT_NOT_FOUND, BAD_USAGE for an id that occurs in several suites, CASSETTE_*.
 */
export async function findDrift(
  suites: readonly Suite[],
  ids: readonly string[],
  configs: readonly string[] = [],
): Promise<{ drift: FoundDrift[]; changes: FoundChange[] }> {
  const replays = await readReplays(suites);
  const diffed = await readChanges(suites);
  const found: FoundDrift[] = [];
  const changes: FoundChange[] = [];
  for (const id of new Set(ids)) {
    const ofContract = diffed.filter(({ change }) => change.id === id);
    const places = replays.filter(({ last, beside }) => [...last.drift, ...beside].some((drift) => drift.id === id));
    const [place] = places;
    const [change] = ofContract;
    if (place === undefined && change === undefined)
      throw notFound(id, { replays, changes: diffed, suites, named: wordsOfConfigs(configs) });
    if (new Set([...places, ...ofContract].map(({ suite }) => suite)).size > 1 || ofContract.length > 1) {
      throw new McpvalsError("BAD_USAGE", `${id} was found in several suites`, {
        evidence: [...places, ...ofContract].map(({ suite }) => suite.file ?? suite.name).join("\n"),
        fix: `Name the config: mcpvals accept ${id} CONFIG -m WHY`,
      });
    }
    if (change !== undefined) changes.push(change);
    if (place === undefined) continue;
    // For drift that all workflows share, skip the replays of cassettes that were recorded again.
    const again = await Promise.all(places.map(wasRecordedAgain));
    const current = places.filter((_, at) => again[at] === false);
    const { suite, last, beside } = current[0] ?? place;
    // Prefer the drift as the diff saw it, where the two differ.
    const drift = [...beside, ...last.drift].find((one) => one.id === id);
    if (drift === undefined) continue;
    found.push({
      suite,
      workflow: isOfContract(drift.where) ? undefined : last.workflow,
      drift,
      lasts: current.length === 0 ? [last] : current.map((one) => one.last),
      recordedAgain: current.length === 0,
      twins: replays
        .filter((one) => one.suite === suite && !places.includes(one))
        .flatMap((one) =>
          one.last.drift
            .filter((twin) => sameness(twin) === sameness(drift))
            .map((twin) => ({ workflow: one.last.workflow, drift: twin })),
        ),
    });
  }
  return { drift: found, changes };
}

async function readReplays(suites: readonly Suite[]): Promise<Replay[]> {
  const replays: Replay[] = [];
  for (const suite of suites) {
    const place = storePlaceOf(suite);
    const diff = await readLastDiff(place);
    for (const { name } of suite.config.workflows ?? []) {
      const last = await readLastReplay(place, name);
      // A diff of an older recording no longer counts.
      const beside = diff.workflows.find(
        ({ workflow, recordedAt }) => workflow === name && recordedAt === (last?.recordedAt ?? recordedAt),
      );
      const kept = last ?? (beside === undefined ? undefined : { ...beside, drift: [] });
      if (kept !== undefined) replays.push({ suite, last: kept, beside: beside?.drift ?? [] });
    }
  }
  return replays;
}

async function readChanges(suites: readonly Suite[]): Promise<FoundChange[]> {
  const found: FoundChange[] = [];
  for (const suite of suites) {
    const { contract } = await readLastDiff(storePlaceOf(suite));
    found.push(...contract.map((change) => ({ suite, change })));
  }
  return found;
}

/** True where none of the takes is the run that was replayed. */
async function wasRecordedAgain({ suite, last }: Replay): Promise<boolean> {
  return (await findTake(storePlaceOf(suite), last.workflow, last.recordedAt)) === undefined;
}

/** The key that makes two drifts the same to a person, in whichever workflow they occur. */
function sameness({ class: kind, where: { part, server, tool, path }, recorded, present }: Drift): string {
  const values = [recorded, present].map((value) => (value === undefined ? [] : [value]));
  return canonicalJson([kind, part, server ?? null, tool ?? null, path, ...values]);
}

function notFound(
  id: string,
  {
    replays,
    changes,
    suites,
    named,
  }: { replays: readonly Replay[]; changes: readonly FoundChange[]; suites: readonly Suite[]; named: string },
): McpvalsError {
  const names = suites.map(({ name }) => name).join(", ");
  if (replays.length === 0 && changes.length === 0) {
    return new McpvalsError("REPLAY_MISSING", `There is no replay or diff of ${names} to take ${id} from`, {
      evidence:
        "What the last replay or diff found is kept in .mcpvals/last/ beside the config, on the machine that ran it.",
      fix: `Replay first: mcpvals replay${named}`,
    });
  }
  const all = replays.flatMap(({ last, beside }) => [...last.drift, ...beside]);
  const inTheWay = [
    ...all.filter((drift) => !needsNobody(drift)),
    ...changes.flatMap(({ change }) => (change.accepted === true ? [] : [change])),
  ].map((one) => one.id);
  const ids = [...new Set(inTheWay)];
  const near = didYouMean(
    id,
    [...all, ...changes.map(({ change }) => change)].map((one) => one.id),
  );
  return new McpvalsError("DRIFT_NOT_FOUND", `No drift of the last replay or diff is called ${id}`, {
    evidence:
      ids.length === 0
        ? `The last replay of ${names} found nothing that could be accepted.`
        : `It found: ${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""}`,
    fix:
      near === undefined
        ? `Replay again, or diff again, if the server changed since: mcpvals replay${named}`
        : `Did you mean ${near}?`,
  });
}
