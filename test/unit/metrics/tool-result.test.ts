import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serializeKept } from "../../../src/json/kept-numbers.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { whyRefused } from "../../../src/metrics/tool-result.js";
import type { Era } from "../../../src/trace/session.js";
import { jsonValue } from "../../helpers/arbitrary-json.js";

const VERSION = { legacy: "2025-11-25", modern: "2026-07-28" };
const SERVER = { name: "fake", version: "1.0.0" };

/** Whether the official client of an era takes a result, asked of the client itself. */
async function buildAsker(era: Era): Promise<(result: JsonObject) => Promise<boolean>> {
  let next: JsonObject = {};
  const answers: Record<string, () => JsonObject> = {
    initialize: () => ({ protocolVersion: VERSION.legacy, capabilities: { tools: {} }, serverInfo: SERVER }),
    "server/discover": () => ({
      resultType: "complete",
      supportedVersions: [VERSION.modern],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": SERVER },
    }),
    "tools/call": () => (era === "modern" ? { resultType: "complete", ...next } : next),
  };
  let refuse = (_error: Error): void => {};
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: ({ id, method }: { id?: number; method?: string }) => {
      const result = answers[method ?? ""]?.();
      if (id !== undefined) queueMicrotask(() => transport.onmessage?.({ jsonrpc: "2.0", id, result } as never));
      return Promise.resolve();
    },
  };
  const ask = async (call: () => Promise<unknown>, result: JsonObject): Promise<boolean> => {
    next = result;
    // A message that is none is told as an error, and the call waits on.
    const refused = new Promise<never>((_, reject) => (refuse = reject));
    return Promise.race([call(), refused]).then(
      () => true,
      () => false,
    );
  };
  if (era === "legacy") {
    const client = new Client(SERVER);
    client.onerror = (error) => refuse(error);
    await client.connect(transport as never);
    return (result) => ask(() => client.callTool({ name: "x" }, undefined, { timeout: 2 ** 30 }), result);
  }
  const client = new ClientV2(SERVER, { versionNegotiation: { mode: { pin: VERSION.modern } } });
  client.onerror = (error) => refuse(error);
  await client.connect(transport as never);
  return (result) => ask(() => client.callTool({ name: "x" }, { timeout: 2 ** 30 }), result);
}

/** No double holds it. */
const LONG = { $number: "9007199254740993" };

/** A field that is as it should be, is missing, or is anything. */
const field = (...good: JsonValue[]): fc.Arbitrary<JsonValue | undefined> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(jsonValue, fc.constantFrom<JsonValue>(LONG, { $number: "1e400" })) },
  );
const rare = (...good: JsonValue[]): fc.Arbitrary<JsonValue | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: field(...good) });
const object = (fields: Record<string, fc.Arbitrary<JsonValue | undefined>>): fc.Arbitrary<JsonObject> =>
  fc.record(fields).map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const annotations = object({
  audience: rare(["user"], ["assistant", "user"], ["robot"], []),
  priority: rare(0, 1, 0.5, 2, -1, { $number: "0.12345678901234567891" }),
  lastModified: rare("2026-11-28T10:00:00Z", "2026-11-28T10:00:00+01:00", "2026-11-28", "2026-11-28T10:00:00"),
});
const beside = {
  annotations: fc.oneof({ weight: 4, arbitrary: rare(null) }, { weight: 1, arbitrary: annotations }),
  _meta: rare({}, { a: 1 }, { constructor: 1 }, [], null),
};
const base64 = field("", "aGk=", "aGk", " aGk=\n", "not base64!", "aGk=aGk=", "aGk-_w==");
const resource = object({
  uri: field("file:///a"),
  mimeType: rare("text/plain"),
  text: rare("hi"),
  blob: fc.oneof(base64, fc.constant(undefined)),
  _meta: rare({}),
});
const block = fc.oneof(
  { weight: 4, arbitrary: object({ type: fc.constant("text"), text: field("hi", ""), ...beside }) },
  {
    weight: 2,
    arbitrary: object({ type: fc.constant("image"), data: base64, mimeType: field("image/png"), ...beside }),
  },
  {
    weight: 1,
    arbitrary: object({ type: fc.constant("audio"), data: base64, mimeType: field("audio/wav"), ...beside }),
  },
  {
    weight: 3,
    arbitrary: object({ type: fc.constant("resource"), resource: fc.oneof(resource, rare("x")), ...beside }),
  },
  {
    weight: 3,
    arbitrary: object({
      type: fc.constant("resource_link"),
      name: field("a"),
      title: rare("A"),
      uri: field("file:///a"),
      description: rare("d"),
      mimeType: rare("text/plain"),
      size: rare(1, 1.5, -1, "1", LONG),
      icons: rare([], [{ src: "a" }], [{ src: "a", theme: "light", sizes: ["any"] }], [{ theme: "light" }], ["a"]),
      ...beside,
    }),
  },
  {
    weight: 1,
    arbitrary: object({
      type: field("hologram", "tool_use", "tool_result", "TEXT"),
      text: rare("hi"),
      name: rare("a"),
      id: rare("1"),
      input: rare({}),
    }),
  },
  { weight: 1, arbitrary: jsonValue.map((value) => JSON.parse(JSON.stringify(value)) as JsonValue) },
);
const result = object({
  content: fc.oneof(
    { weight: 10, arbitrary: fc.array(block, { maxLength: 2 }) },
    { weight: 2, arbitrary: rare(null, "hi", [null], {}, []) },
  ),
  structuredContent: rare({}, { n: LONG }, [], null, "x", 5, LONG),
  isError: rare(true, false, "true", null, 0),
  _meta: rare(
    {},
    { progressToken: 1 },
    { progressToken: 1.5 },
    { progressToken: "a" },
    { "io.modelcontextprotocol/related-task": { taskId: "a" } },
    { "io.modelcontextprotocol/related-task": {} },
    { "io.modelcontextprotocol/serverInfo": 5 },
    [],
    null,
    "x",
  ),
  toolResult: rare(1),
  task: rare({}),
  nextCursor: rare("a", 1),
});

