// Keeps a live run beside the config, so that nobody pays twice to see what Claude did.
import { storePlaceOf } from "../cassette/store-place.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import type { RunToKeep } from "../suite/last-run-text.js";
import { writeLastRun } from "../suite/last-run.js";
import type { RunOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";

/** Writes the run with its evaluation to `.mcpvals/last/`; a note says why where it cannot. */
export async function keepRun(
  { evaluation, ...run }: RunToKeep,
  places: Veil,
  { suite }: Pick<RunSettings, "suite">,
  { onProgress }: RunOptions,
): Promise<void> {
  const kept = { ...run, evaluation: places.redactTexts(evaluation) };
  const fault = await writeLastRun(storePlaceOf(suite), kept, (name, content) => scanForSecrets(places, name, content));
  if (fault !== undefined) onProgress?.({ type: "note", message: fault });
}
