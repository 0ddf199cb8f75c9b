// Small makers for the tests of the agent.
import type { Conversation } from "../../../../src/agent/model.js";
import type { Tool } from "../../../../src/trace/contract.js";
import type { Call, CallOutcome, ModelBlock, Turn } from "../../../../src/trace/trace.js";

export const text = (words: string): ModelBlock => ({ type: "text", text: words });

export const use = (id: number, name: string, input: Record<string, never> | object = {}): ModelBlock =>
  ({ type: "tool_use", id: `toolu_${String(id)}`, name, input }) as ModelBlock;

export const tool = (name: string, more: object = {}): Tool =>
  ({ name, inputSchema: { type: "object" }, ...more }) as Tool;

export const said = (words: string): CallOutcome => ({
  kind: "result",
  result: { content: [{ type: "text", text: words }] },
});

export const call = (id: number, name: string, outcome: CallOutcome): Call => ({
  id,
  tool: name,
  arguments: {},
  outcome,
  notifications: [],
  serverRequests: [],
  at: 0,
  ms: 0,
});

export const turn = (content: ModelBlock[], calls: Call[] = [], reason = "end_turn"): Turn => ({
  content,
  stop: { reason: calls.length > 0 ? "tool_use" : reason },
  calls,
  tools: [],
  usage: { input: 1, output: 1 },
  ms: 0,
  retries: 0,
});

export const conversation = (parts: Partial<Conversation> = {}): Conversation => ({
  settings: { name: "claude-test", maxTokens: 100 },
  system: null,
  tools: [],
  steps: [{ user: "Hello", turns: [] }],
  ...parts,
});
