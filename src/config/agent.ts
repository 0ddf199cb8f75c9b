// Reads which agent of somebody else works through the workflows of a suite. Pure.
import type { ParsedConfig } from "./schema.js";

/** How an agent is started. */
export interface AgentSettings {
  type: "claude-code" | "command";
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** It uses the user's own settings folder. */
  inherit: boolean;
}

/** Claude Code as it is started where nobody says more. */
export const CLAUDE_CODE: AgentSettings = { type: "claude-code", command: "claude", args: [], env: {}, inherit: false };

/** What only our own loop does; an agent of somebody else has settings of its own. */
export const OF_OUR_LOOP = [
  "system",
  "instructions",
  "maxTokens",
  "maxTurns",
  "temperature",
  "parallelToolCalls",
  "elicitation",
  "roots",
  "toolNames",
  "afterDrift",
] as const;

/** Undefined: our own loop. `asked`: the agent that a flag names, in place of the config's. `model`: the one chosen for it. */
export function agentOf(
  written: ParsedConfig["agent"],
  { asked, model }: { asked?: "claude-code" | undefined; model?: string | undefined } = {},
): AgentSettings | undefined {
  const own = readWritten(written);
  const agent = asked === undefined || own?.type === asked ? own : CLAUDE_CODE;
  return agent && withModel(agent, model);
}

/** Without a model, the agent chooses its own. */
export function withModel(agent: AgentSettings, model: string | undefined): AgentSettings {
  return model === undefined ? agent : { ...agent, env: { ANTHROPIC_MODEL: model, ...agent.env } };
}

function readWritten(written: ParsedConfig["agent"]): AgentSettings | undefined {
  if (written === undefined) return undefined;
  if (written === "claude-code") return CLAUDE_CODE;
  const { type, command = CLAUDE_CODE.command, args = [], env = {}, inherit = false } = written;
  return { type, command, args, env, inherit };
}
