// Prepares what a wrapped command needs and takes it away again: its links to the servers, the rewritten configuration,
// its environment.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Exit } from "../proxy/process-group.js";
import { findAgentConfig } from "./agent-config.js";
import { agentVariables } from "./agent-environment.js";
import { openLinkStage, type LinkStage } from "./link-stage.js";
import { linkName, rewriteServers } from "./rewrite-servers.js";
import { runCommand } from "./run-command.js";

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

export interface WrapStage extends LinkStage {
  /** Runs the command with the gateway at this address. */
  run: (url: string, isReplay: boolean) => Promise<Exit>;
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
  const stage = await openLinkStage(cwd, env);
  const { folder } = stage;
  try {
    const servers = await rewriteServers(config.servers, program, stage);
    const file = join(folder, "mcp.json");
    const hasServers = Object.keys(servers).length > 0;
    if (hasServers) await writeFile(file, JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
    const run = (url: string, isReplay: boolean): Promise<Exit> => {
      const settings = inherit ? undefined : join(folder, "settings");
      const variables = agentVariables(env, { url, config: hasServers ? file : undefined, settings, isReplay });
      const finalArgs = hasServers ? config.argumentsWith(file) : args;
      return runCommand({ command, args: finalArgs, cwd, env: { ...env, ...variables }, silent, takeSignals });
    };
    return { ...stage, servers: Object.keys(servers).map((name) => linkName(name)), run };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
