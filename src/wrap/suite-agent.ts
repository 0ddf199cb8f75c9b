// Runs an agent through the steps of a suite's workflow: each step starts it once, with the suite's servers behind mcpvals.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { AgentSettings } from "../config/agent.js";
import type { JsonObject } from "../json/value.js";
import { collectRequestSecrets } from "../redaction/request-secrets.js";
import type { RunSettings } from "../suite/settings.js";
import type { LentServer } from "../suite/lend-servers.js";
import type { Stage } from "../suite/stage.js";
import { buildAgentCommand } from "./agent-command.js";
import { agentVariables } from "./agent-environment.js";
import { describeMissingAgent, findAgentProgram, runAgentProcess, type AgentEnd } from "./agent-process.js";
import { Links } from "./links.js";
import type { LinkStage } from "./link-stage.js";
import { ownProgram } from "./own-program.js";

export interface SuiteAgentRun {
  agent: AgentSettings;
  workflow: string;
  /** What a person says in each step. */
  prompts: readonly string[];
  stage: Stage;
  settings: RunSettings;
  servers: readonly LentServer[];
  /** What the only server without a name was called when it was recorded. */
  recordedName?: string | undefined;
  /** The agent's version when it was recorded. */
  recordedVersion?: string | undefined;
}

export interface SuiteAgent {
  links: LinkStage;
  /** Runs one step (from 1), and resolves when the agent and its servers have ended. Throws AGENT_MISSING. */
  run(step: number, url: string, options: { isReplay: boolean; isBusy?: () => boolean }): Promise<AgentEnd>;
  close(): Promise<void>;
}

/** Milliseconds for the servers of an agent that has ended. */
const SERVERS_END = 5000;

/** Prepares the links; starts nothing yet. */
export async function openSuiteAgent(run: SuiteAgentRun): Promise<SuiteAgent> {
  const { settings, stage, servers } = run;
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-agent-"));
  const links = await Links.open();
  const named = servers.map((one) => ({ name: one.name ?? run.recordedName ?? "server", server: one }));
  const know: LinkStage["know"] = (...request) => settings.redactor.know(collectRequestSecrets(...request));
  const linkStage: LinkStage = {
    servers: named.map(({ name }) => name),
    isJoined: servers.some(({ name }) => name !== undefined),
    links,
    veil: stage.places,
    redactor: settings.redactor,
    know,
    // They are known from the config.
    knowVariables: () => {},
    folder,
    close: async () => {
      await links.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  for (const { name, server } of named) if ("start" in server) links.lend(name, server.start);
  const session = randomUUID();
  await mkdir(join(folder, "settings"));
  return {
    links: linkStage,
    async run(step, url, { isReplay, isBusy = () => false }) {
      links.startAgain();
      const entries: [string, JsonObject][] = [];
      for (const { name, server } of named) entries.push([name, await entryOf(name, server, links, know)]);
      const config = join(folder, "mcp.json");
      await writeFile(config, JSON.stringify({ mcpServers: Object.fromEntries(entries) }), { mode: 0o600 });
      const end = await start(run, { step, url, isReplay, isBusy, config, session, linkStage });
      await links.disconnected(SERVERS_END);
      return end;
    },
    close: () => linkStage.close(),
  };
}

/**
 * A server over stdio learns from us what to start, and the headers of one over HTTP are added by our proxy: so that they are
 * in no file and not in the agent.
 */
async function entryOf(name: string, server: LentServer, links: Links, know: LinkStage["know"]): Promise<JsonObject> {
  if ("start" in server) {
    const [command, file] = ownProgram();
    return { type: "stdio", command, args: [file, "wrapped-server", links.socket, name] };
  }
  const { url, headers = {} } = await links.openHttp(name, server, know);
  return { type: "http", url, headers };
}

async function start(
  { agent, prompts, settings, stage, servers, recordedVersion }: SuiteAgentRun,
  on: {
    step: number;
    url: string;
    isReplay: boolean;
    isBusy: () => boolean;
    config: string;
    session: string;
    linkStage: LinkStage;
  },
): Promise<AgentEnd> {
  const { step, url, isReplay, isBusy, config, session, linkStage } = on;
  const { suite, signal, modelTimeout, timeout } = settings;
  const names = linkStage.servers;
  const { args, input, env } = buildAgentCommand({
    agent,
    prompt: prompts[step - 1] ?? "",
    step,
    session,
    config,
    servers: names,
  });
  const given = { ...stage.env, ...agent.env, ...env };
  const hasServers = servers.length > 0;
  const settingsFolder = agent.inherit ? undefined : join(linkStage.folder, "settings");
  const variables = agentVariables(given, {
    url,
    config: hasServers ? config : undefined,
    settings: settingsFolder,
    isReplay,
  });
  const all = Object.entries({ ...given, ...variables }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { links } = linkStage;
  links.touch();
  const line = {
    command: findAgentProgram(agent.command, suite.folder),
    args,
    // Claude Code offers its folder to servers as a root; data of the run is there, and no settings of the project.
    cwd: agent.type === "claude-code" ? stage.folder : suite.folder,
    env: Object.fromEntries(all),
  };
  const limit = Math.max(modelTimeout, timeout);
  const isSilent = (): boolean => !isBusy() && performance.now() - links.activeAt > limit;
  try {
    return await runAgentProcess(line, { input, signal, isSilent });
  } catch (error) {
    throw describeMissingAgent(agent, error, recordedVersion) ?? error;
  }
}

/** Why an agent asked nothing, where it gave up without a server that ended on its own. */
export function findBroken({
  links,
  servers,
  isJoined,
}: LinkStage): { message: string; server: string | undefined } | undefined {
  const broken = links.findBroken(servers);
  if (broken === undefined) return undefined;
  const server = isJoined === true ? broken.server : undefined;
  const which = server === undefined ? "the server" : `the server ${server}`;
  return { message: `${which} ended before the agent asked the model: ${broken.why}`, server };
}

/** Why the end of an agent is none that it chose; undefined where it ended with 0. */
export function describeAgentEnd({ exit: { code, signal }, ended, output }: AgentEnd): string | undefined {
  const said = output === "" ? "" : `\n${output}`;
  if (ended === "silent") return `the agent did nothing for too long, and was ended (modelTimeout)${said}`;
  if (signal !== null) return `the agent was ended by ${signal}${said}`;
  return code === 0 ? undefined : `the agent ended with code ${code ?? "unknown"}${said}`;
}
