// Says how this program is started, from a module of the library as from one of the command.
import { fileURLToPath } from "node:url";

/** The tests run the sources. */
const MAIN = import.meta.url.endsWith(".ts") ? "../../dist/bin/main.cjs" : "../bin/main.cjs";

/** Node, and the file of the command line. */
export function ownProgram(): [string, string] {
  return [process.execPath, fileURLToPath(new URL(MAIN, import.meta.url))];
}
