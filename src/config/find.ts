// In: the `[config…]` of a command line. Out: the absolute paths of the config files it means.
// Reads folders, opens no file.
import { stat } from "node:fs/promises";
import { join, parse, resolve, sep } from "node:path";
import { McpvalsError } from "../errors.js";
import { buildGlob, isGlob } from "./glob.js";
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

/**
 * The config files that the arguments name: files, folders, globs; the one in `cwd` without arguments.
 * Each file once, in the order of the arguments. Throws CONFIG_NOT_FOUND, CONFIG_AMBIGUOUS.
 */
export async function findConfigs(args: readonly string[], { cwd, below = false }: FindOptions): Promise<string[]> {
  if (args.length === 0) return requireSome(await searchFolder(cwd, cwd, below), cwd, cwd, below);
  const found = new Set<string>();
  for (const arg of args) {
    for (const file of await findOne(arg, cwd, below)) found.add(file);
  }
  return [...found];
}

async function findOne(arg: string, cwd: string, below: boolean): Promise<string[]> {
  const path = resolve(cwd, arg);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true) return requireSome(await searchFolder(path, cwd, below), path, cwd, below);
  if (stats !== undefined) return [path];
  if (!isGlob(arg)) throw await describeMissing(path, cwd);
  const files = await expandGlob(arg, cwd);
  if (files.length > 0) return files;
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

async function expandGlob(glob: string, cwd: string): Promise<string[]> {
  const { root } = parse(glob);
  const parts = (sep === "\\" ? glob.replaceAll("\\", "/") : glob).slice(root.length).split("/");
  const files = await match(
    resolve(cwd, root),
    parts.filter((part) => part !== "" && part !== "."),
  );
  return [...new Set(files)].filter((file) => CONFIG_LIKE.test(file)).toSorted();
}

async function match(folder: string, parts: readonly string[]): Promise<string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  if (part === "..") return match(resolve(folder, part), rest);
  const { files, folders } = await readEntries(folder);
  if (part === "**") {
    const deeper = await Promise.all(folders.filter(isVisible).map((name) => match(join(folder, name), parts)));
    return [...(await match(folder, rest)), ...deeper.flat()];
  }
  const fits = isGlob(part) ? matcher(part) : (name: string) => name === part;
  if (rest.length === 0) return files.filter(fits).map((name) => join(folder, name));
  // A folder that is named in full may be a link, or one that a search passes over.
  const next = isGlob(part) ? folders.filter(fits) : [part];
  return (await Promise.all(next.map((name) => match(join(folder, name), rest)))).flat();
}

/** As in a shell, `*` takes no hidden names. */
function matcher(part: string): (name: string) => boolean {
  const glob = buildGlob(part);
  return (name) => glob.test(name) && (isVisible(name) || part.startsWith("."));
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}
