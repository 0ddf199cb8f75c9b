import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blobNamesIn, extractBlobs, insertBlobs, isBlob } from "../../../src/cassette/blobs.js";
import { foldDeep, unfoldDeep } from "../../../src/cassette/deep.js";
import { buildBlockEntry, isBlockEntry, readBlockEntry } from "../../../src/cassette/script-blocks.js";
import { buildContentEntry, isContentEntry, readContentEntry } from "../../../src/cassette/script-content.js";
import { buildToolsEntry, readToolsEntry } from "../../../src/cassette/script-tools.js";
import type { JsonValue } from "../../../src/json/value.js";
import type { ModelBlock } from "../../../src/trace/trace.js";
import { jsonValue } from "../../helpers/arbitrary-json.js";
import { tool } from "../../helpers/arbitrary-trace.js";

describe("a block of the model", () => {
  test.each<[ModelBlock, object]>([
    [{ type: "text", text: "a" }, { text: "a" }],
    [
      { type: "text", text: "a", citations: [{ url: "x" }] },
      { text: "a", citations: [{ url: "x" }] },
    ],
    [
      { type: "tool_use", id: "toolu_7", name: "get", input: {} },
      { call: "get", id: 7, input: {} },
    ],
    [
      { type: "tool_use", id: "toolu_7", name: "get", input: null },
      { call: "get", id: 7, input: null },
    ],
    [
      { type: "thinking", thinking: "", signature: "s" },
      { thinking: "", signature: "s" },
    ],
    // What would be taken for something else stays as it is.
    [
      { type: "tool_use", id: "toolu_07", name: "get", input: {} },
      { type: "tool_use", id: "toolu_07", name: "get", input: {} },
    ],
    [
      { type: "text", text: "a", call: 1 },
      { type: "text", text: "a", call: 1 },
    ],
    [
      { type: "text", text: 1 },
      { type: "text", text: 1 },
    ],
    [
      { type: "redacted_thinking", data: "x" },
      { type: "redacted_thinking", data: "x" },
    ],
  ])("%j is written as %j", (block, entry) => {
    expect(buildBlockEntry(block)).toEqual(entry);
    expect(isBlockEntry(entry)).toBe(true);
    expect(readBlockEntry(buildBlockEntry(block))).toEqual(block);
  });
});

describe("a content of a result", () => {
  const text = (value: string) => ({ type: "text", text: value });
  test.each<[JsonValue, object]>([
    [text("a"), { text: "a" }],
    [text('{"a":1}'), { json: { a: 1 } }],
    [text('{\n  "a": 1\n}'), { json: { a: 1 }, spaces: 2 }],
    [text("[\n    1\n]"), { json: [1], spaces: 4 }],
    [text("[]"), { json: [] }],
    [
      { ...text("{}"), annotations: { priority: 1 } },
      { json: {}, annotations: { priority: 1 } },
    ],
    // Not exactly the JSON of its value: stays text.
    [text('{"a": 1}'), { text: '{"a": 1}' }],
    [text('{"a":1}\n'), { text: '{"a":1}\n' }],
    [text('{"a":1.0}'), { text: '{"a":1.0}' }],
    [text('{"a":9007199254740993}'), { text: '{"a":9007199254740993}' }],
    [text('{"b":1,"1":2}'), { text: '{"b":1,"1":2}' }],
    [text('{"a":1,"a":1}'), { text: '{"a":1,"a":1}' }],
    [text("[-0]"), { text: "[-0]" }],
    [text("[1e400]"), { text: "[1e400]" }],
    [text("[\n\t1\n]"), { text: "[\n\t1\n]" }],
    [text("72"), { text: "72" }],
    [text(`${"[".repeat(65)}${"]".repeat(65)}`), { text: `${"[".repeat(65)}${"]".repeat(65)}` }],
    [
      { type: "image", data: "AA==", mimeType: "image/png" },
      { image: "image/png", data: "AA==" },
    ],
    [
      { type: "audio", data: "AA==", mimeType: "audio/wav" },
      { audio: "audio/wav", data: "AA==" },
    ],
    [{ type: "resource", resource: { uri: "a:b", text: "x" } }, { resource: { uri: "a:b", text: "x" } }],
    [
      { type: "resource_link", uri: "a:b", name: "n" },
      { link: "a:b", name: "n" },
    ],
    [
      { type: "new_today", x: 1 },
      { type: "new_today", x: 1 },
    ],
    [
      { type: "text", text: "a", json: 1 },
      { type: "text", text: "a", json: 1 },
    ],
    [{ text: "no type" }, { raw: { text: "no type" } }],
    [null, { raw: null }],
    ["bare", { raw: "bare" }],
  ])("%j is written as %j", (block, entry) => {
    expect(buildContentEntry(block)).toEqual(entry);
    expect(isContentEntry(entry)).toBe(true);
    expect(readContentEntry(buildContentEntry(block))).toEqual(block);
  });

  test("JSON of 64 levels is a value", () => {
    const nested = `${"[".repeat(64)}${"]".repeat(64)}`;
    expect(Object.keys(buildContentEntry(text(nested)))).toEqual(["json"]);
  });

  test("spaces that JSON text was never written with are refused", () => {
    expect(isContentEntry({ json: {}, spaces: 3 })).toBe(false);
    expect(isContentEntry({ json: {}, spaces: "2" })).toBe(false);
  });
});

