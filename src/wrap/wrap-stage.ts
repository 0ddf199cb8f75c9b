// Prepares what a wrapped run needs and takes it away again: its folder, its links to the servers, the rewritten
// configuration, the redaction.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readForms, readMachine } from "../places/machine.js";
import { createPlaces } from "../places/places.js";
import type { Redactor } from "../redaction/redactor.js";
import { collectRequestSecrets } from "../redaction/request-secrets.js";
import { createVeil, type Veil } from "../redaction/veil.js";
import { loadRedactor } from "../suite/redaction.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { findAgentConfig, linkName, rewriteServers } from "./agent-config.js";
import { agentVariables } from "./agent-environment.js";
import { Links } from "./links.js";
import { runCommand } from "./run-command.js";
import type { Exit } from "../proxy/process-group.js";

export interface WrapOptions {
  /** The cassette; absolute. */
  file: string;
  /** The command and its arguments. */
  command: readonly [string, ...string[]];
  /** The agent uses the user's own settings. */
  inherit: boolean;
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Node and the file of this program. */
  program: readonly [string, string];
  takeSignals: (listener: (signal: NodeJS.Signals) => void) => void;
  /** The command runs without streams, for a check. Default: with ours. */
  silent?: boolean;
}

export interface WrapStage {
  /** The names of the agent's servers. */
  servers: string[];
  links: Links;
  veil: Veil;
  redactor: Redactor;
  /** Learns the credentials of a request, to hide them wherever they come again. */
  know: (rawHeaders: readonly string[]) => void;
  /** Runs the command with the gateway at this address. */
  run: (url: string, isReplay: boolean) => Promise<Exit>;
  close: () => Promise<void>;
}

/** Throws FILE_NOT_FOUND and CONFIG_INVALID for the agent's configuration. */
export async function openWrapStage(options: WrapOptions): Promise<WrapStage> {
  const {
    command: [command, ...args],
    cwd,
    env,
    program,
    inherit,
    takeSignals,
    silent = false,
  } = options;
  const config = findAgentConfig(command, args, cwd);
  const redactor = await loadRedactor({
    suite: { name: "agent", file: null, folder: cwd, config: {}, variables: [] },
    servers: [],
    env: { ...env, ...variablesOf(config.servers) },
  });
  const know = (rawHeaders: readonly string[]): void => redactor.know(collectRequestSecrets(rawHeaders));
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-agent-"));
  const links = await Links.open();
  const close = async (): Promise<void> => {
    await links.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const servers = await rewriteServers(config.servers, {
      program,
      socket: links.socket,
      openHttp: (name, url) => links.openHttp(name, url, know),
    });
    const file = join(folder, "mcp.json");
    const hasServers = Object.keys(servers).length > 0;
    if (hasServers) await writeFile(file, JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
    const veil = createVeil({
      redactor,
      paths: [],
      places: createPlaces({ ...readMachine(cwd), run: readForms(folder), env: {} }),
    });
    const run = (url: string, isReplay: boolean): Promise<Exit> => {
      const settings = inherit ? undefined : join(folder, "settings");
      const variables = agentVariables(env, { url, config: hasServers ? file : undefined, settings, isReplay });
      const finalArgs = hasServers ? config.argumentsWith(file) : args;
      return runCommand({ command, args: finalArgs, cwd, env: { ...env, ...variables }, silent, takeSignals });
    };
    return { servers: Object.keys(servers).map((name) => linkName(name)), links, veil, redactor, know, run, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The variables that the configuration sets for its servers: a secret among them is one. */
function variablesOf(servers: Readonly<Record<string, JsonObject>>): Record<string, string> {
  const all = Object.values(servers).flatMap(({ env, headers }) =>
    [env, headers].flatMap((one) => (isJsonObject(one) ? Object.entries(one) : [])),
  );
  return Object.fromEntries(all.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
