// Sets up a suite for a server: finds out what it does, plans the files, writes them, and tries them without a key.
import { existsSync } from "node:fs";
import { cp, lstat, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import { refuseLinks } from "../cassette/refuse-links.js";
import { writeWhole } from "../cassette/write-whole.js";
import { isEmptyReset } from "../config/empty-reset.js";
import { loadSuite } from "../config/load.js";
import { buildUnset } from "../config/refuse.js";
import { serversIn } from "../config/servers.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { docsFile } from "../docs-file.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";
import type { HealthSuiteReport } from "../report/report.js";
import { runHealthSuites } from "../run/health.js";
import { loadSettings } from "../suite/settings.js";
import { changedSince, lookAtFiles } from "../suite/working-files.js";
import { LEFT_OUT, startAlike, type Alike } from "./alike.js";
import { findCandidates, type Candidate } from "./candidates.js";
import { exploreServer, SUITE, type Explored, type ExploreOptions } from "./explore.js";
import { onlyReads } from "./first-workflows.js";
import { hideSecrets, type SecretTests } from "./hide-secrets.js";
import { buildNewConfig, renderConfig, serverConfig, STATE } from "./new-config.js";
import { dataVariablesOf } from "./script-variables.js";
import { notesOf, placeNotes, sayNumber } from "./plan-notes.js";
import { loadSecretTest } from "./secret-test.js";
import { planFiles, type FilesWanted, type PlannedFile } from "./plan-files.js";

export interface InitPlan {
  files: PlannedFile[];
  /** The text of the new config; undefined where there is one. */
  config: string | undefined;
  /** Sentences for the person: what was found, and what to fill in. */
  notes: string[];
  /** Variables that stand for secrets now, with their values here. */
  values: Record<string, string>;
  workflows: number;
}

export type InitOptions = ExploreOptions & Pick<FilesWanted, "ci" | "nightly">;

/** Starts the server and plans its suite. Throws McpvalsError for a fault outside the server. */
export async function planInit(
  { server, root }: Candidate,
  options: InitOptions,
): Promise<InitPlan | { failure: string }> {
  const { cwd } = options;
  const { given, unset } = withDataOfShell(server, root, options.env);
  const found = withoutMachine(given, root);
  const alike = startAlike(found, root, cwd);
  const secrets = await secretTests(found, root, options);
  const first = await explore(alike, found, { secrets, root }, options);
  if (first.explored.kind === "failed") return { failure: first.explored.message };
  const { explored, hidden, used } = first;
  const oneByOne =
    found.command !== undefined &&
    used.resets.length === 0 &&
    !JSON.stringify(hidden.server).includes("${MCPVALS_TMP}") &&
    !explored.tools.every(onlyReads);
  const config = buildNewConfig({
    server: hidden.server,
    hasState: used.copies.length > 0,
    resets: used.resets,
    oneByOne,
    tools: explored.tools,
    answered: explored.answered,
  });
  const workflows = (config.workflows ?? []).length;
  const tests = explored.answered.length;
  const text = `${renderConfig(config)}\n`;
  const files = await planFiles({
    ...options,
    config: {
      text,
      note: [sayNumber(workflows, "workflow"), ...(tests === 0 ? [] : [sayNumber(tests, "tool test")])].join(", "),
    },
    configName: `${SUITE}.config.json`,
    copies: used.copies,
    stateFolder: STATE,
    secrets: Object.keys(hidden.values),
    commands: found.command === undefined ? [] : [found.command],
  });
  return {
    files,
    config: text,
    notes: [
      ...notesOf(explored, used, Object.keys(hidden.values)),
      ...placeNotes({
        unset,
        written: first.written,
        oneByOne,
      }),
      ...(options.ci === "none" || (await dependsOnUs(cwd))
        ? []
        : [`CI needs mcpvals in this repository: ${docsFile("getting-started.md")} says how.`]),
    ],
    values: hidden.values,
    workflows,
  };
}

/** The server with the variables of the shell that name data for its script; `unset`: those that nothing sets. */
function withDataOfShell(
  server: Candidate["server"],
  root: string,
  env: InitOptions["env"],
): { given: Candidate["server"]; unset: string[] } {
  const read = dataVariablesOf(server, root).filter((name) => server.env?.[name] === undefined);
  const set = read.filter((name) => (env?.[name] ?? "") !== "");
  const more = Object.fromEntries(set.map((name) => [name, env?.[name] ?? ""]));
  return {
    given: set.length === 0 ? server : { ...server, env: { ...server.env, ...more } },
    unset: read.filter((name) => !set.includes(name)),
  };
}

/** The files that a folder with a config lacks. Throws ENV_UNSET where the config could not be tried. */
export async function planMissing(config: string, options: InitOptions): Promise<InitPlan> {
  const { cwd, env } = options;
  const suite = await loadSuite(config, { cwd, env, allowUnset: true, mayRun: true });
  const required = suite.variables.filter((variable) => variable.required).map(({ name }) => name);
  const missing = required.filter((name) => (env?.[name] ?? "") === "");
  const known = missing.length === 0 ? {} : await clientValues(suite, options);
  const values = Object.fromEntries(
    missing.flatMap((name): [string, string][] => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
  const unset = missing.filter((name) => values[name] === undefined);
  if (unset.length > 0) {
    throw buildUnset(
      showPath(config, cwd),
      unset.map((name) => ({ name, path: [] })),
    );
  }
  const files = await planFiles({
    ...options,
    config: undefined,
    configName: basename(config),
    copies: [],
    stateFolder: STATE,
    secrets: required,
    commands: commandsOf(suite).flatMap((command) => command ?? []),
  });
  return { files, config: undefined, notes: [], values, workflows: (suite.config.workflows ?? []).length };
}

/** The values that `init` left out of the config, from the client's configuration that has them: in memory only. */
async function clientValues(suite: Suite, options: InitOptions): Promise<Record<string, string>> {
  const { cwd } = options;
  const wanted = { cwd, command: undefined, url: undefined, from: undefined, name: undefined };
  const candidates = await findCandidates(wanted).catch(() => []);
  const commands = commandsOf(suite);
  const values: Record<string, string> = {};
  for (const { server, root } of candidates) {
    if (!commands.includes(server.command)) continue;
    const found = withoutMachine(server, root);
    const hidden = hideSecrets(startAlike(found, root, cwd).server, await secretTests(found, root, options));
    Object.assign(values, hidden.values);
  }
  return values;
}

function commandsOf({ config }: Suite): (string | undefined)[] {
  return serversIn(config).map(({ server }) => server.command);
}

async function secretTests(server: Candidate["server"], root: string, options: InitOptions): Promise<SecretTests> {
  return {
    holdsSecret: await loadSecretTest(server, options),
    isThere: (path) => existsSync(resolve(root, path)),
  };
}

/** Writes what is planned, and nothing over a file that exists, except what is added to it. Throws WRITE_FAILED. */
export async function writeFiles(files: readonly PlannedFile[], cwd: string): Promise<void> {
  for (const { file, text, copy, what } of files) {
    refuseLinks(file, cwd);
    if (what === "new" && existsSync(file)) continue;
    if (copy !== undefined) await copyData(copy, file);
    if (text !== undefined) await writeWhole(file, text);
  }
}

/** Runs the tool tests of the suite, which need no key. Throws McpvalsError for a fault outside the server. */
export async function tryTools(
  config: string,
  values: InitPlan["values"],
  options: ExploreOptions,
): Promise<HealthSuiteReport[]> {
  const env = { ...options.env, ...values };
  const suite = await loadSuite(config, { cwd: options.cwd, env, mayRun: true });
  const { reset, ...rest } = suite.config;
  // It is still to be filled in; the calls only read.
  const tried = reset !== undefined && isEmptyReset(reset) ? { ...suite, config: rest } : suite;
  return runHealthSuites(await loadSettings(tried, { ...options, env }));
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
  { secrets, root }: { secrets: SecretTests; root: string },
  options: InitOptions,
): Promise<FirstStart> {
  const start = async (used: Alike): Promise<FirstStart> => {
    const hidden = hideSecrets(used.server, secrets);
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

/** Whether `npm ci` installs mcpvals. */
async function dependsOnUs(cwd: string): Promise<boolean> {
  const json = readJson(await readFile(join(cwd, "package.json"), "utf8").catch(() => ""));
  return (
    isJsonObject(json) &&
    ["dependencies", "devDependencies"].some((key) => isJsonObject(json[key]) && json[key]["mcpvals"] !== undefined)
  );
}

/** Links are left out: they lead to what is not copied. */
async function copyData(from: string, to: string): Promise<void> {
  const real = await realpath(from);
  await cp(real, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    filter: async (path) => path === real || (!LEFT_OUT.test(basename(path)) && !(await lstat(path)).isSymbolicLink()),
  });
}
