// Keeps for `accept` what the last diff of a suite found beyond its replays: contract changes, and drift between two
// live sides. The files are safe to delete.
import { readJson } from "../json/read-json.js";
import * as z from "zod";
import { changeShape } from "../cassette/accepted-file.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { lastDiffFileOf, type StorePlace } from "../cassette/store-place.js";
import type { ContractChange } from "../contract/change.js";
import { messageOf } from "../errors.js";
import type { Drift } from "../trace/drift.js";
import { KEPT_LIMIT, keepFile } from "./keep-file.js";
import { driftShape } from "./last-replay-text.js";

const VERSION = 1;

const change = z.strictObject({
  id: z.string(),
  ...changeShape,
  message: z.string(),
  note: z.string().optional(),
  accepted: z.literal(true).optional(),
});

const file = z.strictObject({
  lastDiff: z.literal(VERSION),
  contract: z.array(change),
  workflows: z.array(z.strictObject({ workflow: z.string(), recordedAt: z.string(), drift: z.array(driftShape) })),
});

/** All values with placeholders, as in a cassette. */
export interface LastDiff {
  contract: ContractChange[];
  /** `recordedAt`: when the played run was recorded. */
  workflows: { workflow: string; recordedAt: string; drift: Drift[] }[];
}

/**
 * Writes what a diff found over what the previous one found. Resolves to a message if that fails, which must not fail
 * the diff.
 */
export async function writeLastDiff(place: StorePlace, found: LastDiff): Promise<string | undefined> {
  try {
    await keepFile(place, lastDiffFileOf(place), `${JSON.stringify({ lastDiff: VERSION, ...found })}\n`);
    return undefined;
  } catch (error) {
    return `What the diff found could not be kept for \`accept\`: ${messageOf(error)}`;
  }
}

/** What the last diff of a suite found; empty where there was no diff, or its file cannot be read. */
export async function readLastDiff(place: StorePlace): Promise<LastDiff> {
  const path = lastDiffFileOf(place);
  const bytes = await readLimited(path, KEPT_LIMIT);
  const parsed = file.safeParse(bytes === undefined ? undefined : readJson(decodeText(bytes, path)));
  return parsed.success ? parsed.data : { contract: [], workflows: [] };
}
