// Keeps the last run of each workflow with the live model, beside the config, for `show --last` and
// `record --from-last`. The files are safe to delete.
import { serializeStandalone } from "../cassette/cassette-text.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { displayPath, lastRunFileOf, type StorePlace } from "../cassette/store-place.js";
import { McpvalsError, messageOf } from "../errors.js";
import { isBrokenOff } from "../trace/broken-off.js";
import { KEPT_LIMIT, keepFile } from "./keep-file.js";
import { parseLastRun, serializeLastRun, type LastRun, type RunToKeep } from "./last-run-text.js";

/**
 * Writes a run over the one before. `scan` throws for a secret in the text. Resolves to a message if the run cannot be
 * kept, which must not fail it.
 */
export async function writeLastRun(
  place: StorePlace,
  run: RunToKeep,
  scan: (file: string, content: { value: unknown; bytes: Uint8Array }) => void,
): Promise<string | undefined> {
  const path = lastRunFileOf(place, "live", run.workflow);
  try {
    const text = serializeStandalone(run.cassette, run.contract);
    scan(displayPath(path), { value: run.cassette, bytes: Buffer.from(text) });
    const kept = serializeLastRun(run, text);
    if (Buffer.byteLength(kept) > KEPT_LIMIT) throw new Error("it is too large");
    await keepFile(place, path, kept);
    return undefined;
  } catch (error) {
    return `The run of ${run.workflow} could not be kept for \`show --last\` and \`record --from-last\`: ${messageOf(error)}`;
  }
}

/** The last run of a workflow with the live model; undefined where there is none. Throws RUN_INVALID. */
export async function readLastRun(place: StorePlace, workflow: string): Promise<LastRun | undefined> {
  const path = lastRunFileOf(place, "live", workflow);
  const text = await readKept(path);
  if (text === undefined) return undefined;
  const run = parseLastRun(text, displayPath(path));
  if ("why" in run) throw invalidRun(path, run.why);
  if (run.workflow !== workflow || run.run.workflow !== workflow) {
    throw invalidRun(path, `it is a run of ${JSON.stringify(run.workflow)}`);
  }
  return run;
}

/** When the last live run of a workflow was made, where it can be recorded. */
export async function findRunToRecord(place: StorePlace, workflow: string): Promise<string | undefined> {
  try {
    const last = await readLastRun(place, workflow);
    return last === undefined || isBrokenOff(last.run.end) ? undefined : last.run.startedAt;
  } catch (error) {
    if (error instanceof McpvalsError && error.code === "RUN_INVALID") return undefined;
    throw error;
  }
}

/** The text of a kept file; undefined where there is none. Throws RUN_INVALID. */
async function readKept(path: string): Promise<string | undefined> {
  try {
    const bytes = await readLimited(path, KEPT_LIMIT);
    return bytes === undefined ? undefined : decodeText(bytes, displayPath(path));
  } catch (error) {
    throw error instanceof McpvalsError ? invalidRun(path, error.message) : error;
  }
}

export function invalidRun(path: string, why: string): McpvalsError {
  return new McpvalsError("RUN_INVALID", `${displayPath(path)}: this kept run cannot be read`, {
    evidence: why,
    fix: `Nothing else needs the file: remove it, and run the workflow again. rm ${displayPath(path)}`,
  });
}
