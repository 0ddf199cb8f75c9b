// Suggests commands that help to decide a workflow with an inconclusive verdict. Names only commands that exist.
import { wordsOfConfig } from "../config/words-of-configs.js";
import { shellWords, workflowFlag } from "../shell-words.js";

/** The commands that can settle an inconclusive verdict, as far as they exist. */
const SETTLING_COMMANDS: readonly SettlingCommand[] = ["show", "record", "accept"];

/** Nobody reviews more of them one by one. */
const MOST_IDS = 20;

export type SettlingCommand = "show" | "record" | "accept";

export interface Unsettled {
  workflow: string;
  /** The config as the user names it on the command line; null for a config object. */
  config: string | null;
  /** A replay ran, so there is something to show. */
  replayed: boolean;
  /** Ids of the drifts that leave the verdict open, where accepting all of them helps. */
  drift: readonly string[];
  /** A live run is kept that can be recorded without asking Claude again. */
  kept?: boolean | undefined;
}

/** Returns command lines to copy, the one that only looks first. */
export function buildSettle(
  { workflow, config, replayed, drift, kept = false }: Unsettled,
  commands: readonly SettlingCommand[] = SETTLING_COMMANDS,
): string[] {
  // With the config, because another config may have the workflow too.
  const named = wordsOfConfig(config);
  const lines: Record<SettlingCommand, string[]> = {
    show: replayed ? [`mcpvals show ${shellWords(workflow)}${named} --diff`] : [],
    record: [...(kept ? [fromLast(workflow, config)] : []), `mcpvals record${named} ${workflowFlag(workflow)}`],
    accept:
      drift.length > 0 && drift.length <= MOST_IDS
        ? [`mcpvals accept ${drift.join(" ")}${named} -m "why it is harmless"`]
        : [],
  };
  const order: readonly SettlingCommand[] = ["show", "record", "accept"];
  return order.filter((command) => commands.includes(command)).flatMap((command) => lines[command]);
}

/**
 * Returns the commands that help where the last run cannot be recorded. `model`: the run's, where only the model differs
 * from the one that is asked for now.
 */
export function buildAskAgain(workflow: string, config: string | null, model?: string): string[] {
  const words = `${wordsOfConfig(config)} ${workflowFlag(workflow)}`;
  return [
    ...(model === undefined ? [] : [`${fromLast(workflow, config)} --model ${shellWords(model)}`]),
    `mcpvals record${words}`,
    `mcpvals eval${words}`,
  ];
}

function fromLast(workflow: string, config: string | null): string {
  return `mcpvals record${wordsOfConfig(config)} --from-last ${workflowFlag(workflow)}`;
}
