// Finds how the agent that recorded a cassette is started: a replay starts it, and so does a later live run.
import type { AgentPart } from "../cassette/agent-schema.js";
import { ifCassette } from "../cassette/if-readable.js";
import { readCassette } from "../cassette/read-cassette.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import { CLAUDE_CODE, withModel, type AgentSettings } from "../config/agent.js";
import { McpvalsError } from "../errors.js";
import { refuseOfOurLoop, type RunSettings } from "../suite/settings.js";

/** As the config says, where it is of the same type. Throws CONFIG_INVALID. */
export function requireAgent(
  { type, client }: AgentPart,
  { agent, agentModel }: Pick<RunSettings, "agent" | "agentModel">,
): AgentSettings {
  if (agent !== undefined && agent.type === type) return agent;
  if (type === "claude-code") return withModel(CLAUDE_CODE, agentModel);
  throw new McpvalsError("CONFIG_INVALID", `Nobody says how to start ${client.name}, which was recorded`, {
    fix: [
      'Add it to the config: "agent": { "type": "command", "command": "node", "args": ["agent.js"] }',
      "To record with the loop of mcpvals instead, delete the cassette first.",
    ].join("\n"),
  });
}

/**
 * The agent that recorded the workflow's cassette, for a live run of which neither the config nor a flag says who works:
 * another one must not take its place unseen. Throws CONFIG_INVALID.
 */
export async function findRecordedAgent(workflow: string, settings: RunSettings): Promise<AgentSettings | undefined> {
  const file = cassetteFileOf(storePlaceOf(settings.suite), workflow);
  // Where there is none that can be read, nothing says who worked.
  const { cassette } = (await ifCassette(readCassette(file, settings.index))) ?? {};
  const part = cassette === undefined || cassette.cassette === 1 ? undefined : cassette.agent;
  if (part?.type === undefined) return undefined;
  refuseOfOurLoop(settings.suite);
  return requireAgent(part, settings);
}
