// Plans the files of a new suite: what is written, what is added to, and what is there and stays. Reads the disk.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { ATTRIBUTES } from "../cassette/store.js";
import { findRoot } from "../config/find-root.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";
import { VERSION } from "../version.js";
import { renderGitHub, renderGitLab, type CiFacts } from "./ci-files.js";
import { addLines, addScripts, type Added } from "./edit-files.js";

export type CiKind = "none" | "github" | "gitlab";

export interface PlannedFile {
  /** Absolute. */
  file: string;
  /** `add`: something is added to a file that exists; `kept`: it exists and is not touched. */
  what: "new" | "add" | "kept";
  /** Of the whole file; absent where it is kept, and for a copied folder. */
  text?: string;
  /** A file or folder to copy instead. */
  copy?: string;
  /** What is in it, or what is added, in a few words. */
  note: string;
}

export interface FilesWanted {
  cwd: string;
  /** The config's text and what is in it; undefined where the folder has a config. */
  config: { text: string; note: string } | undefined;
  /** The name of the config's file. */
  configName: string;
  /** What goes into the state folder. */
  copies: readonly { from: string; to: string }[];
  stateFolder: string;
  /** Undefined: as the project has it. */
  ci: CiKind | undefined;
  nightly: boolean;
  secrets: readonly string[];
  /** The programs of the servers. */
  commands: readonly string[];
}

const SCRIPTS = { "mcpvals:record": "mcpvals record", "mcpvals:replay": "mcpvals replay" };

/** All files, in the order in which they are shown. */
export async function planFiles(wanted: FilesWanted): Promise<PlannedFile[]> {
  const { cwd, config, configName, copies, stateFolder } = wanted;
  const files: PlannedFile[] = [
    config === undefined
      ? { file: join(cwd, configName), what: "kept", note: "is there and stays" }
      : { file: join(cwd, configName), what: "new", text: config.text, note: config.note },
    ...copies.map(({ from, to }) =>
      newFile(join(cwd, stateFolder, to), { copy: from }, `a copy of ${shorten(from, cwd)}`),
    ),
    newFile(join(cwd, "cassettes", ".gitattributes"), { text: ATTRIBUTES }, "keeps git from changing cassettes"),
  ];
  const ignored = join(cwd, ".gitignore");
  files.push(
    await added(
      ignored,
      (text) => addLines(text, [".mcpvals/", ".env"]),
      (lines) => `leaves out ${lines}`,
    ),
  );
  const manifest = join(cwd, "package.json");
  if (existsSync(manifest)) {
    files.push(
      await added(
        manifest,
        (text) => addScripts(text, SCRIPTS),
        (names) => `scripts ${names}`,
      ),
    );
  }
  return [...files, ...(await planCi(wanted))];
}

function newFile(file: string, content: { text: string } | { copy: string }, note: string): PlannedFile {
  return existsSync(file)
    ? { file, what: "kept", note: "is there and stays" }
    : { file, what: "new", ...content, note };
}

async function added(
  file: string,
  add: (text: string) => Added | undefined,
  note: (what: string) => string,
): Promise<PlannedFile> {
  const isThere = existsSync(file);
  const more = add(isThere ? await readFile(file, "utf8") : "");
  if (more === undefined) return { file, what: "kept", note: "has all that is needed" };
  return { file, what: isThere ? "add" : "new", text: more.text, note: note(more.added.join(", ")) };
}

async function planCi(wanted: FilesWanted): Promise<PlannedFile[]> {
  const root = findRoot(wanted.cwd);
  const ci = wanted.ci ?? (existsSync(join(root, ".gitlab-ci.yml")) ? "gitlab" : "github");
  if (ci === "none") return [];
  const facts = await readFacts(wanted, root);
  const { nightly } = wanted;
  if (ci === "github") {
    const folder = join(root, ".github", "workflows");
    const replay = newFile(join(folder, "mcpvals.yml"), { text: renderGitHub(facts, false) }, "replays each change");
    if (!nightly) return [replay];
    const text = renderGitHub(facts, true);
    return [replay, newFile(join(folder, "mcpvals-nightly.yml"), { text }, "lets Claude work each night; needs a key")];
  }
  const text = renderGitLab(facts, nightly);
  const main = join(root, ".gitlab-ci.yml");
  if (!existsSync(main)) return [newFile(main, { text }, "replays each change")];
  const own = newFile(
    join(root, "mcpvals.gitlab-ci.yml"),
    { text },
    "add to .gitlab-ci.yml: include: /mcpvals.gitlab-ci.yml",
  );
  return [own];
}

async function readFacts({ cwd, configName, secrets, commands }: FilesWanted, root: string): Promise<CiFacts> {
  const has = (name: string): boolean => existsSync(join(cwd, name));
  const json = has("package.json") ? readJson(await readFile(join(cwd, "package.json"), "utf8")) : undefined;
  const scripts = isJsonObject(json) && isJsonObject(json["scripts"]) ? json["scripts"] : {};
  const uv = commands.some((command) => /(?:^|[\\/])uvx?$/.test(command));
  const needsPython =
    uv ||
    commands.some((command) => /(?:^|[\\/])python[\d.]*$/.test(command)) ||
    has("pyproject.toml") ||
    has("requirements.txt");
  const packages = has("requirements.txt") ? "pip install -r requirements.txt" : undefined;
  const project = has("pyproject.toml") ? (uv ? "uv sync" : "pip install .") : undefined;
  return {
    folder: relative(root, cwd).split(sep).join("/"),
    config: configName,
    install: json === undefined ? undefined : installOf(has),
    build: typeof scripts["build"] === "string" ? "npm run build" : undefined,
    python: needsPython ? { install: packages ?? project, uv } : undefined,
    secrets,
    version: VERSION,
  };
}

function installOf(has: (name: string) => boolean): string {
  if (has("pnpm-lock.yaml")) return "corepack enable && pnpm install --frozen-lockfile";
  if (has("yarn.lock")) return "corepack enable && yarn install --immutable";
  return has("package-lock.json") || has("npm-shrinkwrap.json") ? "npm ci" : "npm install";
}

function shorten(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short.startsWith("..") ? file : short;
}
