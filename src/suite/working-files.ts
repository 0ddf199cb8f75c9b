// Finds the files that a server changes in the folder that it starts in, which all its runs share. Reads names, sizes and
// times only.
import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { storePlaceOf } from "../cassette/store-place.js";
import type { NamedServer } from "../config/servers.js";
import type { Suite } from "../config/suite.js";

/** Files by their path from the folder of the config, with what says whether they changed. */
export type FilesSeen = ReadonlyMap<string, string>;

const PASSED_OVER = /^(?:\..*|node_modules|__pycache__|venv)$/;
/** A folder with more is not looked through to its end. */
const MOST = 2000;

/**
 * The folders that runs of the servers share: none of a server that mcpvals does not start, and none where the config
 * says already what happens to their data.
 */
export function sharedFoldersOf(suite: Pick<Suite, "config" | "folder">, servers: readonly NamedServer[]): string[] {
  const { state, reset, setup, teardown } = suite.config;
  if ([state, reset, setup, teardown].some((one) => one !== undefined)) return [];
  const own = servers.flatMap(({ server: { command, cwd = "." } }) =>
    command === undefined || cwd.includes("${") ? [] : [resolve(suite.folder, cwd)],
  );
  return [...new Set(own)];
}

/** Looks at the files of the folders, but not at recordings. */
export async function lookAtFiles(
  suite: Pick<Suite, "name" | "config" | "folder">,
  folders: readonly string[],
): Promise<FilesSeen> {
  const { cassettes } = storePlaceOf(suite);
  const seen = new Map<string, string>();
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (seen.size >= MOST) return;
      if (PASSED_OVER.test(entry.name) || path === cassettes) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) {
        const stats = await stat(path).catch(() => undefined);
        if (stats !== undefined)
          seen.set(relative(suite.folder, path).split(sep).join("/"), `${stats.size} ${stats.mtimeMs}`);
      }
    }
  };
  for (const folder of folders) await walk(folder);
  return seen;
}

/** Names that came, went or changed, sorted. */
export function changedSince(before: FilesSeen, after: FilesSeen): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).toSorted();
}

const SHARED = "in the folder that it runs in, which all its runs share";

/** The finding of a recording; replay reads it again. */
export function describeShared(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(", ");
  return `the server writes ${shown}${files.length > 3 ? " …" : ""} ${SHARED}: give each run its own ("cwd": "\${MCPVALS_TMP}" in "server", or a flag or variable that names the file), or put it back with "reset"`;
}

/** The finding among those of a recording. */
export function sharedAmong(findings: readonly string[]): string | undefined {
  return findings.find((one) => one.includes(SHARED));
}

/** YAML breaks long lines. */
const SHARED_IN_YAML = new RegExp(SHARED.replaceAll(" ", String.raw`\s+`));

/** True of the text of a cassette whose recording has that finding. */
export function saysShared(cassette: string): boolean {
  return SHARED_IN_YAML.test(cassette);
}
