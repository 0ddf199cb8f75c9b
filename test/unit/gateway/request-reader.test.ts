// The reader of a conversation's requests returns what the whole body says, whatever the requests before it said.
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAgentRequest } from "../../../src/gateway/agent-request.js";
import { commonLength } from "../../../src/gateway/message-spans.js";
import { RequestReader } from "../../../src/gateway/request-reader.js";
import { readLossless } from "../../../src/json/read-json.js";

const wholly = (body: Buffer) => readAgentRequest(readLossless(body.toString()));

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom('a"]}', "\\", '\\"', "$number", "<system-reminder>x</system-reminder>", "", '"messages":[1]'),
);
const mark = fc.constantFrom({}, { cache_control: { type: "ephemeral" } });
const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text, mark }),
  fc.record({ type: fc.constant("tool_use"), id: fc.constantFrom("toolu_1", "toolu_2"), input: fc.object(), mark }),
  fc.record({
    type: fc.constant("tool_result"),
    tool_use_id: fc.constantFrom("toolu_1", "toolu_2"),
    content: fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }), { maxLength: 2 })),
    mark,
  }),
);
const marked = fc.array(
  block.map(({ mark: own, ...rest }) => ({ ...rest, ...own })),
  { maxLength: 3 },
);
const message = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      role: fc.constantFrom("user", "user", "assistant", "assistant", "system"),
      content: fc.oneof(text, marked),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, null, "x", [], {}, { $number: "1.0" }, 12345678901234567890n) },
);
const written = (value: unknown, spaces: string): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `#${part}#` : part), spaces).replaceAll(
    /"#(\d+)#"/g,
    "$1",
  );

/** What a request does with the conversation: says more, forgets its last messages, or changes one of them. */
const step = fc.record({
  more: fc.array(message, { maxLength: 3 }),
  less: fc.constantFrom(0, 0, 0, 1, 2),
  changed: fc.option(fc.record({ at: fc.nat(6), to: message }), { freq: 5 }),
  conversation: fc.nat(2),
  envelope: fc.constantFrom(
    '"model":"m","system":"s",',
    '"model":"m","system":[{"type":"text","text":"t"}],"tools":[{"name":"a"}],',
    '"thread":{"previous_message_id":"msg_1"},',
    '"messages":[{"role":"user","content":"first"}],',
    '"a":{"messages":[2]}, "m\\u0065ssages" : 3 ,',
    "",
  ),
  rest: fc.constantFrom(
    "",
    ',"max_tokens":5,"stream":true',
    ',"messages":[]',
    ',"messages":[{"role":"user","content":"last"}]',
    ', "m\\u0065ssages":[{"role":"user","content":"last"}]',
    ',"output_config":{"format":{}}',
  ),
  spaces: fc.constantFrom("", "", " "),
  cut: fc.option(fc.nat(200), { freq: 12 }),
});

test("requests are read as their whole bodies are, in any order of any conversations", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const reader = new RequestReader();
      const conversations: unknown[][] = [[], [], []];
      for (const { more, less, changed, conversation, envelope, rest, spaces, cut } of steps) {
        const before = conversations[conversation] ?? [];
        const messages = [...before.slice(0, Math.max(0, before.length - less)), ...more];
        if (changed !== null && changed.at < messages.length) messages[changed.at] = changed.to;
        conversations[conversation] = messages;
        const whole = `{${envelope}"messages":${written(messages, spaces)}${rest}}`;
        const body = Buffer.from(cut === null ? whole : whole.slice(0, -cut));
        expect(reader.read(body)).toEqual(wholly(body));
      }
    }),
    { numRuns: 400 },
  );
});

test("bytes that are no JSON are no request, also where they begin as one", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(60), (noise, at) => {
      const reader = new RequestReader();
      const good = Buffer.from('{"messages":[{"role":"user","content":"Go"},{"role":"assistant","content":"x"}]}');
      reader.read(good);
      const bad = Buffer.concat([good.subarray(0, at), noise, good.subarray(at)]);
      expect(reader.read(bad)).toEqual(wholly(bad));
      expect(reader.read(good)).toEqual(wholly(good));
    }),
  );
});

test("a request shares what the one before said, and only its own messages are parsed", () => {
  const reader = new RequestReader();
  const said = [
    { role: "user", content: "Go" },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "echo", input: {} }] },
  ];
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "hi" }] };
  const one = reader.read(Buffer.from(JSON.stringify({ model: "m", messages: said, stream: true })));
  const two = reader.read(Buffer.from(JSON.stringify({ model: "m", messages: [...said, result], stream: true })));
  expect(two?.said[1]).toBe(one?.said[1]);
  expect(two?.said.length).toBe(3);
});

test("the common length of two texts is that of their common beginning", () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(3), fc.nat(3), (length, one, other) => {
      const beginning = Buffer.alloc(length, "ab");
      const [first, second] = [Buffer.alloc(one, "x"), Buffer.alloc(other, "y")];
      expect(commonLength(Buffer.concat([beginning, first]), Buffer.concat([beginning, second]))).toBe(length);
    }),
    { numRuns: 50 },
  );
});
