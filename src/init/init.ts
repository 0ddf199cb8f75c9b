// Sets up a suite for a server: finds out what it does, plans the files, writes them, and tries them without a key.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
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
import { findCandidates, type Candidate } from "./candidates.js";
import { copyData } from "./copy-data.js";
import { SUITE, type ExploreOptions } from "./explore.js";
import { buildNewConfig, renderConfig, STATE } from "./new-config.js";
import { ONE_BY_ONE, sayNumber } from "./plan-notes.js";
import { hideValues, planServer, type PlannedServer } from "./plan-server.js";
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

/**
 * Starts the servers, one after the other, and plans a suite of them all; `of`: which one failed. Throws McpvalsError for a
 * fault outside the servers.
 */
export async function planInit(
  candidates: readonly Candidate[],
  options: InitOptions,
): Promise<InitPlan | { failure: string; of: Candidate }> {
  const servers: PlannedServer[] = [];
  for (const candidate of candidates) {
    const planned = await planServer(candidate, servers, options);
    if ("failure" in planned) return { failure: planned.failure, of: candidate };
    servers.push(planned);
  }
  const oneByOne = servers.some(({ mayKeepData }) => mayKeepData);
  const copies = [...new Map(servers.flatMap((one) => one.copies.map((copy) => [copy.to, copy]))).values()];
  const config = buildNewConfig({
    servers,
    hasState: copies.length > 0,
    resets: servers.flatMap(({ resets }) => resets),
    oneByOne,
  });
  const workflows = (config.workflows ?? []).length;
  const tests = servers.flatMap(({ answered }) => answered).length;
  const text = `${renderConfig(config)}\n`;
  const values = Object.assign({}, ...servers.map((one) => one.values));
  const files = await planFiles({
    ...options,
    config: {
      text,
      note: [sayNumber(workflows, "workflow"), ...(tests === 0 ? [] : [sayNumber(tests, "tool test")])].join(", "),
    },
    configName: `${SUITE}.config.json`,
    copies,
    stateFolder: STATE,
    secrets: Object.keys(values),
    commands: servers.flatMap(({ server: { command } }) => command ?? []),
  });
  return {
    files,
    config: text,
    notes: [
      ...servers.flatMap(({ name, notes }) => (name === undefined ? notes : notes.map((note) => `${name}: ${note}`))),
      ...(oneByOne ? [ONE_BY_ONE] : []),
      ...(options.ci === "none" || (await dependsOnUs(options.cwd))
        ? []
        : [`CI needs mcpvals in this repository: ${docsFile("getting-started.md")} says how.`]),
    ],
    values,
    workflows,
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
    Object.assign(values, (await hideValues({ server, root }, options)).values);
  }
  return values;
}

function commandsOf({ config }: Suite): (string | undefined)[] {
  return serversIn(config).map(({ server }) => server.command);
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

/** Whether `npm ci` installs mcpvals. */
async function dependsOnUs(cwd: string): Promise<boolean> {
  const json = readJson(await readFile(join(cwd, "package.json"), "utf8").catch(() => ""));
  return (
    isJsonObject(json) &&
    ["dependencies", "devDependencies"].some((key) => isJsonObject(json[key]) && json[key]["mcpvals"] !== undefined)
  );
}
