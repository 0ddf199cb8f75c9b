// Finds out what one server needs in a new suite: starts it with copies of its data, calls what only reads, and hides its
// secrets.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { changedSince, lookAtFiles } from "../suite/working-files.js";
import { startAlike, type Alike } from "./alike.js";
import type { Candidate } from "./candidates.js";
import { copyData } from "./copy-data.js";
import { exploreServer, SUITE, type Explored, type ExploreOptions } from "./explore.js";
import { onlyReads } from "./first-workflows.js";
import { hideSecrets, type SecretTests } from "./hide-secrets.js";
import { serverConfig, type NewServer } from "./new-config.js";
import { notesOf, placeNotes } from "./plan-notes.js";
import { dataVariablesOf } from "./script-variables.js";
import { loadSecretTest } from "./secret-test.js";

/** A server of a new suite, and what the suite has to have for it. */
export interface PlannedServer extends NewServer, Pick<Alike, "copies" | "resets"> {
  /** Sentences for the person. */
  notes: string[];
  /** Variables that stand for secrets now, with their values here. */
  values: Record<string, string>;
  /** Its tools may write, and nothing says where. */
  mayKeepData: boolean;
}

/** `before`: the servers that share its suite. Throws McpvalsError for a fault outside the server. */
export async function planServer(
  { server, root, name }: Candidate,
  before: readonly PlannedServer[],
  options: ExploreOptions,
): Promise<PlannedServer | { failure: string }> {
  const { given, unset } = withDataOfShell(server, root, options.env);
  const found = withoutMachine(given, root);
  const alike = startAlike(
    found,
    root,
    options.cwd,
    before.flatMap(({ copies }) => copies),
  );
  const secrets = await secretTests(found, root, options);
  const known = Object.assign({}, ...before.map(({ values }) => values));
  const first = await explore(alike, found, { secrets, root, known }, options);
  if (first.explored.kind === "failed") return { failure: first.explored.message };
  const { explored, hidden, used, written } = first;
  const { tools, answered } = explored;
  return {
    name,
    server: hidden.server,
    tools,
    answered,
    copies: used.copies,
    resets: used.resets,
    values: hidden.values,
    notes: [...notesOf(explored, used, Object.keys(hidden.values)), ...placeNotes({ unset, written })],
    mayKeepData:
      found.command !== undefined &&
      used.resets.length === 0 &&
      !JSON.stringify(hidden.server).includes("${MCPVALS_TMP}") &&
      !tools.every(onlyReads),
  };
}

/** The server of a client's configuration without its secrets, started nowhere. */
export async function hideValues(
  { server, root }: Pick<Candidate, "server" | "root">,
  options: ExploreOptions,
): Promise<ReturnType<typeof hideSecrets>> {
  const found = withoutMachine(server, root);
  return hideSecrets(startAlike(found, root, options.cwd).server, await secretTests(found, root, options));
}

/** The server with the variables of the shell that name data for its script; `unset`: those that nothing sets. */
function withDataOfShell(
  server: Candidate["server"],
  root: string,
  env: ExploreOptions["env"],
): { given: Candidate["server"]; unset: string[] } {
  const read = dataVariablesOf(server, root).filter((name) => server.env?.[name] === undefined);
  const set = read.filter((name) => (env?.[name] ?? "") !== "");
  const more = Object.fromEntries(set.map((name) => [name, env?.[name] ?? ""]));
  return {
    given: set.length === 0 ? server : { ...server, env: { ...server.env, ...more } },
    unset: read.filter((name) => !set.includes(name)),
  };
}

async function secretTests(server: Candidate["server"], root: string, options: ExploreOptions): Promise<SecretTests> {
  return {
    holdsSecret: await loadSecretTest(server, options),
    isThere: (path) => existsSync(resolve(root, path)),
  };
}

interface FirstStart {
  explored: Explored;
  hidden: ReturnType<typeof hideSecrets>;
  /** What is written about the data. */
  used: Alike;
  /** Files that changed meanwhile in the folder that the server starts in. */
  written: string[];
}

/** Starts the server with copies of its data; where it does not start so, with the data itself. */
async function explore(
  alike: Alike,
  found: Candidate["server"],
  { secrets, root, known }: { secrets: SecretTests; root: string; known: Readonly<Record<string, string>> },
  options: ExploreOptions,
): Promise<FirstStart> {
  const start = async (used: Alike): Promise<FirstStart> => {
    const hidden = hideSecrets(used.server, secrets, known);
    const inFolder =
      root === resolve(options.cwd) || used.server.command === undefined
        ? {}
        : { cwd: relative(options.cwd, root).split(sep).join("/") };
    const hasState = used.copies.length > 0;
    const server = { ...inFolder, ...hidden.server };
    const state = hasState ? await mkdtemp(join(tmpdir(), "mcpvals-init-")) : undefined;
    try {
      for (const { from, to } of used.copies) await copyData(from, join(state ?? "", to));
      const { reset: _reset, ...config } = serverConfig({ server, hasState, resets: [] });
      const env = { ...options.env, ...hidden.values };
      const place = { name: SUITE, config: {}, folder: options.cwd };
      const before = await lookAtFiles(place, [root]);
      const explored = await exploreServer(
        { ...config, ...(state === undefined ? {} : { state }) },
        { ...options, env },
      );
      const written = changedSince(before, await lookAtFiles(place, [root]));
      return { explored, hidden: { ...hidden, server }, used, written };
    } finally {
      if (state !== undefined) await rm(state, { recursive: true, force: true });
    }
  };
  const first = await start(alike);
  if (first.explored.kind === "explored" || JSON.stringify(alike.server) === JSON.stringify(found)) return first;
  const plain = await start({
    server: found,
    copies: [],
    resets: [...alike.copies.map(({ to }) => to), ...alike.resets],
  });
  return plain.explored.kind === "explored" ? plain : first;
}

/** Files below the folder that the server starts in, named from there: the config is for other machines, too. */
function withoutMachine(server: Candidate["server"], root: string): Candidate["server"] {
  const { args } = server;
  if (args === undefined) return server;
  const start = resolve(root) + sep;
  return { ...server, args: args.map((arg) => (arg.startsWith(start) ? `./${arg.slice(start.length)}` : arg)) };
}
