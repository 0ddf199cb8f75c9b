// Finds the variables with names of data that a server's script reads, so that data which only the shell names is not
// overlooked. Reads the script, and runs nothing.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ClientServer } from "../config/client-entry.js";

const LARGEST = 1024 * 1024;
const READS =
  /(?:process\.env(?:\.|\[["'])|os\.environ(?:\.get\(|\[)["']|getenv\(["']|env::var\(["']|ENV\[["'])([A-Z][A-Z\d_]{1,60})/g;
const DATA = /_(?:PATH|FILE|DIR|DIRECTORY|FOLDER|URL|URI|DSN)$/;

/** Names, sorted, of the scripts among the arguments. */
export function dataVariablesOf({ args = [] }: ClientServer, root: string): string[] {
  const names = args.flatMap((arg) => [...readScript(resolve(root, arg)).matchAll(READS)].map(([, name = ""]) => name));
  return [...new Set(names)].filter((name) => DATA.test(name)).toSorted();
}

function readScript(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  const isScript = stats?.isFile() === true && stats.size <= LARGEST && /\.(?:[cm]?[jt]sx?|py|rb)$/.test(file);
  return isScript ? readFileSync(file, "utf8") : "";
}
