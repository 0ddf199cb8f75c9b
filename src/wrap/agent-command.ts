// Builds the command line of an agent for one step of a workflow. Pure.
import type { AgentSettings } from "../config/agent.js";
import { claudeCodeName } from "./joined-server.js";

export interface AgentStepStart {
  agent: AgentSettings;
  prompt: string;
  /** From 1. */
  step: number;
  /** The same in all steps of a workflow; a UUID. */
  session: string;
  /** The file with the MCP configuration. */
  config: string;
  /** The names of the servers in it. */
  servers: readonly string[];
}

export interface AgentCommand {
  args: string[];
  /** What it reads on stdin. */
  input: string;
  env: Record<string, string>;
}

export function buildAgentCommand(start: AgentStepStart): AgentCommand {
  const { agent, prompt, step, session } = start;
  if (agent.type === "claude-code") return { args: claudeCodeArguments(start), input: prompt, env: {} };
  const env = { MCPVALS_PROMPT: prompt, MCPVALS_STEP: String(step), MCPVALS_SESSION: session };
  return { args: [...agent.args], input: prompt, env };
}

/** A default gives way to the same flag of the config. */
function claudeCodeArguments({ agent, step, session, config, servers }: AgentStepStart): string[] {
  const own = new Set(agent.args.map((arg) => arg.split("=")[0]));
  const unless = (flag: string, ...values: string[]): string[] => (own.has(flag) ? [] : [flag, ...values]);
  const allowed = servers.map((name) => claudeCodeName(name, "").replace(/__$/, "")).join(",");
  return [
    "-p",
    ...(step === 1 ? ["--session-id", session] : ["--resume", session]),
    "--mcp-config",
    config,
    "--strict-mcp-config",
    ...unless("--tools", "ToolSearch"),
    ...(agent.inherit ? [] : unless("--setting-sources", "")),
    ...(allowed === "" || own.has("--allowed-tools") ? [] : unless("--allowedTools", allowed)),
    ...unless("--output-format", "json"),
    ...agent.args,
  ];
}
