// Chooses the commit that a review compares with. Knows what CI services call a pull request; reads no file.
import { McpvalsError } from "../errors.js";
import type { Repository } from "./repository.js";
import { askGit } from "./run-git.js";

export interface Base {
  commit: string;
  /** How it was found, for people: `merge base with origin/main`. */
  how: string;
}

/**
 * The commit where this work began: from a named ref, else from the pull request that CI runs, else from the default
 * branch. Takes the merge base, because later commits on that ref are not changes of this side. Throws REF_NOT_FOUND,
 * also for a clone that is too shallow.
 */
export async function chooseBase(repository: Repository, ref: string | undefined, flag = "--base REF"): Promise<Base> {
  const head = await commitOf(repository, "HEAD");
  if (head === undefined) {
    throw new McpvalsError("REF_NOT_FOUND", "this repository has no commit yet, so there is nothing to compare with");
  }
  if (ref !== undefined) {
    const commit = await commitOf(repository, ref);
    if (commit !== undefined) return partingOf(repository, head, ref, commit);
    throw (await isShallow(repository))
      ? tooShallow(`${ref} is not in this clone, which is shallow`, 0)
      : new McpvalsError("REF_NOT_FOUND", `there is no commit ${ref}`, {
          fix: `Name a branch, a tag or a commit: ${flag}. A branch of the remote: git fetch origin, then origin/NAME.`,
        });
  }
  const merged = await firstParentOfPullRequest(repository, head);
  if (merged !== undefined) return merged;
  for (const name of await defaultBranches(repository)) {
    const commit = await commitOf(repository, name);
    if (commit !== undefined) return partingOf(repository, head, name, commit);
  }
  throw (await isShallow(repository))
    ? tooShallow("the default branch is not in this clone, which is shallow", 0)
    : new McpvalsError("REF_NOT_FOUND", "this repository has no origin/HEAD, main or master to compare with", {
        fix: `Name the branch: ${flag}`,
      });
}

/** CI services check out a merge commit for a pull request: its first parent is the base, its second the branch. */
async function firstParentOfPullRequest(repository: Repository, head: string): Promise<Base | undefined> {
  const { env } = repository;
  if (env["GITHUB_EVENT_NAME"] !== "pull_request") return undefined;
  // The branch itself may be checked out instead, and its last commit may be a merge of its own.
  if (env["GITHUB_SHA"] !== undefined && env["GITHUB_SHA"] !== "" && env["GITHUB_SHA"] !== head) return undefined;
  // The commit names its parents, also where a shallow clone has cut them off.
  const commit = (await askGit(["cat-file", "commit", head], repository)) ?? "";
  const parents = [...(commit.split("\n\n")[0] ?? "").matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
  const [first] = parents;
  if (first === undefined || parents.length < 2) return undefined;
  if ((await commitOf(repository, first)) === undefined) {
    throw tooShallow("the pull request's base is not in this clone, which is shallow", 2);
  }
  return { commit: first, how: "first parent of the pull request's merge commit" };
}

async function defaultBranches(repository: Repository): Promise<string[]> {
  const target = repository.env["GITHUB_BASE_REF"] ?? "";
  const remote = await askGit(["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"], repository);
  return [
    ...(target === "" ? [] : [`origin/${target}`]),
    ...(remote === undefined ? [] : [remote]),
    "origin/main",
    "origin/master",
    "main",
    "master",
  ];
}

async function partingOf(repository: Repository, head: string, name: string, commit: string): Promise<Base> {
  const parting = (await askGit(["merge-base", head, commit], repository))?.split("\n")[0];
  if (parting === commit) return { commit, how: name };
  if (parting !== undefined) return { commit: parting, how: `merge base with ${name}` };
  if (await isShallow(repository)) throw tooShallow(`this clone is too shallow to know where it left ${name}`, 0);
  return { commit, how: `${name}, which has no history in common with this` };
}

/** True for the name of a commit: a branch, a tag, an id. */
export async function isCommit(repository: Repository, ref: string): Promise<boolean> {
  return (await commitOf(repository, ref)) !== undefined;
}

function commitOf(repository: Repository, ref: string): Promise<string | undefined> {
  return askGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], repository);
}

async function isShallow(repository: Repository): Promise<boolean> {
  return (await askGit(["rev-parse", "--is-shallow-repository"], repository)) === "true";
}

function tooShallow(message: string, depth: number): McpvalsError {
  const here = depth === 0 ? "git fetch --unshallow origin" : `git fetch --deepen=1 origin`;
  return new McpvalsError("REF_NOT_FOUND", message, {
    fix: `With actions/checkout set "fetch-depth: ${depth}"${depth === 0 ? " (the whole history)" : ""}; in a clone of your own run: ${here}`,
  });
}
