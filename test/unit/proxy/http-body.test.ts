import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { copyBody, type BodyFacts } from "../../../src/proxy/http-body.js";

const MESSAGE = '{"jsonrpc":"2.0","id":1,"result":{"text":"é"}}';

/** What is emitted, and what is said in the end; the body comes in chunks of `size`. */
async function read(
  headers: { type?: string; encoding?: string },
  body: string | Buffer,
  { anyType = false, size = 1_000_000 } = {},
): Promise<{ emitted: string[]; types: (string | undefined)[]; facts: BodyFacts }> {
  const emitted: string[] = [];
  const types: (string | undefined)[] = [];
  const copy = copyBody(
    { "content-type": headers.type, "content-encoding": headers.encoding },
    (raw, oddType) => {
      emitted.push(Buffer.from(raw).toString());
      types.push(oddType);
    },
    { anyType },
  );
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) copy.push(bytes.subarray(at, at + size));
  return { facts: await copy.end(), emitted, types };
}

describe("a compressed body", () => {
  it.each([
    ["gzip", gzipSync(MESSAGE)],
    ["x-gzip", gzipSync(MESSAGE)],
    ["deflate", deflateSync(MESSAGE)],
    ["deflate", deflateRawSync(MESSAGE)],
    ["br", brotliCompressSync(MESSAGE)],
    ["identity", Buffer.from(MESSAGE)],
  ])("is read: %s", async (encoding, body) => {
    for (const size of [1, 1000]) {
      const { emitted, facts } = await read({ type: "application/json", encoding }, body, { size });
      expect(emitted).toEqual([MESSAGE]);
      expect(facts.problem).toBeUndefined();
    }
  });

  it("of an encoding that is not known is not a message, and it is said", async () => {
    const { emitted, facts } = await read(
      { type: "application/json", encoding: "zstd" },
      Buffer.from("28b52ffd00", "hex"),
    );
    expect(emitted).toEqual([]);
    expect(facts.problem).toBe("it is encoded as zstd, which is not read here");
  });

  it("that is none is said to be none", async () => {
    const { facts } = await read({ type: "application/json", encoding: "gzip" }, "no gzip at all");
    expect(facts.problem).toBe("it is not gzip, as it says, or is cut off");
    expect((await read({ type: "application/json", encoding: "gzip" }, "")).facts.problem).toBeUndefined();
  });
});

describe("JSON under another content type", () => {
  it.each([
    ["none", undefined, ""],
    ["text", "text/plain; charset=utf-8", "text/plain"],
    ["a form's", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ])("is no message, or one that says so: %s", async (_name, type, oddType) => {
    const headers = type === undefined ? {} : { type };
    const strict = await read(headers, MESSAGE);
    expect(strict).toMatchObject({ emitted: [], facts: { oddType, head: MESSAGE } });
    for (const size of [1, 7, 1000]) {
      const lenient = await read(headers, MESSAGE, { anyType: true, size });
      expect(lenient).toMatchObject({ emitted: [MESSAGE], types: [oddType] });
    }
    expect((await read(headers, "<h1>no</h1>", { anyType: true })).emitted).toEqual([]);
  });

  it("is nothing odd where the type is one of JSON", async () => {
    const { types, facts } = await read({ type: "application/vnd.x+json" }, MESSAGE, { anyType: true });
    expect(types).toEqual([undefined]);
    expect(facts.oddType).toBeUndefined();
  });
});

it("an event stream that stops in the middle of an event says so", async () => {
  const { emitted, facts } = await read({ type: "text/event-stream" }, `data: ${MESSAGE}\n\ndata: {"jsonrpc"`);
  expect(emitted).toEqual([MESSAGE]);
  expect(facts.problem).toBe("its event stream ends in the middle of an event");
});
