// Decides whether a path matches a glob, without reading folders: also for a file that is gone. Pure.
import { resolve, sep } from "node:path";
import { isGlob, matchesGlob } from "../trace/glob.js";

/**
 * `glob` is relative to `folder`; `**` is any number of folders, and the name of a folder matches all that is below it.
 * `path` is absolute.
 */
export function matchesPath(glob: string, folder: string, path: string): boolean {
  const { start, rest: parts } = split(glob, folder);
  const names = path.split(sep);
  const begin = start.split(sep);
  if (begin.some((name, at) => name !== names[at])) return false;
  return parts.length === 0 || matchesParts(parts, names.slice(begin.length));
}

/** The folder or file up to which the glob has no wildcard; all that matches is there or below it. */
export function plainStartOf(glob: string, folder: string): string {
  return split(glob, folder).start;
}

/** `rest`: from the first part with a wildcard on. */
function split(glob: string, folder: string): { start: string; rest: string[] } {
  const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
  const first = parts.findIndex((part) => part === "**" || isGlob(part));
  const plain = first < 0 ? parts : parts.slice(0, first);
  return { start: resolve(glob.startsWith("/") ? sep : folder, ...plain), rest: first < 0 ? [] : parts.slice(first) };
}

function matchesParts([part, ...others]: readonly string[], names: readonly string[]): boolean {
  // All parts are used up: what is below a folder that matches, matches.
  if (part === undefined) return true;
  if (part === "**") return others.length === 0 || names.some((_, at) => matchesParts(others, names.slice(at)));
  const [name, ...below] = names;
  return name !== undefined && matchesGlob(part, name) && matchesParts(others, below);
}
