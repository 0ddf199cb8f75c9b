// Finds the files that a config starts its servers with: a change of them is one of the suite. Reads no file.
import { statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { findRoot } from "../config/find-root.js";
import { serversIn } from "../config/servers.js";
import type { Suite } from "../config/suite.js";
import { isBelow } from "../is-below.js";

/**
 * Absolute paths of the words of the command lines that are files: scripts, programs and data. Installed ones are none,
 * such as `/usr/bin/node` and what is in `node_modules`.
 */
export function serverFilesOf({ config, folder }: Pick<Suite, "config" | "folder">): string[] {
  const project = findRoot(folder);
  const found = serversIn(config).flatMap(({ server: { command, args = [], cwd = "." } }) => {
    if (command === undefined || cwd.includes("${")) return [];
    // A bare command is looked for in the PATH.
    const words = [...(command.includes("/") ? [command] : []), ...args];
    return words.flatMap((word) => {
      const path = resolve(folder, cwd, word);
      const isOurs = !isAbsolute(word) || isBelow(path, project);
      return isOurs && !path.includes(`${sep}node_modules${sep}`) && isFile(path) ? [path] : [];
    });
  });
  return [...new Set(found)];
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