describe("a change of the tools", () => {
  const list = (...names: string[]) => names.map((name) => ({ name, inputSchema: {} }));

  test("says what came and went", () => {
    expect(buildToolsEntry(list("a", "b", "c"), list("a", "c", "d"))).toEqual({
      tools: { gone: ["b"], new: list("d") },
    });
  });

  test("a changed tool stands in its old place", () => {
    const changed = { name: "a", inputSchema: { type: "object" } };
    const after = [changed, ...list("b")];
    expect(buildToolsEntry(list("a", "b"), after)).toEqual({ tools: { new: [changed] } });
    expect(readToolsEntry({ tools: { new: [changed] } }, list("a", "b"))).toEqual(after);
  });

  test("only another order is said as such", () => {
    expect(buildToolsEntry(list("a", "b"), list("b", "a"))).toEqual({ tools: { order: ["b", "a"] } });
  });

  test("the same list is no entry", () => {
    expect(buildToolsEntry(list("a"), list("a"))).toBeUndefined();
  });

  test("between any two lists leads from one to the other, names given twice or not", () => {
    const tools = fc.array(tool, { maxLength: 6 });
    fc.assert(
      fc.property(tools, tools, (before, after) => {
        const entry = buildToolsEntry(before, after);
        const read = entry === undefined ? before : readToolsEntry(entry, before);
        expect(JSON.stringify(read)).toBe(JSON.stringify(after));
      }),
    );
  });
});

describe("blobs", () => {
  const bytes = Buffer.alloc(1025, 7);
  const base64 = bytes.toString("base64");

  test("a binary content over 1 KiB, with the extension of its type", () => {
    const { value, blobs } = extractBlobs([
      { image: "image/png", data: base64 },
      { uri: "x", blob: base64, mimeType: "a/b" },
    ]);
    const [png, bin] = [...blobs.keys()];
    expect(png).toMatch(/^[0-9a-f]{64}\.png$/);
    expect(bin).toMatch(/^[0-9a-f]{64}\.bin$/);
    expect(value).toEqual([
      { image: "image/png", data: { $base64: png } },
      { uri: "x", blob: { $base64: bin }, mimeType: "a/b" },
    ]);
    expect(Buffer.from(blobs.get(png ?? "") ?? []).equals(bytes)).toBe(true);
    expect(isBlob(png ?? "", bytes)).toBe(true);
    expect(isBlob(png ?? "", Buffer.alloc(1025))).toBe(false);
  });

  test("a text over 32 KiB, counted in bytes", () => {
    expect(extractBlobs("x".repeat(32 * 1024)).blobs.size).toBe(0);
    expect(extractBlobs("x".repeat(32 * 1024 + 1)).blobs.size).toBe(1);
    expect(extractBlobs("é".repeat(16 * 1024 + 1)).blobs.size).toBe(1);
  });

  test("not what would come back as something else", () => {
    const odd = [{ image: "image/png", data: `${base64.slice(0, -4)}B=\n` }, "\ud800".repeat(40_000)];
    expect(extractBlobs(odd)).toEqual({ value: odd, blobs: new Map() });
  });

  test("any value comes back, also one that looks like a reference", () => {
    const reference = fc.constantFrom<JsonValue>(
      { $text: `${"0".repeat(64)}.txt` },
      { $$text: `${"0".repeat(64)}.txt` },
      { $base64: "x" },
      { type: "image", data: base64 },
      "é".repeat(20_000),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(jsonValue, reference)), (value) => {
        const split = extractBlobs(value);
        expect(blobNamesIn(split.value).toSorted()).toEqual([...split.blobs.keys()].toSorted());
        expect(insertBlobs(split.value, split.blobs)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });
});

test("what lies too deep for YAML is JSON text, and comes back", () => {
  const nested = (levels: number): JsonValue => (levels === 0 ? "x" : [nested(levels - 1), { $json: "[1]" }]);
  const folded = foldDeep(nested(300));
  expect(JSON.stringify(folded)).toContain('{"$json":"[[');
  expect(unfoldDeep(folded)).toEqual(nested(300));
  expect(unfoldDeep({ $json: "no json" })).toEqual({ $json: "no json" });
  const bomb = { $json: `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}` };
  expect(unfoldDeep(bomb)).toEqual(bomb);
});
