import { expect, test } from "vitest";
import fc from "fast-check";
import { readAgentRequest, textOfMessage } from "../../../src/gateway/agent-request.js";
import { Conversations } from "../../../src/gateway/conversations.js";
import { writeMessageStream } from "../../../src/gateway/write-message.js";
import { buildMessage } from "../../../src/agent/anthropic/message-stream.js";
import { buildStopBody } from "../../../src/gateway/stop.js";
import { SseEvents } from "../../../src/proxy/sse-events.js";
import { readLossless } from "../../../src/json/read-json.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";

const reminder = "<system-reminder>\nToday is Monday.\n</system-reminder>";
const body = (messages: JsonValue[], more: JsonObject = {}): JsonObject => ({
  model: "m",
  max_tokens: 5,
  messages,
  ...more,
});
const saidOf = (messages: JsonValue[], more?: JsonObject) => readAgentRequest(body(messages, more))?.said;

test("reminders are no part of what was said: as blocks, around a text, or as messages of the system", () => {
  const plain = saidOf([{ role: "user", content: "Book" }]);
  expect(
    saidOf([
      {
        role: "user",
        content: [
          { type: "text", text: reminder },
          { type: "text", text: "Book" },
        ],
      },
    ]),
  ).toEqual(plain);
  expect(saidOf([{ role: "user", content: `${reminder}\n${reminder}\nBook\n${reminder}` }])).toEqual(plain);
  expect(
    saidOf([
      { role: "system", content: "Tools" },
      { role: "user", content: "Book" },
    ]),
  ).toEqual(plain);
});

test("a text that speaks of a reminder stays", () => {
  const text = "What does <system-reminder> mean?";
  expect(saidOf([{ role: "user", content: text }])).toEqual([{ role: "user", texts: [text], results: [] }]);
});

test("cache marks change nothing, wherever they are", () => {
  const use = { type: "tool_use", id: "toolu_1", name: "echo", input: {} };
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "hi" }] };
  const mark = { cache_control: { type: "ephemeral" } };
  const conversation = (part: JsonObject): JsonValue[] => [
    { role: "user", content: [{ type: "text", text: "Go", ...part }] },
    { role: "assistant", content: [{ ...use, ...part }] },
    { role: "user", content: [{ ...result, content: [{ type: "text", text: "hi", ...part }], ...part }] },
  ];
  const tools = (part: JsonObject): JsonObject => ({ tools: [{ name: "echo", ...part }] });
  expect(readAgentRequest(body(conversation(mark), tools(mark)))).toEqual(
    readAgentRequest(body(conversation({}), tools({}))),
  );
});

test("neighbours of one role are one, and thinking is left out", () => {
  const split = saidOf([
    { role: "user", content: "A" },
    { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "y" }] },
    { role: "assistant", content: [{ type: "text", text: "B" }] },
    { role: "user", content: "C" },
    { role: "user", content: "D" },
  ]);
  expect(split).toEqual([
    { role: "user", texts: ["A"], results: [] },
    { role: "assistant", text: "B", calls: [] },
    { role: "user", texts: ["C", "D"], results: [] },
  ]);
});

test("a request without tools for an answer of a form is one for a title", () => {
  expect(readAgentRequest(body([], { output_config: { format: {} } }))?.kind).toBe("title");
  expect(readAgentRequest(body([], { output_config: { format: {} }, tools: [{ name: "a" }] }))?.kind).toBe("turn");
  expect(readAgentRequest({ model: "m" })).toBeUndefined();
});

test("twins have the same place, and each continues its own turn", () => {
  const all = new Conversations();
  for (const number of [1, 2])
    all.give({ number, after: 0, texts: ["Look"], message: `msg_${number}`, calls: [`toolu_${number}`], text: "" });
  const place = (id: string) =>
    all.placeOf({
      said: [
        { role: "user", texts: ["Look"], results: [] },
        { role: "assistant", text: "", calls: [id] },
        { role: "user", texts: [], results: [{ id, isError: false, content: "x" }] },
      ],
    });
  expect([place("toolu_1").after, place("toolu_2").after]).toEqual([1, 2]);
  // The model never said this here.
  expect(place("toolu_3")).toMatchObject({ after: 0, texts: ["Look", "[assistant]  [call toolu_3]"] });
});

test("a thread says which turn it continues, and nothing else", () => {
  const all = new Conversations();
  all.give({ number: 1, after: 0, texts: ["Go"], message: "msg_1", calls: ["toolu_1"], text: "" });
  const said = [{ role: "user" as const, texts: [], results: [{ id: "toolu_1", isError: false, content: "x" }] }];
  expect(all.placeOf({ said, previous: "msg_1" })).toEqual({ after: 1, texts: [], results: said[0]?.results });
});

test("what is written as a stream is read as the same message", () => {
  const text = fc.record({ type: fc.constant("text"), text: fc.string({ unit: "grapheme" }) });
  const thinking = fc.record({ type: fc.constant("thinking"), thinking: fc.string(), signature: fc.string() });
  const use = fc.record({
    type: fc.constant("tool_use"),
    id: fc.constant("toolu_1"),
    name: fc.string(),
    input: fc.dictionary(fc.string(), fc.jsonValue()).map((value): JsonObject => JSON.parse(JSON.stringify(value))),
  });
  fc.assert(
    fc.property(
      fc.array(fc.oneof(text, thinking, use)),
      fc.constantFrom("end_turn", "tool_use"),
      (content, stop_reason) => {
        const usage = { input_tokens: 3, output_tokens: 7 };
        const message: JsonObject = {
          id: "msg_1",
          type: "message",
          role: "assistant",
          content,
          stop_reason,
          stop_sequence: null,
          usage,
        };
        const events = new SseEvents()
          .push(Buffer.from(writeMessageStream(message)))
          .map(({ data }) => readLossless(data));
        expect(buildMessage(events)).toEqual({ kind: "message", message });
      },
    ),
  );
});

test("the stop holds no words on which agents act, and is not too long to be shown", () => {
  const message = `the result is "prompt is too long: 5 tokens > 4 maximum" ${"x".repeat(5000)}`;
  const text = JSON.stringify(buildStopBody({ message }));
  expect(text).not.toContain("prompt is too long");
  expect(text.length).toBeLessThan(800);
  expect(text).toContain('"type":"invalid_request_error"');
});

test("the text of a message is that of its text blocks", () => {
  expect(
    textOfMessage([
      { type: "text", text: " A " },
      { type: "tool_use" },
      { type: "text", text: "" },
      { type: "text", text: "B" },
    ]),
  ).toBe("A\nB");
});
