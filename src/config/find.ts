// Finds the config files that the `[config…]` of a command line names. Reads folders, opens no file.
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { McpvalsError } from "../errors.js";
import { isGlob } from "../trace/glob.js";
import { matchFiles } from "./match-files.js";
import { describeMissing } from "./not-found.js";
import { showPath } from "./show-path.js";
import { readEntries } from "./walk.js";

const EXTENSIONS = ["json", "ts", "mts", "cts", "js", "mjs", "cjs"];
const CONFIG_NAME = /^(?:mcp-eval|mcpvals)\.config\.(?:json|[cm]?[jt]s)$/;
const CONFIG_LIKE = /\.(?:json|[cm]?[jt]s)$/;
const LOOKED_FOR = `mcp-eval.config.* or mcpvals.config.* (${EXTENSIONS.join(", ")})`;

export interface FindOptions {
  /** Absolute path of the folder that arguments are relative to. */
  cwd: string;
  /** Look below folders too, for commands that spend nothing. */
  below?: boolean;
}

/** A config file, and how it was found. */
export interface FoundConfig {
  /** Absolute path. */
  file: string;
  /**
   * Whether the user named it, or it is in `cwd` itself. The code of a config that only a search found must not run.
   */
  isMeant: boolean;
}

/**
 * The config files that the arguments name: files, folders, globs; without arguments, the one in `cwd`. Each file once,
 * in the order of the arguments. Throws CONFIG_NOT_FOUND, CONFIG_AMBIGUOUS.
 */
export async function findConfigs(
  args: readonly string[],
  { cwd, below = false }: FindOptions,
): Promise<FoundConfig[]> {
  const found = new Map<string, FoundConfig>();
  for (const arg of args.length === 0 ? [cwd] : args) {
    for (const { file, isMeant } of await findOne(arg, cwd, below)) {
      found.set(file, { file, isMeant: isMeant || found.get(file)?.isMeant === true });
    }
  }
  return [...found.values()];
}

async function findOne(arg: string, cwd: string, below: boolean): Promise<FoundConfig[]> {
  const path = resolve(cwd, arg);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    const files = await requireSome(await searchFolder(path, cwd, below), path, cwd, below);
    return files.map((file) => ({ file, isMeant: dirname(file) === resolve(cwd) }));
  }
  if (stats !== undefined) return [{ file: path, isMeant: true }];
  if (!isGlob(arg)) throw await describeMissing(path, cwd);
  const files = (await matchFiles(arg, cwd)).filter((file) => CONFIG_LIKE.test(file));
  if (files.length > 0) return files.map((file) => ({ file, isMeant: true }));
  throw new McpvalsError("CONFIG_NOT_FOUND", `No config matches ${arg}`, {
    evidence: `Looked in ${cwd} for files that match and end in ${EXTENSIONS.map((extension) => `.${extension}`).join(", ")}`,
    fix: "Name a config file, or a folder that holds one.",
  });
}

/** The folder's config and, with `below`, those of the folders below it. */
async function searchFolder(folder: string, cwd: string, below: boolean): Promise<string[]> {
  const { files, folders } = await readEntries(folder);
  const here = files.filter((name) => CONFIG_NAME.test(name)).map((name) => join(folder, name));
  if (here.length > 1) {
    const names = here.map((file) => showPath(file, cwd));
    throw new McpvalsError("CONFIG_AMBIGUOUS", `Two configs in one folder: ${names.join(" and ")}`, {
      fix: `Name the one you mean (${names.join(" or ")}), or both.`,
    });
  }
  if (below) {
    for (const name of folders) here.push(...(await searchFolder(join(folder, name), cwd, below)));
  }
  return here;
}

async function requireSome(found: string[], folder: string, cwd: string, below: boolean): Promise<string[]> {
  if (found.length > 0) return found;
  const deeper = below ? [] : await searchFolder(folder, cwd, true).catch(() => []);
  const names = deeper.map((file) => showPath(file, cwd));
  const where = folder === cwd ? "here" : `in ${showPath(folder, cwd)}`;
  throw new McpvalsError("CONFIG_NOT_FOUND", `There is no config ${where}`, {
    evidence: `Looked for ${LOOKED_FOR} in ${folder}${below ? " and below it" : ""}`,
    fix: names.length === 0 ? "Name a config file." : `Name one of those below: ${names.slice(0, 5).join(", ")}`,
  });
}
