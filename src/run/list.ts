// Lists the workflows of a suite, the states of their cassettes, and what each command needs from the environment.
// Starts nothing, asks nobody, and loads no SDK, so that it answers at once.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerConfig, Workflow } from "../config/schema.js";
import { areTestsChosen, chooseWorkflows } from "../config/choose.js";
import { serversIn } from "../config/servers.js";
import { skipReason } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { shownCommand, shownUrl } from "../redaction/shown-server.js";
import { readCassetteState } from "../suite/cassette-state.js";
import { decideDue } from "../suite/leave-out.js";
import { type CassetteState } from "../suite/recorded-state.js";

export interface ListOptions {
  /** Names or globs; all workflows where empty. No match is an error. */
  workflows: string[];
  /** Tags or globs, of which a workflow needs one; all workflows without. */
  tags?: string[] | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

export interface SuiteListing {
  name: string;
  /** Absolute; null for a config object. */
  file: string | null;
  /** As the config writes it, without values for variables; null where the config names none. */
  server: ListedServer | null;
  /** Where the config names several: each, by its name; `server` is the first of them. */
  servers?: Record<string, ListedServer>;
  workflows: WorkflowListing[];
  toolHealth: { name: string; tests: number }[];
  needs: Needs;
  /** Why nothing of it would be run here: `skip`, `--changed`, or `whenEnvMissing` where a variable is missing. */
  leftOut?: string;
}

export interface ListedServer {
  transport: ServerConfig["transport"];
  command?: string[];
  url?: string;
}

export interface WorkflowListing {
  name: string;
  description?: string;
  steps: number;
  skip: boolean;
  /** Why the config skips it, or the whole suite. */
  skipReason?: string;
  /** Also those of the suite. */
  tags: string[];
  cassette: CassetteState;
}

export interface Needs {
  /** `set`: whether the environment or the config has it. `by`: the commands that need it. */
  keys: { name: string; set: boolean; by: string[] }[];
  /** `set`: in the environment; one with a default may be unset. */
  variables: { name: string; set: boolean; required: boolean }[];
  /** Programs and shell commands that a run starts. */
  commands: string[];
}

/**
 * Lists one suite, loaded with variables that may be unset. Reads its cassettes. Throws WORKFLOW_NOT_FOUND for a name
 * that the suite does not have.
 */
export async function listSuite(suite: Suite, { workflows: names, tags, env }: ListOptions): Promise<SuiteListing> {
  const choice = { workflows: names, tags };
  const workflows = chooseWorkflows(suite.config, choice);
  const tests = areTestsChosen(suite.config, choice) ? (suite.config.toolHealthSuites ?? []) : [];
  const due = decideDue(suite, false);
  const listed: WorkflowListing[] = [];
  // One after another, so that no more than one cassette is in memory.
  for (const workflow of workflows) listed.push(await describeWorkflow(suite, workflow, env));
  return {
    name: suite.name,
    file: suite.file,
    ...describeServers(suite),
    workflows: listed,
    toolHealth: tests.map((one) => ({ name: one.name, tests: one.tests.length })),
    needs: findNeeds(suite, env),
    ...(due.kind === "leave-out" && { leftOut: due.reason }),
  };
}

async function describeWorkflow(
  suite: Suite,
  workflow: Workflow,
  env: Readonly<Record<string, string | undefined>>,
): Promise<WorkflowListing> {
  const skipped = skipReason(suite.config) ?? skipReason(workflow);
  return {
    name: workflow.name,
    ...(workflow.description === undefined ? {} : { description: workflow.description }),
    steps: workflow.steps.length,
    skip: skipped !== undefined,
    ...(skipped === undefined ? {} : { skipReason: skipped }),
    tags: [...new Set([...(suite.config.tags ?? []), ...(workflow.tags ?? [])])],
    cassette: await readCassetteState(suite, workflow, env),
  };
}

function describeServers({ config, folder }: Suite): Pick<SuiteListing, "server" | "servers"> {
  const all = serversIn(config).map(({ name, server }) => ({ name, listed: describeServer(server, folder) }));
  const named = all.flatMap(({ name, listed }) => (name === undefined ? [] : [[name, listed] as const]));
  const server = all[0]?.listed ?? null;
  return named.length === 0 ? { server } : { server, servers: Object.fromEntries(named) };
}

function describeServer(server: ServerConfig, folder: string): ListedServer {
  const { transport, command, args = [] } = server;
  const root = resolve(folder, server.cwd ?? "");
  const isThere = (path: string): boolean => existsSync(resolve(root, path));
  return {
    transport,
    ...(command === undefined ? {} : { command: shownCommand({ command, args }, isThere) }),
    ...(server.transport === "stdio" ? {} : { url: shownUrl(server.url) }),
  };
}

function findNeeds(suite: Suite, env: Readonly<Record<string, string | undefined>>): Needs {
  const { config } = suite;
  const isSet = (name: string): boolean => (env[name] ?? "").trim() !== "";
  const keys: Needs["keys"] = [];
  if ((config.workflows ?? []).length > 0) {
    const set = isSet("ANTHROPIC_API_KEY") || isSet("ANTHROPIC_AUTH_TOKEN");
    keys.push({ name: "ANTHROPIC_API_KEY", set, by: ["eval", "record"] });
  }
  if (config.llmJudge === true) {
    const set = isSet("OPENAI_API_KEY") || (config.openaiKey ?? "") !== "";
    keys.push({ name: "OPENAI_API_KEY", set, by: ["eval", "record"] });
  }
  const commands = [
    ...serversIn(config).map(({ server }) => server.command),
    config.reset,
    config.setup,
    config.teardown,
  ];
  return {
    keys,
    variables: suite.variables.map(({ name, required }) => ({ name, set: isSet(name), required })),
    commands: [...new Set(commands.filter((command) => command !== undefined))],
  };
}
