// Finds the suites of which nothing changed since a commit: for `--changed`. Asks git, reads no file.
import { join } from "node:path";
import type { Suite } from "../config/suite.js";
import { chooseBase } from "../git/choose-base.js";
import { listChanges, openRepository } from "../git/repository.js";
import { isBelow } from "../is-below.js";
import { readConcern, realOf } from "./concern.js";

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
      if (suite.file === null || !isBelow(await realOf(suite.folder), repository.root)) return undefined;
      const { concerns } = await readConcern(suite);
      return changed.some(concerns)
        ? undefined
        : `Left out by --changed: its config, cassettes and inputs are those of ${base.how}.`;
    }),
  );
}
