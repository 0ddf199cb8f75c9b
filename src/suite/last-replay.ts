// Keeps what the last replay of each workflow found, beside the config, for `accept` and `show --diff`. The files are
// safe to delete.
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { refuseLinks } from "../cassette/refuse-links.js";
import type { Hider } from "../places/trace-places.js";
import { lastRunFileOf, type StorePlace } from "../cassette/store-place.js";
import type { Veil } from "../redaction/veil.js";
import { messageOf } from "../errors.js";
import type { Trace } from "../trace/trace.js";
import { KEPT_LIMIT, keepFile } from "./keep-file.js";
import { parseLastReplay, serializeLastReplay, type LastReplay, type Replayed } from "./last-replay-text.js";

/** A replay that was played: its trace in the terms of this machine, and its outcome. */
export interface Played extends Omit<Replayed, "command"> {
  trace: Trace;
  /** Hides the places and secrets of the run. */
  places: Hider & Pick<Veil, "redactTexts">;
}

/**
 * Writes what a replay found over what the previous one found; without `played` nothing was played, and the old file is
 * removed. Resolves to a message if that fails, which must not fail the replay.
 */
export async function writeLastReplay(
  place: StorePlace,
  { command, workflow }: Pick<LastReplay, "command" | "workflow">,
  played: Played | undefined,
): Promise<string | undefined> {
  const path = lastRunFileOf(place, "replay", workflow);
  try {
    refuseLinks(path, dirname(place.state));
    if (played === undefined) {
      await rm(path, { force: true });
      return undefined;
    }
    const { trace, places, ...replayed } = played;
    await keepFile(place, path, serializeLastReplay(trace, { command, ...replayed }, places));
    return undefined;
  } catch (error) {
    return `What the replay of ${workflow} found could not be kept for \`accept\` and \`show --diff\`: ${messageOf(error)}`;
  }
}

/** What the last replay of a workflow found; undefined where it was not played, or its file cannot be read. */
export async function readLastReplay(place: StorePlace, workflow: string): Promise<LastReplay | undefined> {
  const path = lastRunFileOf(place, "replay", workflow);
  const bytes = await readLimited(path, KEPT_LIMIT);
  const last = bytes === undefined ? undefined : parseLastReplay(decodeText(bytes, path));
  return last?.workflow === workflow ? last : undefined;
}
