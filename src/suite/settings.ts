// Combines flags, config and defaults into the settings of a suite's runs: flags override the config, the config
// overrides the defaults. No other file sets defaults.
import { agentOf, OF_OUR_LOOP, type AgentSettings } from "../config/agent.js";
import type { ServerConfig, Workflow } from "../config/schema.js";
import { TOOL_NAMES } from "../config/schema-servers.js";
import { serversIn, type NamedServer } from "../config/servers.js";
import type { Suite } from "../config/suite.js";
import { isEmptyReset } from "../config/empty-reset.js";
import { showPath } from "../config/show-path.js";
import { displayPath } from "../cassette/store-place.js";
import { McpvalsError } from "../errors.js";
import { dispatchOf } from "../agent/dispatch.js";
import { buildJudgeSettings, type JudgeSettings } from "../judge/settings.js";
import type { Dispatch, ModelSettings } from "../trace/trace.js";
import type { Redactor } from "../redaction/redactor.js";
import { meetEachOther } from "./grown-lists.js";
import { Budget } from "./budget.js";
import type { RunOptions } from "./options.js";
import { loadRedactor } from "./redaction.js";
import { selectDue, type LastKind, type Selection } from "./selection.js";
import { createSuiteIndex, type SuiteIndex } from "./suite-index.js";
import { Turns, type TakesTurns } from "./turns.js";

export const DEFAULTS = {
  model: "claude-sonnet-5-5",
  maxTokens: 8192,
  maxTurns: 20,
  timeout: 30_000,
  modelTimeout: 120_000,
  concurrency: 4,
} as const;

/** What a run of any command needs to know about its suite, apart from the workflow. */
export interface RunSettings {
  suite: Suite;
  /** Absolute; the user's paths are relative to it. */
  cwd: string;
  /** The config as a user names it on the command line; null for a config object. */
  configName: string | null;
  workflows: Workflow[];
  /** Whether the direct tool tests are run. */
  tests: boolean;
  /** By name. Not expanded yet: `${MCPVALS_TMP}` and `${MCPVALS_PORT}` differ in each run. */
  servers: readonly NamedServer[];
  model: ModelSettings;
  /** The agent of somebody else that works; undefined: our own loop. */
  agent: AgentSettings | undefined;
  /** The model that the config or a flag names for it; undefined: it chooses its own. */
  agentModel: string | undefined;
  /** Undefined where no judge is asked for. */
  judge: JudgeSettings | undefined;
  system: string | null;
  instructions: boolean;
  maxTurns: number;
  /** How the calls of one turn are sent in a new recording. */
  dispatch: Dispatch;
  /** Milliseconds. */
  timeout: number;
  /** Milliseconds without a byte from the model. */
  modelTimeout: number;
  concurrency: number;
  /** Gives each run its turn among those of other suites; undefined where the suite runs alone. */
  turns: TakesTurns | undefined;
  /** What is spent on the model, and the limits of that. */
  budget: Budget;
  /** What servers that wait for their run count among. */
  ahead: Turns;
  bail: number;
  /** Which take of each workflow is recorded, checked or played; undefined for the first. */
  take?: number;
  isolation: "workflow" | "suite";
  /** Whether evaluations hold their transcripts. */
  transcripts: boolean;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Made once, for all runs of the command. */
  redactor: Redactor;
  index: SuiteIndex;
}

/**
 * Combines flags, config and defaults. `kind`: of which runs the last one decides what did not pass. Throws
 * WORKFLOW_NOT_FOUND, and CONFIG_INVALID for a `reset` that does nothing.
 */
export async function loadSettings(suite: Suite, options: RunOptions, kind: LastKind = "live"): Promise<RunSettings> {
  refuseEmptyReset(suite);
  const built = buildSettings(suite, options, await selectDue(suite, options, kind));
  const concurrency =
    isShared(built.servers, built.isolation) || (await runsOneByOne(suite, options)) ? 1 : built.concurrency;
  const { turns, ahead = new Turns(concurrency) } = options.beside ?? {};
  const { maxBudgetUsd = suite.config.maxBudgetUsd, tokenLimit = suite.config.tokenLimit, beside } = options;
  const budget = new Budget({ maxBudgetUsd, tokenLimit }, beside?.budget);
  const settings = { ...built, concurrency, turns, ahead, budget };
  return { ...settings, redactor: await loadRedactor(settings), index: createSuiteIndex(suite) };
}

/** Nothing is put back, but a command would count as one that does: data is kept, and calls are tried that change it. */
function refuseEmptyReset({ config: { reset }, file, folder }: Suite): void {
  if (reset === undefined || !isEmptyReset(reset)) return;
  throw new McpvalsError("CONFIG_INVALID", `"reset" in ${file === null ? folder : displayPath(file)} does nothing`, {
    evidence: `reset: ${reset}`,
    fix: 'Write the command that puts the data of the server back before each run. If it keeps none, remove "reset".',
  });
}

