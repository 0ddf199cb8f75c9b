// A git repository in a temp folder, with cassettes that are made and not recorded. The same work gives the same commits.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildCassette, type CassetteExtras } from "../../src/cassette/build-cassette.js";
import { serializeCassette } from "../../src/cassette/cassette-text.js";
import { serializeContract } from "../../src/cassette/contract-file.js";
import { slugOf } from "../../src/config/slug.js";
import type { Trace } from "../../src/trace/trace.js";
import { cleanEnvironment } from "./clean-environment.js";
import { makeTrace, type TraceSketch } from "./make-trace.js";

const GIT_ENVIRONMENT = Object.fromEntries(
  Object.entries(cleanEnvironment()).filter(([name]) => !/^(?:GIT|GITHUB)_/.test(name)),
);

const IDENTITY = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_AUTHOR_DATE: "2026-11-20T12:00:00Z",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
  GIT_COMMITTER_DATE: "2026-11-20T12:00:00Z",
};

export const ENVIRONMENT = { ...GIT_ENVIRONMENT, ...IDENTITY };

export const BEFORE = "2026-11-20T10:00:00.000Z";
export const AFTER = "2026-11-27T15:30:00.000Z";

export const PASSED = { "end-to-end-success": 1, "tool-invocation-order": 1, "tool-call-health": 1 };
export const FAILED = { "end-to-end-success": 0, "tool-invocation-order": 1, "tool-call-health": 1 };

export interface Repo {
  root: string;
  git: (...args: string[]) => string;
  write: (path: string, content: string | Uint8Array) => void;
  read: (path: string) => string;
  remove: (path: string) => void;
  /** Writes a cassette with its contract and blobs below `cassettes/<suite>`. Gives its path. */
  record: (suite: string, trace: Trace, extras?: Partial<CassetteExtras>) => string;
  commit: (message?: string) => void;
  /** The commit that is checked out. */
  head: () => string;
  end: () => void;
}

let template: string | undefined;

/** A repository with a first commit on `main`, made once and copied. */
export function makeRepo(): Repo {
  if (template === undefined) {
    const first = openRepo(newFolder());
    first.git("init", "-q", "-b", "main");
    first.write("cassettes/.gitattributes", "*.yaml text eol=lf -merge diff=mcpvals\n**/blobs/* binary\n");
    first.write("README.md", "A project.\n");
    first.commit("start");
    template = first.root;
  }
  const root = newFolder();
  cpSync(template, root, { recursive: true });
  return openRepo(root);
}

/** Removes what {@link makeRepo} keeps; for `afterAll`. */
export function endRepos(): void {
  if (template !== undefined) rmSync(template, { recursive: true, force: true });
  template = undefined;
}

function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "review-")));
}

function openRepo(root: string): Repo {
  const git = (...args: string[]): string =>
    execFileSync("git", args, {
      cwd: root,
      env: ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const repo: Repo = {
    root,
    git,
    write,
    read: (path) => readFileSync(join(root, path), "utf8"),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    record: (suite, trace, extras = {}) => {
      const folder = `cassettes/${suite}`;
      const { text, blobs } = serializeCassette(
        buildCassette(trace, { by: "mcpvals 0.1.0", scores: PASSED, ...extras }),
      );
      const contract = serializeContract(trace.contract);
      write(`${folder}/contracts/${contract.id}.yaml`, contract.text);
      for (const [name, bytes] of blobs) write(`${folder}/blobs/${name}`, bytes);
      const path = `${folder}/${slugOf(trace.workflow)}.yaml`;
      write(path, text);
      return path;
    },
    commit: (message = "work") => {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
    },
    head: () => git("rev-parse", "HEAD"),
    end: () => rmSync(root, { recursive: true, force: true }),
  };
  return repo;
}

/** A recorded run. `again`: another recording of it, a week later. */
export function run(workflow: string, sketch: TraceSketch, again = false): Trace {
  return makeTrace({ workflow, startedAt: again ? AFTER : BEFORE, ...sketch });
}
