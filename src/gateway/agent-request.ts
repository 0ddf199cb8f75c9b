// Reads a request that an agent sends to the Messages API: what it says, without what changes from release to release
// (reminders, cache marks, thinking). Pure.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { shortHash } from "../short-hash.js";

/** What one side said, until the other side spoke again. Never changed: later requests of a conversation share it. */
export type RequestItem = UserItem | AssistantItem;

interface UserItem {
  role: "user";
  texts: readonly string[];
  results: readonly ClientResult[];
}

interface AssistantItem {
  role: "assistant";
  /** Its text blocks, joined. */
  text: string;
  /** The ids of its `tool_use` blocks. */
  calls: readonly string[];
}

/** What the agent passes on to the model as the result of a call. */
export interface ClientResult {
  /** The id of the `tool_use` block. */
  id: string;
  isError: boolean;
  /** A string, or a list of content blocks, without cache marks. */
  content: JsonValue;
}

export interface AgentRequest extends RequestEnvelope {
  said: readonly RequestItem[];
}

/** A request without its messages. */
export interface RequestEnvelope {
  /** `turn`: a turn of a conversation. `title`: a name for the session, which the agent asks for beside it. */
  kind: "turn" | "title";
  stream: boolean;
  model: string;
  maxTokens: number;
  /** The id of the message that a server-side thread continues. */
  previous?: string;
  /** The names of the tools that it offers to the model. */
  tools: string[];
  /** Its system text, without what names the build. */
  system: string;
  /** A hash of the tools, 12 hex digits. */
  toolsHash: string;
}

/** Undefined for a body that is no request for a message. */
export function readAgentRequest(body: JsonValue | undefined): AgentRequest | undefined {
  if (!isJsonObject(body) || !Array.isArray(body["messages"])) return undefined;
  const said: RequestItem[] = [];
  for (const message of body["messages"]) addMessage(said, message);
  return { ...readRequestEnvelope(body), said };
}

export function readRequestEnvelope(body: JsonObject): RequestEnvelope {
  const { model, thread } = body;
  const tools = Array.isArray(body["tools"]) ? body["tools"].filter((tool) => isJsonObject(tool)) : [];
  const isTitle = tools.length === 0 && isJsonObject(body["output_config"]) && "format" in body["output_config"];
  const previous = isJsonObject(thread) ? thread["previous_message_id"] : undefined;
  const maxTokens = body["max_tokens"];
  return {
    kind: isTitle ? "title" : "turn",
    stream: body["stream"] === true,
    model: typeof model === "string" ? model : "",
    maxTokens: typeof maxTokens === "number" && Number.isInteger(maxTokens) ? maxTokens : 0,
    ...(typeof previous === "string" && { previous }),
    tools: tools.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
    system: systemText(body["system"]),
    toolsHash: shortHash(canonicalJson(tools.map(withoutMarks))),
  };
}

/**
 * Adds a message to what was said. Joins neighbours of one role, because clients split and join messages as they like: the
 * last item is then replaced.
 */
export function addMessage(said: RequestItem[], message: JsonValue): void {
  if (!isJsonObject(message)) return;
  const { role } = message;
  if (role !== "assistant" && role !== "user") return;
  const blocks = blocksOf(message["content"]);
  const own = role === "assistant" ? readAssistant(blocks) : readUser(blocks);
  const last = said.at(-1);
  if (last?.role !== role) said.push(own);
  else said[said.length - 1] = joined(last, own);
}

function joined(before: RequestItem, own: RequestItem): RequestItem {
  if (before.role === "assistant" && own.role === "assistant") {
    const text = [before.text, own.text].filter((part) => part !== "").join("\n");
    return { role: "assistant", text, calls: [...before.calls, ...own.calls] };
  }
  if (before.role === "assistant" || own.role === "assistant") return own;
  return {
    role: "user",
    texts: [...before.texts, ...own.texts],
    results: [...before.results, ...own.results],
  };
}

function readAssistant(blocks: readonly JsonObject[]): AssistantItem {
  const calls = blocks.flatMap(({ type, id }) => (type === "tool_use" && typeof id === "string" ? [id] : []));
  return { role: "assistant", text: textOfMessage(blocks), calls };
}

function readUser(blocks: readonly JsonObject[]): UserItem {
  const texts: string[] = [];
  const results: ClientResult[] = [];
  for (const block of blocks) {
    const { type, text } = block;
    if (type === "tool_result" && typeof block["tool_use_id"] === "string") {
      const content = block["content"] ?? "";
      results.push({
        id: block["tool_use_id"],
        isError: block["is_error"] === true,
        content: Array.isArray(content) ? content.map(withoutMarks) : content,
      });
    } else if (type === "text" && typeof text === "string") {
      const said = withoutReminders(text);
      if (said !== "") texts.push(said);
    } else
      texts.push(`[${typeof type === "string" ? type : "block"} ${shortHash(canonicalJson(withoutMarks(block)))}]`);
  }
  return { role: "user", texts, results };
}

/** The text blocks of a message, joined as {@link RequestItem} joins them. */
export function textOfMessage(blocks: readonly JsonObject[]): string {
  return blocks
    .flatMap(({ type, text }) =>
      type === "text" && typeof text === "string" && text.trim() !== "" ? [text.trim()] : [],
    )
    .join("\n");
}

const REMINDER = "<system-reminder>";
const REMINDER_END = "</system-reminder>";

/** A text without the reminders that an agent adds: whole blocks of them, as many as there are. */
function withoutReminders(text: string): string {
  let rest = text.trim();
  while (rest.startsWith(REMINDER)) {
    const end = rest.indexOf(REMINDER_END);
    if (end < 0) return "";
    rest = rest.slice(end + REMINDER_END.length).trim();
  }
  while (rest.endsWith(REMINDER_END)) {
    const start = rest.lastIndexOf(REMINDER);
    if (start < 0) return rest;
    rest = rest.slice(0, start).trim();
  }
  return rest;
}

function blocksOf(content: JsonValue | undefined): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter((block) => isJsonObject(block)) : [];
}

/** Without the block that names the build and its prompt's checksum. */
function systemText(system: JsonValue | undefined): string {
  return blocksOf(system)
    .flatMap(({ text }) => (typeof text === "string" && !text.startsWith("x-anthropic-billing-header") ? [text] : []))
    .join("\n");
}

function withoutMarks(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !("cache_control" in value)) return value;
  const { cache_control: _, ...rest } = value;
  return rest;
}
