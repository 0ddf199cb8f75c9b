// Finds the config files that the `[config…]` of a command line names. Reads folders, and of their files only JSON that
// may be a suite.
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { docsFile } from "../docs-file.js";
import { McpvalsError } from "../errors.js";
import { isGlob } from "../trace/glob.js";
import { CONFIG_NAMES, EXTENSIONS, isConfigLike, isConfigName, isSharedName, suiteNameOf } from "./config-name.js";
import { looksLikeSuite } from "./looks-like-suite.js";
import { matchFiles } from "./match-files.js";
import { describeMissing } from "./not-found.js";
import { showPath } from "./show-path.js";
import { readEntries } from "./walk.js";

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
  /** Whether the user named the file or a glob that matches it. Else a search of a folder found it. */
  isNamed: boolean;
}

/**
 * The config files that the arguments name: files, folders, globs; without arguments, those in `cwd`. Each file once,
 * in the order of the arguments. Throws CONFIG_NOT_FOUND, and CONFIG_AMBIGUOUS where two of a folder are one suite by
 * their names.
 */
export async function findConfigs(
  args: readonly string[],
  { cwd, below = false }: FindOptions,
): Promise<FoundConfig[]> {
  const found = new Map<string, FoundConfig>();
  for (const arg of args.length === 0 ? [cwd] : args) {
    for (const one of await findOne(arg, cwd, below)) {
      const before = found.get(one.file);
      const { file, isMeant, isNamed } = one;
      found.set(file, {
        file,
        isMeant: isMeant || before?.isMeant === true,
        isNamed: isNamed || before?.isNamed === true,
      });
    }
  }
  return [...found.values()];
}

async function findOne(arg: string, cwd: string, below: boolean): Promise<FoundConfig[]> {
  const path = resolve(cwd, arg);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    const files = await requireSome(await searchFolder(path, cwd, below), path, cwd, below);
    return files.map((file) => ({ file, isMeant: dirname(file) === resolve(cwd), isNamed: false }));
  }
  if (stats !== undefined) return [{ file: path, isMeant: true, isNamed: true }];
  if (!isGlob(arg)) throw await describeMissing(path, cwd);
  const files = (await matchFiles(arg, cwd)).filter(isConfigLike);
  if (files.length > 0) return files.map((file) => ({ file, isMeant: true, isNamed: true }));
  throw new McpvalsError("CONFIG_NOT_FOUND", `No config matches ${arg}`, {
    evidence: `Looked in ${cwd} for files that match and end in ${EXTENSIONS.map((extension) => `.${extension}`).join(", ")}`,
    fix: "Name a config file, or a folder that holds one.",
  });
}

/** The folder's configs and, with `below`, those of the folders below it. */
async function searchFolder(folder: string, cwd: string, below: boolean): Promise<string[]> {
  const { files, folders } = await readEntries(folder);
  const suites = new Array<string>();
  for (const name of files) {
    const file = join(folder, name);
    if (isConfigName(name) || (isSharedName(name) && (await looksLikeSuite(file)))) suites.push(file);
  }
  refuseSameName(suites, cwd);
  if (below) {
    for (const name of folders) suites.push(...(await searchFolder(join(folder, name), cwd, below)));
  }
  return suites;
}

/** Two suites of one name would write to the same cassettes. */
function refuseSameName(files: readonly string[], cwd: string): void {
  const byName = new Map<string, string>();
  for (const file of files) {
    const name = suiteNameOf(file);
    const other = byName.get(name);
    byName.set(name, file);
    if (other === undefined) continue;
    const names = [showPath(other, cwd), showPath(file, cwd)];
    throw new McpvalsError("CONFIG_AMBIGUOUS", `Two configs are the suite "${name}": ${names.join(" and ")}`, {
      evidence: `Both would use the same cassettes (cassettes/${name}).`,
      fix: `Rename one, or name the one you mean: ${names.join(" or ")}`,
    });
  }
}

async function requireSome(found: string[], folder: string, cwd: string, below: boolean): Promise<string[]> {
  if (found.length > 0) return found;
  const deeper = below ? [] : await searchFolder(folder, cwd, true).catch(() => []);
  const names = deeper.map((file) => showPath(file, cwd));
  const where = folder === cwd ? "here" : `in ${showPath(folder, cwd)}`;
  throw new McpvalsError("CONFIG_NOT_FOUND", `There is no config ${where}`, {
    evidence: [
      `Looked in ${folder}${below ? " and below it" : ""} for ${CONFIG_NAMES} (${EXTENSIONS.join(", ")}),`,
      'and for *.config.json with "server" and "workflows".',
    ].join("\n"),
    fix:
      names.length === 0
        ? `Name a config file (all keys: ${docsFile("configuration.md")}), or set one up for the server here: mcpvals init`
        : `Name one of those below: ${names.slice(0, 5).join(", ")}`,
  });
}
