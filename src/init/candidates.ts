// Finds the servers that a folder may be for: in the configurations of clients, in package.json and in pyproject.toml.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readClientEntry, type ClientServer } from "../config/client-entry.js";
import { readClientFile } from "../config/client-file.js";
import { didYouMean } from "../config/did-you-mean.js";
import { showPath } from "../config/show-path.js";
import { slugOf } from "../config/slug.js";
import { McpvalsError } from "../errors.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";
import { shellWords } from "../shell-words.js";
import { freeName } from "./new-config.js";

/** A server, and the flags of `init` that choose it. */
export interface Candidate {
  server: ClientServer;
  /** Absolute: the folder that the command starts in. */
  root: string;
  flags: string;
  /** Its name in a suite of several servers. */
  name?: string;
}

export interface Wanted {
  cwd: string;
  command: readonly string[] | undefined;
  url: string | undefined;
  /** A client's configuration. */
  from: string | undefined;
  /** The server's key in it. */
  name: string | undefined;
}

const CLIENT_FILES = [".mcp.json", join(".vscode", "mcp.json"), join(".cursor", "mcp.json")];

/** The servers that the flags name, else those that the folder offers. Throws FILE_NOT_FOUND, CONFIG_INVALID, BAD_USAGE. */
export async function findCandidates(wanted: Wanted): Promise<Candidate[]> {
  const { cwd, command, url, from, name } = wanted;
  if (command !== undefined || url !== undefined) return [namedServer(cwd, command, url)];
  if (from !== undefined) return readCandidates(resolve(cwd, from), cwd, name);
  const found: Candidate[] = [];
  for (const file of CLIENT_FILES.map((one) => join(cwd, one)).filter((one) => existsSync(one))) {
    found.push(...(await readCandidates(file, cwd, name)));
  }
  if (name === undefined) {
    // A client's entry says more about the same program: arguments, variables.
    const started = new Set(found.flatMap(({ server, root }) => wordsOf(server, root)));
    found.push(
      ...(await readPackage(cwd)).filter(({ server }) => !wordsOf(server, cwd).some((word) => started.has(word))),
    );
    found.push(...(await readPyproject(cwd)));
  }
  const lines = found.map(({ server, root }) => JSON.stringify([server.command, wordsOf(server, root), server.url]));
  return found.filter((_one, at) => lines.indexOf(lines[at] ?? "") === at);
}

/** The arguments, files by their whole path. */
function wordsOf({ args = [], cwd = "" }: ClientServer, root: string): string[] {
  return args.map((arg) => {
    const file = resolve(root, cwd, arg);
    return existsSync(file) || /\.[cm]?[jt]s$/.test(arg) ? file : arg;
  });
}

function namedServer(cwd: string, words: readonly string[] | undefined, url: string | undefined): Candidate {
  const [command, ...args] = words ?? [];
  const start = command === undefined ? {} : { command, args };
  const server: ClientServer =
    url === undefined ? { transport: "stdio", ...start } : { transport: "shttp", url, ...start };
  return { server, root: cwd, flags: "" };
}

/**
 * All servers of one client's configuration: of the file that is named, else of the only one that the folder has. Throws
 * FILE_NOT_FOUND, CONFIG_INVALID, BAD_USAGE.
 */
export async function findAll({ cwd, from }: Pick<Wanted, "cwd" | "from">): Promise<Candidate[]> {
  const files = from === undefined ? CLIENT_FILES.filter((one) => existsSync(join(cwd, one))) : [from];
  const [file, other] = files;
  if (file === undefined) {
    throw new McpvalsError("BAD_USAGE", "No configuration of a client is found here", {
      evidence: `Looked for ${CLIENT_FILES.join(", ")}.`,
      fix: "Name it: mcpvals init --all --from FILE",
    });
  }
  if (other !== undefined) {
    throw new McpvalsError("BAD_USAGE", `${files.length} configurations of clients are found here; name one`, {
      evidence: files.map((one) => `mcpvals init --all --from ${shellWords(one)}`).join("\n"),
      fix: `For example: mcpvals init --all --from ${shellWords(file)}`,
    });
  }
  const { entries, root } = await readClientFile(resolve(cwd, file), cwd);
  const names = Object.keys(entries);
  const taken = new Set<string>();
  return Object.entries(entries).map(([one, entry]) => {
    const server = readClientEntry(entry, root);
    const flags = ` --all${from === undefined ? "" : ` --from ${shellWords(from)}`}`;
    if (names.length === 1) return { server, root, flags };
    const name = freeName(serverName(one), taken);
    taken.add(name);
    return { server, root, flags, name };
  });
}

/** A name that a suite takes: a-z, 0-9 and -, with room for a number. */
function serverName(name: string): string {
  return slugOf(name)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+/g, "")
    .slice(0, 28);
}

async function readCandidates(file: string, cwd: string, name: string | undefined): Promise<Candidate[]> {
  const { entries, root } = await readClientFile(file, cwd);
  const names = Object.keys(entries);
  const shown = showPath(file, cwd);
  if (name !== undefined && !names.includes(name)) {
    const near = didYouMean(name, names);
    throw new McpvalsError("BAD_USAGE", `${shown} has no server "${name}"`, {
      evidence: `It lists ${names.join(", ") || "none"}.`,
      fix: near === undefined ? undefined : `Did you mean --name ${shellWords(near)}?`,
    });
  }
  const flags = (one: string): string => ` --from ${shellWords(shown)} --name ${shellWords(one)}`;
  return Object.entries(entries)
    .filter(([one]) => name === undefined || one === name)
    .map(([one, entry]) => ({ server: readClientEntry(entry, root), root, flags: flags(one) }));
}

/** `bin` of package.json, else `main`. */
async function readPackage(cwd: string): Promise<Candidate[]> {
  const json = readJson(await readText(join(cwd, "package.json")));
  if (!isJsonObject(json)) return [];
  const { bin, main } = json;
  const files = isJsonObject(bin) ? Object.values(bin) : [bin ?? main];
  return [...new Set(files)]
    .filter((file) => typeof file === "string")
    .map((file) => startedBy(cwd, "node", file.startsWith(".") ? file : `./${file}`));
}

/** `[project.scripts]` of pyproject.toml: in the project's environment where there is one. */
async function readPyproject(cwd: string): Promise<Candidate[]> {
  const text = await readText(join(cwd, "pyproject.toml"));
  const [, section = ""] = /^\[project\.scripts\][^\n]*\n((?:(?!\[)[^\n]*\n?)*)/m.exec(text) ?? [];
  const names = [...section.matchAll(/^\s*"?([\w.-]+)"?\s*=/gm)].map(([, name = ""]) => name);
  return names.map((name) => {
    if (existsSync(join(cwd, "uv.lock"))) return startedBy(cwd, "uv", "run", name);
    const installed = join(".venv", "bin", name);
    return startedBy(cwd, existsSync(join(cwd, installed)) ? `./${installed}` : name);
  });
}

function startedBy(cwd: string, command: string, ...args: string[]): Candidate {
  return { server: { transport: "stdio", command, args }, root: cwd, flags: ` -- ${shellWords(command, ...args)}` };
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
