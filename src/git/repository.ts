// Finds the repository of a folder, what changed in it since a commit, and the files of that commit. Must not know what
// the files mean.
import { McpvalsError } from "../errors.js";
import { runGit, tryGit, type GitPlace } from "./run-git.js";

export interface Repository extends GitPlace {
  /** The same as `cwd`: its root, absolute, links resolved. */
  root: string;
}

/** Finds the repository around a folder. Throws GIT_FAILED where there is none. */
export async function openRepository(place: GitPlace): Promise<Repository> {
  const { code, stdout, stderr } = await tryGit(["rev-parse", "--show-toplevel"], place);
  const root = stdout.toString("utf8").replace(/\r?\n$/, "");
  if (code !== 0 || root === "") {
    // Not the only reason: git also refuses a repository of another user, for example in a container.
    throw new McpvalsError("GIT_FAILED", "git finds no work tree of a repository here", {
      evidence: stderr.slice(0, 2000),
      fix: "Run the command in the work tree of a repository.",
    });
  }
  return { root, cwd: root, env: place.env };
}

/**
 * The files that differ between a commit and the work tree, and new ones that are not ignored; relative to the root,
 * with `/`, sorted. A rename is an old and a new file. `paths`: only files at or below these; absolute or relative to
 * the root.
 */
export async function listChanges(
  repository: Repository,
  commit: string,
  paths: readonly string[] = [],
): Promise<string[]> {
  const only = paths.length === 0 ? [] : ["--", ...paths];
  const changed = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "-z", commit, ...only];
  const untracked = ["ls-files", "--others", "--exclude-standard", "-z", ...only];
  const lists = await Promise.all([changed, untracked].map((args) => runGit(args, repository)));
  return [...new Set(lists.flatMap((list) => list.toString("utf8").split("\0")))]
    .filter((path) => path !== "")
    .toSorted();
}

/** The regular files of a commit: their paths as {@link listChanges} gives them, and the names of their contents. */
export async function readTree(repository: Repository, commit: string): Promise<Map<string, string>> {
  const listed = await runGit(["ls-tree", "-r", "-z", "--full-tree", commit], repository);
  const files = new Map<string, string>();
  for (const entry of listed.toString("utf8").split("\0")) {
    const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t([^]+)$/.exec(entry) ?? [];
    if (id !== undefined && path !== undefined) files.set(path, id);
  }
  return files;
}

/** The contents of files of a commit, by their names; leaves out files above `limit` bytes. */
export async function readObjects(
  repository: Repository,
  ids: Iterable<string>,
  limit: number,
): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)];
  const objects = new Map<string, Buffer>();
  if (wanted.length === 0) return objects;
  const sizes = await runGit(["cat-file", "--batch-check=%(objectname) %(objectsize)"], repository, lines(wanted));
  const small = sizes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const [id = "", size = ""] = line.split(" ");
      return /^\d+$/.test(size) && Number(size) <= limit ? [id] : [];
    });
  if (small.length === 0) return objects;
  const all = await runGit(["cat-file", "--batch"], repository, lines(small));
  let at = 0;
  while (at < all.length) {
    const end = all.indexOf("\n", at);
    const [id = "", , size = ""] = all.toString("utf8", at, end).split(" ");
    const start = end + 1;
    at = start + Number(size) + 1;
    objects.set(id, all.subarray(start, at - 1));
  }
  return objects;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}
