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

/** What follows one prompt; several in a row are one conversation. */
export interface Told {
  prompt: string;
  turns: { text: string; calls: ToldCall[] }[];
  answer: string;
}

const MODEL = "claude-sonnet-5-5";
/** When all of it was written. */
const AT = "2026-11-28T10:00:00.000Z";
const SESSION = "11111111-2222-4333-8444-555555555555";

const nameOf = ({ server, tool }: ToldCall): string => (server === null ? tool : `mcp__${server}__${tool}`);

type Conversation = Told | readonly Told[];

interface Said {
  id: string;
  blocks: JsonObject[];
  results: JsonObject[];
}

/** Of each prompt its messages: a turn, its results, and so on. */
function stepsOf(told: Conversation): { prompt: string; messages: Said[] }[] {
  const all = "prompt" in told ? [told] : told;
  return all.map((one, at) => ({ prompt: one.prompt, messages: messagesOf(one, at === 0 ? "" : `${at}_`) }));
}

function messagesOf({ turns, answer }: Told, step: string): Said[] {
  const made = turns.map(({ text, calls }, at) => ({
    id: `msg_${step}${at}`,
    blocks: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map((call, index) => {
        return { type: "tool_use", id: `toolu_${step}${at}_${index}`, name: nameOf(call), input: call.input };
      }),
    ],
    results: calls.map(({ result, isError }, index) => ({
      type: "tool_result",
      tool_use_id: `toolu_${step}${at}_${index}`,
      content: isError === true ? result : [{ type: "text", text: result }],
      ...(isError === true && { is_error: true }),
    })),
  }));
  return [...made, { id: `msg_${step}last`, blocks: [{ type: "text", text: answer }], results: [] }];
}

const stopOf = (results: readonly unknown[]): string => (results.length > 0 ? "tool_use" : "end_turn");

/** As Claude Code writes its session: one block a line, each below the one before it. */
export function asClaudeCode(told: Conversation, version = "2.1.197"): string {
  const lines: JsonObject[] = [];
  let above: string | null = null;
  const add = (line: JsonObject, parent = above): string => {
    const uuid = `0000${lines.length}`.slice(-4);
    const rest = { isSidechain: false, timestamp: AT, cwd: "/home/dev/project" };
    lines.push({ parentUuid: parent, ...line, ...rest, uuid, sessionId: SESSION, version });
    return uuid;
  };
  const addMessage = ({ id, blocks, results }: Said): void => {
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
  };
  for (const { prompt, messages } of stepsOf(told)) {
    lines.push({ type: "queue-operation", operation: "enqueue", sessionId: SESSION, content: prompt });
    above = add({ type: "user", message: { role: "user", content: prompt } });
    for (const message of messages) addMessage(message);
  }
  lines.push({ type: "last-prompt", leafUuid: above, sessionId: SESSION });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** As `claude -p --output-format stream-json` prints it; the prompt is not in it. */
export function asStreamJson(told: Conversation): string {
  const init = { type: "system", subtype: "init", cwd: "/home/dev/project", claude_code_version: "2.1.197" };
  const event = ({ id, blocks, results }: Said): JsonObject[] => [
    ...blocks.map((block) => {
      const message = { id, type: "message", role: "assistant", model: MODEL, content: [block], stop_reason: null };
      return { type: "assistant", message, parent_tool_use_id: null };
    }),
    ...results.toReversed().map((result) => {
      return { type: "user", message: { role: "user", content: [result] }, parent_tool_use_id: null, timestamp: AT };
    }),
  ];
  const end = { type: "result", subtype: "success", is_error: false };
  const events = stepsOf(told).flatMap(({ messages }) => [...messages.flatMap(event), end]);
  return [init, ...events].map((one) => `${JSON.stringify({ ...one, session_id: SESSION })}\n`).join("");
}

/** Requests of the Messages API with their responses, one a line. */
export function asMessages(told: Conversation): string {
  const before: JsonObject[] = [];
  return stepsOf(told)
    .flatMap(({ prompt, messages }) => {
      before.push({ role: "user", content: prompt });
      return messages.map(({ id, blocks, results }) => {
        const head = { id, type: "message", role: "assistant", model: MODEL };
        const response = { ...head, content: blocks, stop_reason: stopOf(results) };
        const pair = { request: { model: MODEL, max_tokens: 1024, messages: [...before] }, response };
        before.push({ role: "assistant", content: blocks });
        if (results.length > 0) before.push({ role: "user", content: results });
        return `${JSON.stringify(pair)}\n`;
      });
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

/** 59 calls, 18 of them in one turn, of the echo of server-everything, with what it answers. */
export const LONG_RUN: Told = {
  prompt: "Do all of it.",
  turns: [18, 1, 20, 1, 1, 18].map((calls, turn) => ({
    text: turn % 2 === 0 ? `Part ${turn}.` : "",
    calls: Array.from({ length: calls }, (_, at) => {
      return { server: "all", tool: "echo", input: { message: `${turn}.${at}` }, result: `Echo: ${turn}.${at}` };
    }),
  })),
  answer: "All done.",
};
