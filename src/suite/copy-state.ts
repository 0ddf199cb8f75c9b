// Copies the folder with the data of a suite's server into the run's own folder, so that all runs start alike.
import { cp, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Suite } from "../config/suite.js";
import { McpvalsError, messageOf } from "../errors.js";

/** Does nothing where the config names no `state`. Throws CONFIG_INVALID where it is no folder, WRITE_FAILED. */
export async function copyState({ config, folder }: Pick<Suite, "config" | "folder">, to: string): Promise<void> {
  if (config.state === undefined) return;
  const from = resolve(folder, config.state);
  const stats = await stat(from).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw new McpvalsError("CONFIG_INVALID", `"state" names ${config.state}, which is not a folder`, {
      evidence: `Looked for ${from}. Each run starts with a copy of it in \${MCPVALS_TMP}.`,
      fix: 'Make the folder and commit it, or remove "state" from the config.',
    });
  }
  try {
    await cp(from, to, { recursive: true, verbatimSymlinks: true });
  } catch (error) {
    throw new McpvalsError("WRITE_FAILED", `cannot copy ${from} ("state") to ${to}`, {
      evidence: messageOf(error),
      cause: error,
    });
  }
}