function buildSettings(
  suite: Suite,
  options: RunOptions,
  selection: Selection,
): Omit<RunSettings, "redactor" | "index" | "turns" | "ahead" | "budget"> {
  const { config } = suite;
  const cwd = options.cwd ?? process.cwd();
  const servers = chooseServers(suite, options.server);
  const isolation = config.isolation ?? "workflow";
  const agentModel = options.model ?? config.model;
  const agent = agentOf(config.agent, { asked: options.agent, model: agentModel });
  if (agent !== undefined) refuseOfOurLoop(suite);
  return {
    suite,
    cwd,
    configName: suite.file === null ? null : showPath(suite.file, cwd),
    ...selection,
    servers,
    model: {
      name: options.model ?? config.model ?? DEFAULTS.model,
      maxTokens: config.maxTokens ?? DEFAULTS.maxTokens,
      ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
      ...(agent === undefined &&
        servers.some(({ name }) => name !== undefined) && { toolNames: config.toolNames ?? TOOL_NAMES }),
    },
    agent,
    agentModel,
    judge: buildJudgeSettings(config, options),
    system: config.system ?? null,
    instructions: config.instructions ?? true,
    maxTurns: config.maxTurns ?? DEFAULTS.maxTurns,
    dispatch: dispatchOf(config.parallelToolCalls ?? false),
    timeout: options.timeout ?? config.timeout ?? DEFAULTS.timeout,
    modelTimeout: config.modelTimeout ?? DEFAULTS.modelTimeout,
    concurrency: options.concurrency ?? config.concurrency ?? DEFAULTS.concurrency,
    bail: options.bail ?? config.bail ?? Number.POSITIVE_INFINITY,
    isolation,
    transcripts: options.transcripts ?? false,
    env: options.env ?? process.env,
    signal: options.signal ?? new AbortController().signal,
    // Looked up at each call: a test may replace the clock.
    now: options.now ?? (() => Date.now()),
  };
}

/** Throws CONFIG_INVALID for settings that only our own loop follows: a limit must not be passed over. */
export function refuseOfOurLoop({ config, file, folder }: Suite): void {
  const useless = OF_OUR_LOOP.filter((key) => config[key] !== undefined);
  if (useless.length === 0) return;
  const where = file === null ? folder : displayPath(file);
  throw new McpvalsError("CONFIG_INVALID", `An agent works, and settings in ${where} have no effect on it`, {
    evidence: useless.join(", "),
    fix: 'Remove them, and give them to the agent by "args" or "env" of "agent".',
  });
}

/**
 * True where the runs of a suite are one by one for its data: the user says so, or nobody says otherwise and the runs
 * meet what others leave.
 */
export async function runsOneByOne(suite: Suite, options: Pick<RunOptions, "concurrency">): Promise<boolean> {
  const chosen = options.concurrency ?? suite.config.concurrency;
  return chosen === undefined ? suite.config.reset !== undefined || (await meetEachOther(suite)) : chosen === 1;
}

/**
 * The config's servers, one of them perhaps as another build: the same environment, another command or URL. Throws
 * BAD_USAGE where it does not say which.
 */
export function chooseServers(suite: Pick<Suite, "config">, other: RunOptions["server"]): NamedServer[] {
  const servers = serversIn(suite.config);
  if (other === undefined) return servers;
  const names = servers.flatMap(({ name }) => name ?? []);
  if (names.length === 0) {
    if (other.name !== undefined) {
      throw new McpvalsError("BAD_USAGE", `"${other.name}=" names one of several servers, and the suite has one`, {
        fix: "Leave it out.",
      });
    }
    return [{ name: undefined, server: otherBuild(servers[0]?.server, other) }];
  }
  if (other.name === undefined || !names.includes(other.name)) {
    const said = other.name === undefined ? "It does not say which of them." : `None of them is "${other.name}".`;
    throw new McpvalsError("BAD_USAGE", `The suite has several servers: ${names.join(", ")}`, {
      evidence: said,
      fix: `Put its name before the command or the URL: ${names[0] ?? "NAME"}=CMD`,
    });
  }
  return servers.map(({ name, server }) => ({
    name,
    server: name === other.name ? otherBuild(server, other) : server,
  }));
}

function otherBuild(server: ServerConfig | undefined, other: NonNullable<RunOptions["server"]>): ServerConfig {
  if ("url" in other) {
    const http = server !== undefined && server.transport !== "stdio" ? server : undefined;
    return {
      transport: http?.transport ?? "shttp",
      url: other.url,
      ...(http?.headers === undefined ? {} : { headers: http.headers }),
    };
  }
  const { command, args } = other;
  if (server === undefined) return { transport: "stdio", command, args };
  return { ...server, command, args };
}

/** True where several workflows share a server, so that they cannot run at the same time. */
export function isShared(servers: readonly NamedServer[], isolation: "workflow" | "suite"): boolean {
  const isSomebodyElses = ({ server }: NamedServer): boolean =>
    server.transport !== "stdio" && server.command === undefined;
  return servers.some(isSomebodyElses) || isolation === "suite";
}
