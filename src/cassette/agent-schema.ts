// Defines what the cassette of an agent holds in addition to that of a workflow: who the agent was, and where each turn
// belongs in its conversations. docs/agents.md explains it.
import * as z from "zod/mini";
import "./schema-messages.js";

const hash = z.string().check(z.regex(/^[0-9a-f]{12}$/, "expected 12 hex digits"));
const ordinal = z.int().check(z.gt(0));

/** What the agent gave the model as the result of a call, where it is not what a server returned. */
const passed = z.strictObject({
  call: ordinal,
  hash,
  begins: z.string(),
  isError: z.optional(z.literal(true)),
});

const turn = z.strictObject({
  /** The turn that it follows in its conversation; 0 for the first of one. */
  after: z.int().check(z.gte(0)),
  /** What was said to the model since that turn, by a person or by the agent. */
  texts: z.array(z.string()),
  /** How many turns had been given out when it was asked for; absent where all turns before it had been. */
  asked: z.optional(z.int().check(z.gte(0))),
  /** In a conversation that the agent itself opened. */
  sub: z.optional(z.literal(true)),
  /** Hashes of the system text and of the tools in the request. */
  system: hash,
  tools: hash,
  /** The statuses of tries that failed before it; 0 where no response came. */
  failed: z.optional(z.array(z.int())),
  /** Results of the agent's own tools, and of calls that it did not make. */
  own: z.optional(z.array(passed)),
  /** Results of servers that the agent passed on in another form: cut, or as the name of a file. */
  passed: z.optional(z.array(passed)),
  /** Calls of which the agent passed on the structured content, and whose text says something else. */
  structured: z.optional(z.array(ordinal)),
});

export const agentSchema = z.strictObject({
  client: z.strictObject({ name: z.string(), version: z.string() }),
  /** How a suite started it; absent where `wrap` did. */
  type: z.optional(z.enum(["claude-code", "command"])),
  /** The names of the servers in the agent's configuration. */
  servers: z.array(z.string()),
  /** The agent's name for each tool that was called, by its MCP name. */
  names: z.record(z.string(), z.string()),
  turns: z.array(turn),
  /** The answer to the agent's question for a title. */
  title: z.optional(z.string()),
  /** Counted tokens, by the hash of what was counted. */
  tokens: z.optional(z.record(hash, z.int().check(z.gte(0)))),
});

/** The part of an agent's cassette that no workflow has. */
export type AgentPart = z.output<typeof agentSchema>;
export type AgentTurnPart = AgentPart["turns"][number];
export type PassedPart = NonNullable<AgentTurnPart["own"]>[number];
