// Finds a program of this machine, or says that it is missing.
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Its path: the first of the names that is in PATH or in one of the folders. */
export function findProgram(names, folders = []) {
  for (const folder of [...(process.env.PATH ?? "").split(delimiter), ...folders]) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error(`no ${names[0]} on this machine`);
}

/** Where Debian keeps the programs of PostgreSQL that are not in PATH, the newest version first. */
export function postgresFolders() {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin"));
}