describe.each<Era>(["legacy", "modern"])("a result of the %s era", (era) => {
  it("is refused where the official client refuses it, and only there", async () => {
    const takes = await buildAsker(era);
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(result, async (one) => {
        const taken = await takes(JSON.parse(serializeKept(one)) as JsonObject);
        seen[taken ? "taken" : "refused"] += 1;
        expect(whyRefused(one, era) === undefined, `${JSON.stringify(one)}: ${whyRefused(one, era)}`).toBe(taken);
      }),
      { numRuns: 1500 },
    );
    // Else nothing was compared.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(200);
  });

  it.each<[JsonValue, string]>([
    [{ content: null }, "/content: Invalid input: expected array, received null"],
    [{ content: "hi" }, "/content: Invalid input: expected array, received string"],
    [{ content: [null] }, "/content/0: expected a content block"],
    [{ content: [{ type: "text" }] }, "/content/0/text: Invalid input: expected string, received undefined"],
    [{ content: [{ type: "hologram" }] }, "/content/0/type: has a type that MCP does not define"],
    [{ content: [], isError: "true" }, "/isError: Invalid input: expected boolean, received string"],
    [{ content: [], _meta: [] }, "/_meta: Invalid input: expected object, received array"],
    [{ content: [{ type: "image", data: "?", mimeType: "image/png" }] }, "/content/0/data: is not base64"],
    [
      { content: [{ type: "resource", resource: { uri: "a" } }] },
      "/content/0/resource: expected a uri with a text string, or with a base64 blob",
    ],
  ])("%j is refused, and where is said", (one, where) => {
    expect(whyRefused(one, era)).toBe(`not a valid MCP result, clients refuse it: ${where}`);
  });

  it("takes the placeholder of a secret in a recorded result", () => {
    const link = { type: "resource_link", name: "a", uri: "a", size: "[redacted:size]" };
    const image = { type: "image", data: "[redacted:token]", mimeType: "image/png" };
    expect(whyRefused({ content: [link, image] }, era)).toBeUndefined();
  });
});

it("only the modern era needs content, and takes structured content of any type", () => {
  expect(whyRefused({}, "legacy")).toBeUndefined();
  expect(whyRefused({}, "modern")).toContain("/content: ");
  expect(whyRefused({ content: [], structuredContent: [1] }, "modern")).toBeUndefined();
  expect(whyRefused({ content: [], structuredContent: [1] }, "legacy")).toContain("/structuredContent: ");
  expect(whyRefused({ content: [], resultType: "task" }, "modern")).toContain("/resultType: ");
  expect(whyRefused({ content: [], resultType: "task" }, "legacy")).toBeUndefined();
});
