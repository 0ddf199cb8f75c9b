// Every response of the recorded traffic survives response -> turn -> cassette text -> turn.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { binaryTag, CORE_SCHEMA, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../src/cassette/cassette-text.js";
import { openCassette } from "../../src/cassette/open-text.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import type { JsonObject } from "../../src/json/value.js";
import type { ModelBlock, Trace, Turn } from "../../src/trace/trace.js";

const folder = join(import.meta.dirname, "../../../shared/data/claude-traffic");
const isThere = existsSync(folder);
if (!isThere) console.warn("skipped: ../shared/data/claude-traffic is not here, so real traffic was not tested");

interface Message {
  content: ModelBlock[];
  stop_reason: string | null;
  stop_sequence?: string | null;
  stop_details?: unknown;
}

interface StreamEvent {
  type: string;
  index: number;
  content_block: ModelBlock;
  delta: { type: string; citation?: JsonObject; partial_json?: string; [text: string]: unknown };
}

/** Joins a stream to the message that it carries. */
function joinStream(sse: string): Message {
  const message: Message = { content: [], stop_reason: null };
  const inputs: string[] = [];
  for (const line of sse.split("\n").filter((each) => each.startsWith("data: "))) {
    const event = JSON.parse(line.slice("data: ".length)) as StreamEvent;
    const { index } = event;
    if (event.type === "content_block_start") message.content[index] = event.content_block;
    if (event.type === "message_delta") Object.assign(message, event.delta);
    const block = message.content[index];
    if (block === undefined) continue;
    if (event.type === "content_block_stop" && inputs[index] !== undefined)
      block["input"] = JSON.parse(inputs[index] || "{}") as JsonObject;
    if (event.type !== "content_block_delta") continue;
    const { type, citation, partial_json: part, ...texts } = event.delta;
    if (type === "input_json_delta") inputs[index] = `${inputs[index] ?? ""}${part ?? ""}`;
    else if (citation !== undefined) block["citations"] = [...((block["citations"] ?? []) as JsonObject[]), citation];
    else
      for (const [key, value] of Object.entries(texts)) block[key] = ((block[key] ?? "") as string) + (value as string);
  }
  return message;
}

function readMessages(file: string): Message[] {
  const recorded = load(readFileSync(join(folder, file), "utf8"), { schema: CORE_SCHEMA.withTags(binaryTag) }) as {
    interactions: { response: { body?: { string: string | Uint8Array }; parsed_body?: unknown } }[];
  };
  return recorded.interactions.flatMap(({ response }) => {
    const raw = response.body?.string;
    const body =
      raw === undefined
        ? response.parsed_body
        : joinStream(typeof raw === "string" ? raw : gunzipSync(raw).toString("utf8"));
    return typeof body === "object" && body !== null && "content" in body ? [body as Message] : [];
  });
}

/** Ids of tool calls as the agent gives them: ordinals in order of appearance. */
function withOrdinals(content: ModelBlock[], first: number): ModelBlock[] {
  let next = first;
  return content.map((block) => (block.type === "tool_use" ? { ...block, id: `toolu_${next++}` } : block));
}

function turnOf(message: Message, first: number): Turn {
  return {
    content: withOrdinals(message.content, first),
    stop: {
      reason: message.stop_reason,
      ...(typeof message.stop_sequence === "string" ? { sequence: message.stop_sequence } : {}),
      ...(message.stop_details === undefined ? {} : { details: message.stop_details as JsonObject }),
    },
    calls: [],
    tools: [],
    usage: { input: 1, output: 1 },
    ms: 1,
    retries: 0,
  };
}

describe.skipIf(!isThere)("real traffic of the Messages API", () => {
  const files = isThere ? readdirSync(folder).filter((file) => file.endsWith(".yaml")) : [];

  test("is there", () => {
    expect(files.flatMap(readMessages).length).toBeGreaterThan(50);
  });

  test.each(files)("%s survives", (file) => {
    const run: Trace = {
      workflow: file,
      sources: { model: "recorded", server: "recorded" },
      model: { name: "claude", maxTokens: 1 },
      system: null,
      instructions: true,
      dispatch: "serial",
      server: { name: "x", version: "1", protocol: "x" },
      contract: { server: {}, capabilities: {}, tools: [] },
      steps: [{ user: "x", turns: readMessages(file).map((message, index) => turnOf(message, index * 100 + 1)) }],
      end: { kind: "completed" },
      findings: [],
      stderr: "",
      startedAt: "x",
      ms: 1,
    };
    const { text, blobs } = serializeCassette(buildCassette(run, { by: "x", scores: {} }));
    const read = readTrace(
      parseCassette(openCassette(Buffer.from(text).toString("utf8"), "x.yaml"), blobs),
      run.contract,
    );
    expect(read).toEqual(run);
    expect(read.steps[0]?.turns.map((turn) => turn.content.map((block) => block.type))).toEqual(
      run.steps[0]?.turns.map((turn) => turn.content.map((block) => block.type)),
    );
  });
});
