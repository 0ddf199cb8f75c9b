// What a server asks the model, as the Messages API takes it, and what it gets back.
import { describe, expect, it } from "vitest";
import { buildSamplingBody, buildSamplingResult } from "../../../../src/agent/anthropic/sampling-request.js";
import type { JsonObject, JsonValue } from "../../../../src/json/value.js";

const settings = { name: "claude-x", maxTokens: 8192 };
const said = (role: string, content: JsonValue): JsonObject => ({ role, content });
const text = (words: string): JsonObject => ({ type: "text", text: words });

describe("a sampling request", () => {
  it("is asked with its messages, system prompt, limits and stops, of the run's model", () => {
    const built = buildSamplingBody(
      {
        messages: [
          said("user", text("Look")),
          said("assistant", [text("At what?")]),
          said("user", { type: "image", data: "AAAA", mimeType: "image/png" }),
        ],
        systemPrompt: "Be brief.",
        maxTokens: 50,
        temperature: 0.2,
        stopSequences: ["END"],
        modelPreferences: { hints: [{ name: "other" }] },
        includeContext: "none",
      },
      settings,
    );
    expect(built).toEqual({
      kind: "body",
      body: {
        model: "claude-x",
        max_tokens: 50,
        temperature: 0.2,
        system: "Be brief.",
        stop_sequences: ["END"],
        messages: [
          said("user", [text("Look")]),
          said("assistant", [text("At what?")]),
          said("user", [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }]),
        ],
      },
    });
  });

  it("has the run's settings where it names none, and a temperature that Claude knows", () => {
    const messages = [said("user", text("Hi"))];
    expect(buildSamplingBody({ messages }, { ...settings, temperature: 0.5 })).toMatchObject({
      body: { max_tokens: 8192, temperature: 0.5 },
    });
    expect(buildSamplingBody({ messages, temperature: 1.7 }, settings)).toMatchObject({ body: { temperature: 1 } });
  });

  it.each([
    ["no messages", { messages: [] }, "no messages"],
    ["nothing", undefined, "no messages"],
    ["audio", { messages: [said("user", { type: "audio", data: "A", mimeType: "audio/wav" })] }, "type audio"],
    ["an odd image", { messages: [said("user", { type: "image", data: "A", mimeType: "image/bmp" })] }, "type image"],
    ["a message without a role", { messages: [{ content: text("x") }] }, "message 0 has no role"],
    ["tools", { messages: [said("user", text("x"))], tools: [] }, "with tools"],
  ])("with %s is refused in words", (_what, params, why) => {
    expect(buildSamplingBody(params, settings)).toEqual({ kind: "refused", message: expect.stringContaining(why) });
  });
});

describe("its result", () => {
  it("is the message's text, with the model that answered", () => {
    const message = { content: [text("Blue."), text("Or grey.")], model: "stand-in", stop_reason: "max_tokens" };
    expect(buildSamplingResult(message)).toEqual({
      role: "assistant",
      content: text("Blue.\nOr grey."),
      model: "stand-in",
      stopReason: "maxTokens",
    });
  });

  it("is none of a message without content", () => {
    expect(buildSamplingResult({ model: "x" })).toBeUndefined();
  });
});
