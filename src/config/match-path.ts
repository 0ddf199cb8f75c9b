// Decides whether a path matches a glob, without reading folders: also for a file that is gone. Pure.
import { resolve, sep } from "node:path";
import { isGlob, matchesGlob } from "../trace/glob.js";

/**
 * `glob` is relative to `folder`; `**` is any number of folders, and the name of a folder matches all that is below it.
 * `path` is absolute.
 */
export function matchesPath(glob: string, folder: string, path: string): boolean {
  const parts = glob.split("/").filter((part) => part !== "" && part !== ".");
  const first = parts.findIndex((part) => part === "**" || isGlob(part));
  const plain = first < 0 ? parts : parts.slice(0, first);
  const start = resolve(glob.startsWith("/") ? sep : folder, ...plain).split(sep);
  const names = path.split(sep);
  if (start.some((name, at) => name !== names[at])) return false;
  const rest = names.slice(start.length);
  return first < 0 || matchesParts(parts.slice(first), rest);
}

function matchesParts([part, ...others]: readonly string[], names: readonly string[]): boolean {
  // All parts are used up: what is below a folder that matches, matches.
  if (part === undefined) return true;
  if (part === "**") return others.length === 0 || names.some((_, at) => matchesParts(others, names.slice(at)));
  const [name, ...below] = names;
  return name !== undefined && matchesGlob(part, name) && matchesParts(others, below);
}
