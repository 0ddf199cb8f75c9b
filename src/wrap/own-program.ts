// Says how this program is started, from a module of the library as from one of the command.
import { fileURLToPath } from "node:url";

/** Node, and the file of the command line. */
export function ownProgram(): [string, string] {
  return [process.execPath, fileURLToPath(new URL("../bin/main.cjs", import.meta.url))];
}
