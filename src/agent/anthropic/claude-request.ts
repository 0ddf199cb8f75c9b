// Builds the body of a Messages API request from a conversation. Pure. Builds it from the whole conversation each time,
// so that the same conversation always gives the same bytes and the API's prompt cache works.
import type { JsonObject, JsonValue } from "../../json/value.js";
import { toolUsesOf } from "../../trace/read.js";
import type { ModelBlock, Turn } from "../../trace/trace.js";
import { buildTools } from "../../trace/given/claude-tools.js";
import type { Conversation } from "../model.js";
import { givenOf } from "../../trace/given/result-content.js";
import { buildToolNames, type ToolNames } from "../../trace/given/tool-names.js";

interface Message {
  role: "user" | "assistant";
  content: JsonObject[];
}

const CACHE = { cache_control: { type: "ephemeral" } } as const;

/** The names of the tools that are listed now, and of those that the conversation mentions. */
export function namesOf(conversation: Conversation): ToolNames {
  const turns = conversation.steps.flatMap((step) => step.turns);
  const used = turns.flatMap((turn) => toolUsesOf(turn.content).map(({ name }) => name));
  return buildToolNames([...conversation.tools.map(({ name }) => name), ...used], conversation.settings.toolNames);
}

/** The body of the request for the next turn, without `stream`. */
export function buildClaudeRequest(conversation: Conversation): JsonObject {
  const { settings, system } = conversation;
  const names = namesOf(conversation);
  const tools = buildTools(conversation.tools, names);
  const messages = buildMessages(conversation, names);
  // Up to three places are cached: tools and system, which never change, and the last two user messages, so that each
  // turn reads what the turn before has written.
  if (system === null) markLast(tools);
  for (const message of messages.filter(({ role }) => role === "user").slice(-2)) markLast(message.content);
  return {
    model: settings.name,
    max_tokens: settings.maxTokens,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(system === null ? {} : { system: [{ type: "text", text: system, ...CACHE }] }),
    ...(tools.length === 0 ? {} : { tools }),
    messages: messages.map(({ role, content }) => ({ role, content })),
  };
}

function markLast(blocks: JsonObject[]): void {
  const last = blocks.pop();
  if (last !== undefined) blocks.push({ ...last, ...CACHE });
}

function buildMessages(conversation: Conversation, names: ToolNames): Message[] {
  const messages: Message[] = [];
  const addUser = (content: JsonObject[]): void => {
    const last = messages.at(-1);
    if (last?.role === "user") last.content.push(...content);
    else messages.push({ role: "user", content });
  };
  for (const step of conversation.steps) {
    addUser([{ type: "text", text: step.user }]);
    for (const turn of step.turns) {
      const content = buildAssistant(turn.content, names);
      // Skip an empty turn: the API accepts no message without content.
      if (content.length > 0) messages.push({ role: "assistant", content });
      const results = buildResults(turn);
      if (results.length > 0) addUser(results);
    }
  }
  return messages;
}

/**
 * Claude's blocks are sent back unchanged, except text that is only white space, which the API returns but does not
 * accept.
 */
function buildAssistant(content: readonly ModelBlock[], names: ToolNames): JsonObject[] {
  return content.flatMap((block): JsonObject[] => {
    if (block.type === "text" && typeof block["text"] === "string" && block["text"].trim() === "") return [];
    const { name } = block;
    return [block.type === "tool_use" && typeof name === "string" ? { ...block, name: names.toClaude(name) } : block];
  });
}

function buildResults(turn: Turn): JsonObject[] {
  const outcomes = new Map(turn.calls.map((call) => [call.id, call.outcome]));
  return toolUsesOf(turn.content).map(({ id }) => {
    const outcome = outcomes.get(id) ?? { kind: "none", reason: "cancelled", message: "The call was not made." };
    const { content, isError } = givenOf(outcome);
    const result: Record<string, JsonValue> = { type: "tool_result", tool_use_id: `toolu_${String(id)}` };
    if (content.length > 0) result["content"] = content;
    if (isError) result["is_error"] = true;
    return result;
  });
}
