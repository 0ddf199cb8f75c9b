// Finds the files that match a glob. Reads folders, opens no file.
import { join, parse, resolve, sep } from "node:path";
import { buildGlob, isGlob } from "../trace/glob.js";
import { readEntries } from "./walk.js";

/**
 * Absolute paths, sorted, each once. Hidden names, and folders that a search skips, match only where the glob names
 * them.
 */
export async function matchFiles(glob: string, cwd: string): Promise<string[]> {
  const { root } = parse(glob);
  const parts = (sep === "\\" ? glob.replaceAll("\\", "/") : glob).slice(root.length).split("/");
  const files = await match(
    resolve(cwd, root),
    parts.filter((part) => part !== "" && part !== "."),
  );
  return [...new Set(files)].toSorted();
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
  // A folder named in full may be a link, or one that a search skips.
  const next = isGlob(part) ? folders.filter(fits) : [part];
  return (await Promise.all(next.map((name) => match(join(folder, name), rest)))).flat();
}

/** As in a shell, `*` matches no hidden names. */
function matcher(part: string): (name: string) => boolean {
  const glob = buildGlob(part);
  return (name) => glob.test(name) && (isVisible(name) || part.startsWith("."));
}

function isVisible(name: string): boolean {
  return !name.startsWith(".");
}
