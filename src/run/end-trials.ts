// Ends what is kept of judged trials: it goes when the command is done, or else stays, with the command that goes on.
import { wordsOfConfig } from "../config/words-of-configs.js";
import type { TrialsBefore } from "../suite/going-on.js";
import type { RunOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";

/** Says nothing where nothing is kept: to go on is to begin then. */
export async function endTrials(
  before: TrialsBefore,
  { workflows, configName }: RunSettings,
  { command, isDone }: { command: "eval" | "record"; isDone: boolean },
  { again, onProgress }: RunOptions,
): Promise<void> {
  if (isDone) return before.forget(workflows);
  const kept = await before.countKept(workflows);
  if (kept === 0) return;
  const words = again ?? `mcpvals ${command}${wordsOfConfig(configName)} --continue`;
  const trials = kept === 1 ? "1 trial that was judged is kept" : `${kept} trials that were judged are kept`;
  onProgress?.({ type: "note", message: `${trials}, and not paid again. To go on: ${words}` });
}
