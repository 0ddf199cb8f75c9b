// Builds the error for a path that does not exist: what was looked for, and what exists instead.
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import { didYouMean } from "./did-you-mean.js";
import { showPath } from "./show-path.js";

/** The error for a config file that does not exist. */
export function describeMissing(file: string, cwd: string): Promise<McpvalsError> {
  return notThere("CONFIG_NOT_FOUND", file, cwd, "Name a config file, a folder that holds one, or a glob.");
}

/** The error for another file that the user named; `fix` is for one that has no similar name beside it. */
export function describeMissingFile(file: string, cwd: string, fix: string): Promise<McpvalsError> {
  return notThere("FILE_NOT_FOUND", file, cwd, fix);
}

async function notThere(
  code: "CONFIG_NOT_FOUND" | "FILE_NOT_FOUND",
  file: string,
  cwd: string,
  fix: string,
): Promise<McpvalsError> {
  const folder = dirname(file);
  const names = await readdir(folder).catch(() => undefined);
  const near = didYouMean(basename(file), names ?? []);
  return new McpvalsError(code, `There is no ${showPath(file, cwd)}`, {
    evidence: names === undefined ? `The folder ${showPath(folder, cwd)} does not exist or cannot be read.` : undefined,
    fix: near === undefined ? fix : `Did you mean ${showPath(join(folder, near), cwd)}?`,
  });
}
