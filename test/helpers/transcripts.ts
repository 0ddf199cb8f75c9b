// Writes one conversation as the transcript of each format that import reads.
import type { JsonObject } from "../../src/json/value.js";
import { exchange, initialize, makeSession } from "./make-session.js";
import { serializeSession } from "../../src/cassette/session-text.js";

/** A call of a tool: `server` is its MCP server, null for a tool of the client's own. */
export interface ToldCall {
  server: string | null;
  tool: string;
  input: JsonObject;
  result: string;
  isError?: boolean;
}

export interface Told {
  prompt: string;
  turns: { text: string; calls: ToldCall[] }[];
  answer: string;
}

const MODEL = "claude-sonnet-5-5";
const SESSION = "11111111-2222-4333-8444-555555555555";

const nameOf = ({ server, tool }: ToldCall): string => (server === null ? tool : `mcp__${server}__${tool}`);

/** The messages of the conversation: a turn, its results, and so on. */
function messagesOf({ turns, answer }: Told): { id: string; blocks: JsonObject[]; results: JsonObject[] }[] {
  const made = turns.map(({ text, calls }, at) => ({
    id: `msg_${at}`,
    blocks: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map((call, index) => {
        return { type: "tool_use", id: `toolu_${at}_${index}`, name: nameOf(call), input: call.input };
      }),
    ],
    results: calls.map(({ result, isError }, index) => ({
      type: "tool_result",
      tool_use_id: `toolu_${at}_${index}`,
      content: isError === true ? result : [{ type: "text", text: result }],
      ...(isError === true && { is_error: true }),
    })),
  }));
  return [...made, { id: "msg_last", blocks: [{ type: "text", text: answer }], results: [] }];
}

const stopOf = (results: readonly unknown[]): string => (results.length > 0 ? "tool_use" : "end_turn");

/** As Claude Code writes its session: one block a line, each below the one before it. */
export function asClaudeCode(told: Told, version = "2.1.197"): string {
  const lines: JsonObject[] = [];
  let above: string | null = null;
  const add = (line: JsonObject, parent = above): string => {
    const uuid = `0000${lines.length}`.slice(-4);
    const rest = { isSidechain: false, timestamp: "2026-11-28T10:00:00.000Z", cwd: "/home/dev/project" };
    lines.push({ parentUuid: parent, ...line, ...rest, uuid, sessionId: SESSION, version });
    return uuid;
  };
  lines.push({ type: "queue-operation", operation: "enqueue", sessionId: SESSION, content: told.prompt });
  above = add({ type: "user", message: { role: "user", content: told.prompt } });
  for (const { id, blocks, results } of messagesOf(told)) {
    const uses = new Map<string, string>();
    for (const block of blocks) {
      const message = { id, type: "message", role: "assistant", model: MODEL, stop_reason: stopOf(results) };
      above = add({ type: "assistant", message: { ...message, content: [block] } });
      if (typeof block["id"] === "string") uses.set(block["id"], above);
    }
    // Results come in the order in which the calls ended.
    for (const result of results.toReversed()) {
      const use = result["tool_use_id"];
      const parent = (typeof use === "string" ? uses.get(use) : undefined) ?? null;
      above = add({ type: "user", message: { role: "user", content: [result] } }, parent);
    }
  }
  lines.push({ type: "last-prompt", lastPrompt: told.prompt, leafUuid: above, sessionId: SESSION });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** As `claude -p --output-format stream-json` prints it; the prompt is not in it. */
export function asStreamJson(told: Told): string {
  const init = { type: "system", subtype: "init", cwd: "/home/dev/project", claude_code_version: "2.1.197" };
  const events = messagesOf(told).flatMap(({ id, blocks, results }): JsonObject[] => [
    ...blocks.map((block) => {
      const message = { id, type: "message", role: "assistant", model: MODEL, content: [block], stop_reason: null };
      return { type: "assistant", message, parent_tool_use_id: null };
    }),
    ...results.toReversed().map((result) => {
      return { type: "user", message: { role: "user", content: [result] }, parent_tool_use_id: null };
    }),
  ]);
  const end = { type: "result", subtype: "success", is_error: false, result: told.answer };
  return [init, ...events, end].map((event) => `${JSON.stringify({ ...event, session_id: SESSION })}\n`).join("");
}

/** Requests of the Messages API with their responses, one a line. */
export function asMessages(told: Told): string {
  const messages: JsonObject[] = [{ role: "user", content: told.prompt }];
  return messagesOf(told)
    .map(({ id, blocks, results }) => {
      const head = { id, type: "message", role: "assistant", model: MODEL };
      const response = { ...head, content: blocks, stop_reason: stopOf(results) };
      const pair = { request: { model: MODEL, max_tokens: 1024, messages: [...messages] }, response };
      messages.push({ role: "assistant", content: blocks });
      if (results.length > 0) messages.push({ role: "user", content: results });
      return `${JSON.stringify(pair)}\n`;
    })
    .join("");
}

/** A session of `mcpvals proxy`: only the server's calls, those of one turn at the same time. */
export function asSession({ turns }: Told): string {
  const entries = turns.flatMap(({ calls }, turn) =>
    calls.flatMap(({ server, tool, input, result, isError }) => {
      if (server === null) return [];
      const answer = { content: [{ type: "text", text: result }], ...(isError === true && { isError }) };
      return [exchange("tools/call", { name: tool, arguments: input }, answer, { at: turn + 1, ms: 500 })];
    }),
  );
  const session = makeSession([initialize(), ...entries]);
  return serializeSession({ session, by: "mcpvals 0.1.0" }).text;
}
