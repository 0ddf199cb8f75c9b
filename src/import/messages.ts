// Reads requests and responses of the Anthropic Messages API, kept as JSON: one conversation, each request with all that
// came before it. Pure.
import { McpvalsError } from "../errors.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { blocksOf, stringIn, saidBlocks, saidResults, typedText, usageIn } from "./content.js";
import { callsIn, type Said, type SaidResult, type SaidStep } from "./said.js";

/** A request with its response; either may be missing. */
interface Pair {
  request: JsonObject | undefined;
  response: JsonObject | undefined;
}

/** True for a value that this file reads: a request, a response, a pair, or a list of them. */
export function isMessages(value: JsonValue): boolean {
  return pairsOf(value).length > 0;
}

/** Throws TRANSCRIPT_INVALID where it holds several conversations. */
export function readMessages(value: JsonValue, shown: string): Said {
  const said: Said = { format: "messages", model: null, cwd: null, steps: [], notes: [] };
  const results = new Map<string, SaidResult>();
  for (const [at, message] of chainOf(pairsOf(value), shown).entries()) {
    const blocks = blocksOf(message["content"]);
    if (message["role"] === "assistant") {
      if (typeof message["model"] === "string") said.model = message["model"];
      if (said.steps.length === 0) said.steps.push({ user: null, turns: [] });
      addTurns(said.steps, blocks, message, results);
      continue;
    }
    if (message["role"] !== "user") continue;
    const found = saidResults(blocks);
    for (const [id, result] of found) results.set(id, result);
    const prompt = typedText(blocks);
    if (prompt !== undefined && (found.size === 0 || at === 0)) said.steps.push({ user: prompt, turns: [] });
  }
  for (const call of said.steps.flatMap(({ turns }) => turns.flatMap(callsIn))) {
    const result = results.get(call.id);
    if (result !== undefined) call.result = result;
  }
  said.model ??= modelOf(pairsOf(value));
  return said;
}

/**
 * A message is a turn. One in which the API's own connector called MCP tools (`mcp_tool_use`) is one turn for each group
 * of calls: their results are in the message.
 */
function addTurns(
  steps: readonly SaidStep[],
  blocks: readonly JsonObject[],
  message: JsonObject,
  results: Map<string, SaidResult>,
): void {
  const stop = typeof message["stop_reason"] === "string" ? message["stop_reason"] : null;
  const groups: JsonObject[][] = [[]];
  let answered = false;
  for (const block of blocks) {
    const { type, tool_use_id: id, content, is_error: isError } = block;
    if (type === "mcp_tool_result" && typeof id === "string") {
      results.set(id, { content: blocksOf(content), isError: isError === true });
      answered = true;
      continue;
    }
    if (answered) groups.push([]);
    answered = false;
    const server = block["server_name"];
    const name = typeof server === "string" ? `mcp__${server}__${stringIn(block["name"])}` : "";
    groups.at(-1)?.push(type === "mcp_tool_use" ? { ...block, type: "tool_use", name } : block);
  }
  const usage = usageIn(message);
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1;
    steps.at(-1)?.turns.push({
      blocks: saidBlocks(group),
      stop: isLast ? stop : "tool_use",
      usage: isLast ? usage : { input: 0, output: 0 },
    });
  }
}

function pairsOf(value: JsonValue): Pair[] {
  if (Array.isArray(value)) {
    const pairs = value.flatMap(pairsOf);
    return pairs.length === value.length ? pairs : [];
  }
  if (!isJsonObject(value)) return [];
  const body = (one: JsonValue | undefined): JsonObject | undefined => {
    const inner = isJsonObject(one) && one["body"] !== undefined ? one["body"] : one;
    return isJsonObject(inner) ? inner : undefined;
  };
  const [request, response] = [body(value["request"]), body(value["response"])];
  if (isRequest(request)) return [{ request, response: isResponse(response) ? response : undefined }];
  if (isRequest(value)) return [{ request: value, response: undefined }];
  return isResponse(value) ? [{ request: undefined, response: value }] : [];
}

/** `system`: an instruction in the middle of a conversation, which nobody said. */
const ROLES: ReadonlySet<JsonValue | undefined> = new Set(["user", "assistant", "system"]);

function isRequest(value: JsonObject | undefined): boolean {
  const messages = value?.["messages"];
  return (
    Array.isArray(messages) &&
    messages.every((one) => isJsonObject(one) && ROLES.has(one["role"])) &&
    value?.["choices"] === undefined
  );
}

function isResponse(value: JsonObject | undefined): boolean {
  return value?.["type"] === "message" && value["role"] === "assistant" && Array.isArray(value["content"]);
}

function modelOf(pairs: readonly Pair[]): string | null {
  const named = pairs.flatMap(({ request, response }) => response?.["model"] ?? request?.["model"] ?? []);
  const last = named.at(-1);
  return typeof last === "string" ? last : null;
}

/** All messages of the one conversation, in order. */
function chainOf(pairs: readonly Pair[], shown: string): JsonObject[] {
  let chain: JsonObject[] = [];
  for (const [at, { request, response }] of pairs.entries()) {
    const all = Array.isArray(request?.["messages"]) ? request["messages"].filter(isJsonObject) : undefined;
    const messages = all?.filter(({ role }) => role !== "system");
    if (messages !== undefined) {
      const goesOn = chain.every((message, index) => isSameMessage(message, messages[index]));
      if (!goesOn) {
        throw new McpvalsError("TRANSCRIPT_INVALID", `${shown} holds several conversations`, {
          evidence: `Request ${at + 1} does not go on from the one before it.`,
          fix: "Give each conversation a file of its own.",
        });
      }
      // What the response said of itself is kept: its model, its stop reason.
      chain = messages.map((message, index) => chain[index] ?? message);
    }
    if (response !== undefined) chain.push(response);
  }
  return chain;
}

/**
 * Equal in what was said, called and answered. A client that sends a response back leaves out what is not its own:
 * thinking, citations, who called, where the prompt cache ends.
 */
function isSameMessage(one: JsonObject, other: JsonObject | undefined): boolean {
  const gist = ({ role = null, content }: JsonObject): string => {
    const blocks = blocksOf(content);
    const texts = blocks.flatMap(({ type, text }) => (type === "text" ? [stringIn(text).trim()] : []));
    const calls = blocks.flatMap(({ type, id = null, name = null, input = null }) =>
      type === "tool_use" || type === "mcp_tool_use" ? [[id, name, input]] : [],
    );
    const results = [...saidResults(blocks)].map(([id, { content: given, isError }]) => [
      id,
      given.map((block) => (isJsonObject(block) ? { ...block, cache_control: null } : block)),
      isError,
    ]);
    return canonicalJson([role, texts.filter((text) => text !== "").join("\n"), calls, results]);
  };
  return other !== undefined && gist(one) === gist(other);
}
