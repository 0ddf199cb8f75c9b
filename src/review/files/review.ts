// Reviews what changed in cassettes, `accepted.yaml` and JSON configs since a commit, from git and the work tree.
// Needs no config, server or key, and runs nothing that it reads.
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { displayPath } from "../../cassette/store-place.js";
import { McpvalsError } from "../../errors.js";
import { shellWords } from "../../shell-words.js";
import { chooseBase, isCommit } from "../../git/choose-base.js";
import { listChanges, openRepository } from "../../git/repository.js";
import { buildReview } from "../build-review.js";
import type { Review } from "../review.js";
import { BY } from "../../suite/identify.js";
import { readReviewed } from "./review-files.js";

export interface ReviewOptions {
  /** Folder that paths are relative to; in the repository. Default: the current one. */
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  /** A branch, tag or commit; default: that of the pull request, else the default branch. */
  base?: string | undefined;
  /** Only these files and those in these folders. Default: all. */
  paths?: readonly string[];
}

/**
 * Reviews the work tree, so that it works before a commit too.
 * @throws McpvalsError REF_NOT_FOUND, also for a clone that is too shallow; BAD_USAGE for a path that does not exist;
 * GIT_FAILED.
 */
export async function reviewCassettes(options: ReviewOptions = {}): Promise<Review> {
  const { cwd = process.cwd(), env = process.env, base: ref, paths = [] } = options;
  const repository = await openRepository({ cwd, env });
  const base = await chooseBase(repository, ref);
  const only = paths.map((path) => resolve(cwd, path));
  const changed = await listChanges(repository, base.commit, only);
  await refuseTypos(
    only,
    changed.map((path) => join(repository.root, path)),
    (path) => isCommit(repository, relative(cwd, path)),
  );
  const reviewed = await readReviewed(repository, base.commit, changed);
  return buildReview({ by: BY, base, ...reviewed });
}

/** A path that never existed would always look unchanged. */
async function refuseTypos(
  paths: readonly string[],
  changed: readonly string[],
  names: (path: string) => Promise<boolean>,
): Promise<void> {
  const missing = paths.find(
    (path) => !existsSync(path) && !changed.some((file) => file === path || file.startsWith(path + sep)),
  );
  if (missing === undefined) return;
  const shown = displayPath(missing);
  if (await names(missing)) {
    throw new McpvalsError("BAD_USAGE", `${shown} is not a file or a folder here, but a branch, tag or commit`, {
      fix: `To compare with it: mcpvals review --base ${shellWords(shown)}`,
    });
  }
  throw new McpvalsError("BAD_USAGE", `${shown} does not exist, neither here nor in the compared commit`, {
    fix: "Name cassettes or folders of the work tree.",
  });
}
