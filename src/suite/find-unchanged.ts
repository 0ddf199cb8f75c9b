// Finds the suites of which nothing changed since a commit: for `--changed`. Asks git, reads no file.
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { storePlaceOf } from "../cassette/store-place.js";
import { matchesPath } from "../config/match-path.js";
import type { Suite } from "../config/suite.js";
import { chooseBase } from "../git/choose-base.js";
import { listChanges, openRepository } from "../git/repository.js";

export interface ChangedOptions {
  /** A branch, tag or commit; default: where this work left the default branch, or the pull request's base. */
  ref: string | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * For each suite why it is left out, in one sentence; undefined for one whose config, cassettes or inputs changed in the
 * work tree since the commit, and for one that git does not know. Throws REF_NOT_FOUND, GIT_FAILED.
 */
export async function findUnchanged(
  suites: readonly Suite[],
  { ref, cwd, env }: ChangedOptions,
): Promise<(string | undefined)[]> {
  const repository = await openRepository({ cwd, env });
  const base = await chooseBase(repository, ref, "--changed=REF");
  const changed = (await listChanges(repository, base.commit)).map((path) => join(repository.root, path));
  return Promise.all(
    suites.map(async (suite) => {
      const folder = await realOf(suite.folder);
      if (suite.file === null || !isBelow(folder, repository.root)) return undefined;
      const concerns = await concernOf(suite, folder);
      return changed.some(concerns)
        ? undefined
        : `Left out by --changed: its config, cassettes and inputs are those of ${base.how}.`;
    }),
  );
}

/** Whether a change of a file concerns the suite. `folder`: the suite's, links resolved. */
async function concernOf(suite: Suite, folder: string): Promise<(path: string) => boolean> {
  const { cassettes: named = "cassettes", state, inputs } = suite.config;
  const files = await Promise.all([suite.file ?? "", ...(suite.bases ?? [])].map(realOf));
  const own = [storePlaceOf(suite).cassettes, ...(state === undefined ? [] : [resolve(suite.folder, state)])];
  const folders = await Promise.all(own.map(realOf));
  const recordings = await realOf(resolve(suite.folder, named));
  // Cassettes beside the config, among other files: what is a recording is not known, so everything counts.
  const areApart = recordings !== folder && isBelow(recordings, folder);
  const isInput = (path: string): boolean =>
    inputs === undefined
      ? isBelow(path, folder) && !(areApart && isBelow(path, recordings))
      : inputs.some((glob) => matchesPath(glob, folder, path));
  return (path) => files.includes(path) || folders.some((one) => isBelow(path, one)) || isInput(path);
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** With links resolved, as far as the path exists: git names files so. */
async function realOf(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realOf(parent), basename(path))));
}
