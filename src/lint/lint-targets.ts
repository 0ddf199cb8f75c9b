// Finds the folders of cassettes, the files in them and the configs that the paths of a command line mean. Reads
// folders.
import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isConfigLike } from "../config/config-name.js";
import { findConfigs } from "../config/find.js";
import { isGlob } from "../trace/glob.js";
import { isCode } from "../config/load.js";
import { matchFiles } from "../config/match-files.js";
import { showPath } from "../config/show-path.js";
import { McpvalsError } from "../errors.js";
import { BLOB_FILE, CONTRACT_FILE, findCassetteFolders, folderOf } from "../cassette/list-folder.js";

export interface LintTargets {
  /** Absolute paths of folders, with the selected files in them; undefined: all. */
  folders: Map<string, Set<string> | undefined>;
  /** Cassettes that the user named one by one. */
  named: Set<string>;
  /** Config files that the user named. */
  configs: string[];
  /** Config files that were found in the folders. */
  found: string[];
}

const CODE_CONFIG = /\.config\.[cm]?[jt]s$/;

/** Throws BAD_USAGE for a path that does not exist, and for a kind of file that lint does not know. */
export async function findTargets(paths: readonly string[], cwd: string): Promise<LintTargets> {
  const targets: LintTargets = { folders: new Map(), named: new Set(), configs: [], found: [] };
  if (paths.length === 0) await addFolder(targets, cwd);
  for (const path of paths) {
    const file = resolve(cwd, path);
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isDirectory() === true) await addFolder(targets, file);
    else if (stats !== undefined) addFile(targets, file, cwd, true);
    else if (isGlob(path)) {
      const files = await matchFiles(path, cwd);
      if (files.length === 0) throw unknown(`Nothing matches ${path}`);
      for (const one of files) addFile(targets, one, cwd, false);
    } else throw unknown(`There is no ${path}`);
  }
  return targets;
}

async function addFolder(targets: LintTargets, folder: string): Promise<void> {
  // A cassette's own contracts and blobs are not folders of cassettes.
  const whole = /[\\/](?:contracts|blobs)$/.test(folder) ? folderOf(join(folder, basename(folder))) : folder;
  for (const found of await findCassetteFolders(whole)) targets.folders.set(found, undefined);
  targets.found.push(...(await configsBelow(folder)));
}

function addFile(targets: LintTargets, file: string, cwd: string, isNamed: boolean): void {
  if (isConfigLike(file)) {
    // A glob may match any other program.
    if (isNamed || !isCode(file) || CODE_CONFIG.test(file)) targets.configs.push(file);
    return;
  }
  if (!file.endsWith(".yaml") && !BLOB_FILE.test(file))
    throw unknown(`${showPath(file, cwd)} does not have the name of a cassette`);
  const folder = folderOf(file);
  if (!targets.folders.has(folder)) targets.folders.set(folder, new Set());
  targets.folders.get(folder)?.add(file);
  if (isNamed && !CONTRACT_FILE.test(file)) targets.named.add(file);
}

/** Configs at and below a folder, as replay finds them; having none is not a fault. */
export async function configsBelow(folder: string): Promise<string[]> {
  try {
    return (await findConfigs([], { cwd: folder, below: true })).map(({ file }) => file);
  } catch (error) {
    if (error instanceof McpvalsError && error.code === "CONFIG_NOT_FOUND") return [];
    throw error;
  }
}

function unknown(message: string): McpvalsError {
  return new McpvalsError("BAD_USAGE", message, {
    fix: "Name cassettes (.yaml), their folders, or configs; without any: all in and below this folder.",
  });
}
