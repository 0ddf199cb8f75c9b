// Builds the error for a path that does not exist: what was looked for, and what exists instead.
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import { didYouMean } from "./did-you-mean.js";
import { showPath } from "./show-path.js";

/** The error for a config file that does not exist; looks for similar names beside it. */
export async function describeMissing(file: string, cwd: string): Promise<McpvalsError> {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => undefined);
  const near = didYouMean(basename(file), names ?? []);
  const shown = showPath(file, cwd);
  return new McpvalsError("CONFIG_NOT_FOUND", `There is no ${shown}`, {
    evidence: names === undefined ? `The folder ${showPath(folder, cwd)} does not exist or cannot be read.` : undefined,
    fix:
      near === undefined
        ? "Name a config file, a folder that holds one, or a glob."
        : `Did you mean ${showPath(join(folder, near), cwd)}?`,
  });
}
