// Reads files as they were at a git ref, for readers of cassettes. Changes nothing.
import { basename, dirname } from "node:path";
import type { ReadBytes } from "./read-limited.js";
import { displayPath } from "./store-place.js";
import { tooLarge } from "./yaml-read.js";
import { McpvalsError } from "../errors.js";
import { askGit, runGit, type GitPlace } from "../git/run-git.js";

/**
 * A reader of files as of a ref: a commit, a branch, a tag, `HEAD~1`. `place.cwd` is a folder of the repository.
 * Throws REF_NOT_FOUND, and GIT_FAILED where there is no git or no repository.
 */
export async function readAtRef(ref: string, place: GitPlace): Promise<ReadBytes> {
  await runGit(["rev-parse", "--git-dir"], place);
  const commit = await askGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], place);
  if (commit === undefined) {
    throw new McpvalsError("REF_NOT_FOUND", `${JSON.stringify(ref)} is neither a file nor a commit, branch or tag`, {
      fix: "List what exists: git branch --all, git log --oneline. A shallow clone lacks older commits: git fetch",
    });
  }
  return async (path, limit) => {
    const at = { ...place, cwd: dirname(path) };
    const name = `${commit}:./${basename(path)}`;
    const size = await askGit(["cat-file", "-s", name], at);
    if (size === undefined) return undefined;
    if (Number(size) > limit) throw tooLarge(`${displayPath(path)} at ${ref}`, Number(size), limit);
    return runGit(["cat-file", "blob", name], at);
  };
}
