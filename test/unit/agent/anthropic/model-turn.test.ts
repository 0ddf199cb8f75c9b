import { describe, expect, it } from "vitest";
import { parseModelTurn } from "../../../../src/agent/anthropic/model-turn.js";
import type { JsonObject } from "../../../../src/json/value.js";
import { call, conversation, said, text, tool, turn, use } from "./conversation.js";

const measured = { ms: 5, retries: 1 };
const message = (parts: JsonObject = {}): JsonObject => ({
  model: "claude-test",
  content: [{ type: "text", text: "8" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4, cache_read_input_tokens: 0, cache_creation_input_tokens: null },
  ...parts,
});

describe("a turn from a message", () => {
  it("has content, stop, usage and what was measured", () => {
    expect(parseModelTurn(message(), conversation(), measured)).toEqual({
      kind: "turn",
      turn: { content: [text("8")], stop: { reason: "end_turn" }, usage: { input: 3, output: 4 }, ...measured },
    });
  });

  it("keeps stop sequence, details and cache counts", () => {
    const details = { type: "refusal", category: "bio" };
    const parts = {
      stop_reason: "refusal",
      stop_sequence: "STOP",
      stop_details: details,
      usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 },
    };
    expect(parseModelTurn(message(parts), conversation(), measured)).toMatchObject({
      turn: {
        stop: { reason: "refusal", sequence: "STOP", details },
        usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
      },
    });
  });

  it("goes on with the ordinals of the conversation and says MCP names", () => {
    const before = turn([use(1, "a.b")], [call(1, "a.b", said("8"))]);
    const asked = conversation({ tools: [tool("a.b")], steps: [{ user: "Go", turns: [before] }] });
    const content = [{ type: "tool_use", id: "toolu_01x", name: "a_b", input: {} }];
    expect(parseModelTurn(message({ content, stop_reason: "tool_use" }), asked, measured)).toMatchObject({
      turn: { content: [use(2, "a.b")] },
    });
  });

  it.each([
    ["claude-test", undefined],
    ["claude-test-20260401", undefined],
    ["claude-test-2", "claude-test-2"],
    ["stand-in", "stand-in"],
  ])("answered by %s says so only where it is another model", (model, answered) => {
    const answer = parseModelTurn(message({ model }), conversation(), measured);
    expect(answer.kind === "turn" && answer.turn.answered).toBe(answered);
  });

  it.each([
    ["no stop reason", { stop_reason: null }],
    ["no content", { content: null }],
    ["a block without a type", { content: [{ text: "8" }] }],
    ["a tool call without a name", { content: [{ type: "tool_use", id: "a", input: {} }] }],
    ["a tool call whose input is a list", { content: [{ type: "tool_use", id: "a", name: "b", input: [] }] }],
  ])("is an error with %s", (_, parts) => {
    expect(parseModelTurn(message(parts), conversation(), measured).kind).toBe("error");
  });
});
