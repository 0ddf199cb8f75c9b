// Finds the folder of the project that a folder belongs to.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The project's root: the nearest folder with a `.git` at or above `folder`, else `folder`. */
export function findRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return resolve(folder);
  }
}
