// Whatever numbers Claude writes and a server answers: the same digits come out of the cassette, and are sent.
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMessage } from "../../../src/agent/anthropic/message-stream.js";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { parseContract, serializeContract } from "../../../src/cassette/contract-file.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { readTrace } from "../../../src/cassette/read-trace.js";
import { parseLossless } from "../../../src/json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/json/value.js";
import { buildFrame } from "../../../src/proxy/tap.js";
import { ByteTransport } from "../../../src/server/byte-transport.js";
import { callsOf } from "../../../src/trace/read.js";
import { makeTool, makeTrace, raw } from "../../helpers/make-trace.js";

const number = fc.oneof(
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 9n }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 25n }).map((digits) => `0.${String(digits)}`),
  fc.constantFrom("0", "1", "-1.5", "1e400", "0.1000000000000000055", "1e-400"),
);
const word = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom("$number", "$$number", '{"$number":"1"}', "[root]"));
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    number,
    number,
    word.map((one) => JSON.stringify(one)),
    fc.constantFrom("null", "true", "{}"),
    fc.array(tie("json"), { maxLength: 3 }).map((all) => `[${all.join(",")}]`),
    members(tie("json")),
  ),
}));
function members(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(word, part), { maxLength: 3, selector: ([key]) => key })
    .filter((all) => all.every(([key]) => !/^\d+$/.test(key) && key !== "__proto__"))
    .map((all) => `{${all.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`);
}

/** As the API streams it, in pieces. */
function streamed(input: string): JsonObject {
  const pieces = input.match(/[\s\S]{1,7}/gu) ?? [];
  const built = buildMessage([
    { type: "message_start", message: { usage: {} } },
    { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "t", name: "n", input: {} } },
    ...pieces.map((partial_json) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "message_delta", delta: { stop_reason: "tool_use" } },
    { type: "message_stop" },
  ]);
  const content = built.kind === "message" ? built.message["content"] : undefined;
  const [block] = Array.isArray(content) ? content : [];
  const found = isJsonObject(block) ? block["input"] : undefined;
  if (!isJsonObject(found)) throw new Error("no input");
  return found;
}

/** As the tap sees it. */
function answered(result: string): JsonValue {
  const { message } = buildFrame("server", 0, new TextEncoder().encode(`{"id":1,"result":${result}}`));
  return isJsonObject(message) ? (message["result"] ?? null) : null;
}

async function sent(params: JsonObject): Promise<string> {
  const output = new PassThrough();
  await new ByteTransport(new PassThrough(), output).send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return String(output.read());
}

const extras = { by: "mcpvals 0.0.0", scores: {} };

describe("any JSON with any numbers", () => {
  it("is recorded, kept, read and sent with the digits that it had", async () => {
    await fc.assert(
      fc.asyncProperty(members(json), members(json), members(json), async (args, structured, limits) => {
        const result = raw(answered(`{"content":[],"structuredContent":${structured}}`));
        const schema = streamed(limits);
        const tools = [makeTool("n", { type: "object", default: schema })];
        const trace = makeTrace({ turns: [[["n", streamed(args), result]]], tools });
        const written = serializeCassette(buildCassette(trace, extras));
        const cassette = parseCassette(openCassette(written.text, "x.yaml"), written.blobs);
        expect(serializeCassette(cassette).text).toBe(written.text);
        const file = serializeContract(trace.contract);
        const read = readTrace(cassette, parseContract(file.text, file.id, "x.yaml"));
        expect(read.steps).toEqual(trace.steps);
        const [call] = callsOf(read);
        expect(await sent({ arguments: call?.arguments ?? {} })).toContain(`{"arguments":${digitsOf(args)}}`);
        expect(await sent({ outcome: { ...call?.outcome } })).toContain(`"structuredContent":${digitsOf(structured)}}`);
        expect(await sent({ tools: [...read.contract.tools] })).toContain(`"default":${digitsOf(limits)}}`);
      }),
      { numRuns: 60 },
    );
  });
});

/** The text, with doubles as JSON.stringify writes them. */
function digitsOf(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token;
    const value = parseLossless(token);
    return typeof value === "number" ? JSON.stringify(value) : token;
  });
}
