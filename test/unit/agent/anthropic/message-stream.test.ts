import { describe, expect, it } from "vitest";
import { buildMessage } from "../../../../src/agent/anthropic/message-stream.js";

const start = {
  type: "message_start",
  message: { id: "m", role: "assistant", content: [], stop_reason: null, usage: { input_tokens: 3, output_tokens: 1 } },
};
const stop = { type: "message_stop" };
const ends = (reason: string) => ({
  type: "message_delta",
  delta: { stop_reason: reason, stop_sequence: null },
  usage: { output_tokens: 9, input_tokens: null },
});
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const contentOf = (...events: object[]) => {
  const built = buildMessage([start, ...events, ends("end_turn"), stop]);
  if (built.kind === "broken") throw new Error(built.why);
  return built.message["content"];
};

describe("a streamed message", () => {
  it("adds up text, thinking, inputs and citations", () => {
    expect(
      contentOf(
        ...block(
          0,
          { type: "thinking", thinking: "", signature: "" },
          { type: "thinking_delta", thinking: "a" },
          { type: "thinking_delta", thinking: "b" },
          { type: "signature_delta", signature: "c2ln" },
        ),
        ...block(
          1,
          { type: "text", text: "", citations: null },
          { type: "text_delta", text: "c" },
          { type: "citations_delta", citation: { n: 1 } },
          { type: "text_delta", text: "d" },
          { type: "citations_delta", citation: { n: 2 } },
        ),
        { type: "ping" },
        ...block(
          2,
          { type: "mcp_tool_use", id: "mcptoolu_1", name: "n", input: {} },
          { type: "input_json_delta", partial_json: "" },
          { type: "input_json_delta", partial_json: '{"a":' },
          { type: "input_json_delta", partial_json: "[1]}" },
        ),
        ...block(
          3,
          { type: "tool_use", id: "t", name: "n", input: {} },
          { type: "input_json_delta", partial_json: "" },
        ),
      ),
    ).toEqual([
      { type: "thinking", thinking: "ab", signature: "c2ln" },
      { type: "text", text: "cd", citations: [{ n: 1 }, { n: 2 }] },
      { type: "mcp_tool_use", id: "mcptoolu_1", name: "n", input: { a: [1] } },
      { type: "tool_use", id: "t", name: "n", input: {} },
    ]);
  });

  it("loses nothing of blocks and deltas of unknown types", () => {
    expect(
      contentOf(
        ...block(
          0,
          { type: "hologram", words: "", parts: [] },
          { type: "hologram_delta", words: "a", parts: [1], depth: 2, none: null },
          { type: "hologram_delta", words: "b", parts: [2], depth: 3 },
        ),
      ),
    ).toEqual([{ type: "hologram", words: "ab", parts: [1, 2], depth: 3, none: null }]);
  });

  it("takes its end and its counts from the last delta", () => {
    const built = buildMessage([start, ends("stop_sequence"), stop]);
    expect(built).toMatchObject({
      kind: "message",
      message: { stop_reason: "stop_sequence", content: [], usage: { input_tokens: 3, output_tokens: 9 } },
    });
  });

  it.each([
    ["nothing came", []],
    ["it was cut off", [start, ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "8" })]],
    ["it was cut off after its stop reason", [start, ends("end_turn")]],
    ["a block is missing", [start, ...block(1, { type: "text", text: "" }), ends("end_turn"), stop]],
    ["a delta has no block", [start, { type: "content_block_delta", index: 0, delta: { type: "text_delta" } }, stop]],
    ["an event is no object", [start, null, stop]],
    [
      "an input is no JSON",
      [
        start,
        ...block(0, { type: "tool_use", input: {} }, { type: "input_json_delta", partial_json: '{"a":' }),
        ends("tool_use"),
        stop,
      ],
    ],
  ])("is broken where %s", (_, events) => {
    expect(buildMessage(events).kind).toBe("broken");
  });

  it("may be cut inside an input by its limit", () => {
    const cut = block(0, { type: "tool_use", input: {} }, { type: "input_json_delta", partial_json: '{"a":' });
    expect(buildMessage([start, ...cut, ends("max_tokens"), stop])).toMatchObject({
      message: { stop_reason: "max_tokens", content: [{ type: "tool_use", input: {} }] },
    });
  });
});
