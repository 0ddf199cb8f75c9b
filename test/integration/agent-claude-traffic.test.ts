// Recorded responses of the real API, where the data folder beside the project is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import { binaryTag, CORE_SCHEMA, load, Schema } from "js-yaml";
import { describe, expect, it } from "vitest";
import { buildMessage } from "../../src/agent/anthropic/message-stream.js";
import { createClaude } from "../../src/agent/anthropic/claude.js";
import { parseModelTurn } from "../../src/agent/anthropic/model-turn.js";
import type { Conversation } from "../../src/agent/model.js";
import type { JsonObject } from "../../src/json/value.js";
import type { ModelBlock } from "../../src/trace/trace.js";

const FOLDER = new URL("../../../shared/data/claude-traffic/", import.meta.url);
const here = existsSync(FOLDER);
if (!here) console.warn("skipped: no shared/data/claude-traffic");

interface Recorded {
  request: { uri: string };
  response: { body?: { string: string | Uint8Array }; parsed_body?: JsonObject };
}

const schema = new Schema([binaryTag, ...CORE_SCHEMA.tags]);
const responses = here
  ? readdirSync(FOLDER).flatMap((file) => {
      const { interactions } = load(readFileSync(new URL(file, FOLDER), "utf8"), { schema }) as {
        interactions: Recorded[];
      };
      return interactions
        .filter(({ request }) => /\/v1\/messages(?:\?|$)/.test(request.uri))
        .map(({ response }, at) => ({ name: `${file} ${String(at + 1)}`, body: bodyOf(response) }));
    })
  : [];
const streamed = responses.flatMap(({ name, body }) => (typeof body === "string" ? [{ name, body }] : []));
const plain = responses.flatMap(({ name, body }) => (typeof body === "string" ? [] : [{ name, body }]));

function bodyOf({ body, parsed_body: parsed }: Recorded["response"]): string | JsonObject {
  if (parsed !== undefined) return parsed;
  const raw = body?.string ?? "";
  const text = typeof raw === "string" ? raw : (raw[0] === 0x1f ? gunzipSync(raw) : Buffer.from(raw)).toString("utf8");
  return text.startsWith("event:") ? text : (JSON.parse(text) as JsonObject);
}

const asked = (model: unknown): Conversation => ({
  settings: { name: String(model), maxTokens: 1 },
  system: null,
  tools: [],
  steps: [{ user: "Go", turns: [] }],
});

function eventsOf(text: string): JsonObject[] {
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data]) => JSON.parse(data ?? "") as JsonObject);
}

/** The content with ids blanked that a recording numbers anew. */
function withoutIds(content: readonly JsonObject[]): unknown {
  return JSON.parse(JSON.stringify(content).replace(/"(?:(?:srv|mcp)?toolu)_\w+"/g, '"id"'));
}

function turnOf(message: JsonObject): { content: ModelBlock[]; reason: string | null } {
  const answer = parseModelTurn(message, asked(message["model"]), { ms: 0, retries: 0 });
  if (answer.kind !== "turn") throw new Error(answer.message);
  expect(answer.turn.answered).toBeUndefined();
  return { content: answer.turn.content, reason: answer.turn.stop.reason };
}

/** What the SDK's own adding up makes of a stream. */
async function finalMessage(text: string): Promise<JsonObject> {
  const client = new Anthropic({
    apiKey: "k",
    fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })),
  });
  const params = { model: "m", max_tokens: 1, messages: [{ role: "user" as const, content: "Go" }] };
  return JSON.parse(JSON.stringify(await client.messages.stream(params).finalMessage())) as JsonObject;
}

describe.skipIf(!here)("recorded responses of the API", () => {
  it("are there, plain and streamed", () => {
    expect(plain.length).toBeGreaterThan(40);
    expect(streamed.length).toBeGreaterThan(15);
  });

  it.each(plain)("$name becomes a turn that loses nothing", ({ body }) => {
    const { content, reason } = turnOf(body);
    expect(withoutIds(content)).toEqual(withoutIds(body["content"] as JsonObject[]));
    expect(reason).toBe(body["stop_reason"]);
  });

  it.each(streamed)("$name adds up to what its events say", ({ body }) => {
    const events = eventsOf(body);
    const built = buildMessage(events);
    if (built.kind === "broken") throw new Error(built.why);
    const { content, reason } = turnOf(built.message);
    const starts = events.filter(({ type }) => type === "content_block_start");
    expect(content.map(({ type }) => type)).toEqual(
      starts.map(({ content_block: block }) => (block as ModelBlock).type),
    );
    const sent = (index: number, key: string): string =>
      events
        .filter((event) => event["type"] === "content_block_delta" && event["index"] === index)
        .map((event) => (event["delta"] as JsonObject)[key])
        .filter((part) => typeof part === "string")
        .join("");
    for (const [index, block] of content.entries()) {
      for (const [key, from] of [
        ["text", "text"],
        ["thinking", "thinking"],
        ["signature", "signature"],
      ] as const)
        if (sent(index, from) !== "") expect(block[key]).toBe(sent(index, from));
      if (sent(index, "partial_json") !== "") expect(block["input"]).toEqual(JSON.parse(sent(index, "partial_json")));
    }
    const last = events.findLast(({ type }) => type === "message_delta")?.["delta"];
    expect(last).toMatchObject({ stop_reason: reason });
  });

  it.each(streamed)("$name adds up as the SDK does it, but for what the SDK drops", async ({ body }) => {
    const built = buildMessage(eventsOf(body));
    const theirs = await finalMessage(body);
    // The SDK leaves the streamed input of `mcp_tool_use` out.
    const known = (content: unknown) =>
      (content as ModelBlock[]).map((block) => (block.type === "mcp_tool_use" ? { ...block, input: {} } : block));
    expect(built.kind).toBe("message");
    if (built.kind === "message") expect(known(built.message["content"])).toEqual(known(theirs["content"]));
  });

  it.each(streamed)("$name comes through the adapter as it is", async ({ body }) => {
    const built = buildMessage(eventsOf(body));
    if (built.kind === "broken") throw new Error(built.why);
    const real = globalThis.fetch;
    globalThis.fetch = () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    try {
      const claude = createClaude({ env: { ANTHROPIC_API_KEY: "k" } });
      const answer = await claude.next(asked(built.message["model"]), new AbortController().signal);
      expect(answer).toMatchObject({ kind: "turn", turn: { content: turnOf(built.message).content, retries: 0 } });
    } finally {
      globalThis.fetch = real;
    }
  });
});
