import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenOf } from "../../../../src/trace/given/result-content.js";
import type { JsonValue } from "../../../../src/json/value.js";

const PNG = "iVBORw0KGgo=";
const JPEG = "/9j/4AAQ";
const PDF = btoa("%PDF-1.7\n");
const given = (...content: JsonValue[]) => givenOf({ kind: "result", result: { content } });
const texts = (...words: string[]) => words.map((text) => ({ type: "text", text }));

describe("what Claude is given of a result", () => {
  it("is its text, without annotations", () => {
    expect(given({ type: "text", text: "8", annotations: { audience: ["user"] }, _meta: { a: 1 } })).toEqual({
      content: texts("8"),
      isError: false,
    });
  });

  it.each([
    ["image/png", "image/png", PNG],
    ["IMAGE/JPEG; q=1", "image/jpeg", JPEG],
    ["image/jpg", "image/jpeg", JPEG],
    ["image/png", "image/png", "iVBO\nRw0K\r\n Ggo="],
  ])("is an image of type %s", (mimeType, mediaType, data) => {
    expect(given({ type: "image", data, mimeType }).content).toEqual([
      { type: "image", source: { type: "base64", media_type: mediaType, data: data.replace(/\s/g, "") } },
    ]);
  });

  it("is a note of type and size for what Claude does not take", () => {
    expect(given({ type: "image", data: PNG, mimeType: "image/svg+xml" }).content).toEqual(
      texts("[image, image/svg+xml, 8 bytes: not shown]"),
    );
    expect(given({ type: "audio", data: "AAAA", mimeType: "audio/wav" }).content).toEqual(
      texts("[audio, audio/wav, 3 bytes: not shown]"),
    );
    expect(given({ type: "image", data: "", mimeType: "image/png" }).content).toEqual(
      texts("[image, image/png, 0 bytes: not shown]"),
    );
  });

  it("is a resource with its address: text, image, PDF, or a note", () => {
    const resource = (fields: Record<string, string>) => given({ type: "resource", resource: fields }).content;
    expect(resource({ uri: "file:///a.txt", mimeType: "text/plain", text: "hello" })).toEqual(
      texts("[resource file:///a.txt, text/plain]", "hello"),
    );
    expect(resource({ uri: "file:///a.pdf", mimeType: "application/pdf", blob: PDF })).toEqual([
      { type: "text", text: "[resource file:///a.pdf]" },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: PDF } },
    ]);
    expect(resource({ uri: "file:///a.png", mimeType: "image/png", blob: PNG })).toHaveLength(2);
    expect(resource({ uri: "file:///a.zip", mimeType: "application/zip", blob: "AAAA" })).toEqual(
      texts("[resource file:///a.zip, application/zip, 3 bytes: not shown]"),
    );
  });

  it("is the facts of a resource link", () => {
    const link = { type: "resource_link", uri: "file:///a", name: "a", description: "the first", size: 3 };
    expect(given(link).content).toEqual(texts("[resource link]\nname: a\nuri: file:///a\ndescription: the first"));
  });

  it("is the JSON of a block of an unknown type", () => {
    const block = { type: "hologram", depth: 3 };
    expect(given(block).content).toEqual(texts(JSON.stringify(block)));
  });

  it("is the structured content only where there is no other", () => {
    const structuredContent = { sum: 8 };
    expect(givenOf({ kind: "result", result: { structuredContent } }).content).toEqual(texts('{"sum":8}'));
    expect(givenOf({ kind: "result", result: { content: [], structuredContent } }).content).toEqual(texts('{"sum":8}'));
    expect(givenOf({ kind: "result", result: { content: texts("eight"), structuredContent } }).content).toEqual(
      texts("eight"),
    );
  });

  it("is nothing where the result has nothing to say", () => {
    const results: JsonValue[] = [{}, { content: [] }, { content: texts(" \n") }, { _meta: { a: 1 } }];
    for (const result of results) expect(givenOf({ kind: "result", result })).toEqual({ content: [], isError: false });
  });

  it("is the JSON of a result of the older kind", () => {
    expect(givenOf({ kind: "result", result: { toolResult: 8 } }).content).toEqual(texts('{"toolResult":8}'));
  });

  it("says of a failed tool that it failed, in text only and never in silence", () => {
    const result = { isError: true, content: [{ type: "image", data: PNG, mimeType: "image/png" }] };
    expect(givenOf({ kind: "result", result })).toEqual({
      content: texts("[image, image/png, 8 bytes: not shown]"),
      isError: true,
    });
    expect(givenOf({ kind: "result", result: { isError: true, content: [] } })).toEqual({
      content: texts("The tool failed and said nothing."),
      isError: true,
    });
  });

  it("is an error for a JSON-RPC error, no answer, and a tool that is not there", () => {
    expect(givenOf({ kind: "error", error: { code: -32602, message: "bad a", data: 1 } })).toEqual({
      content: texts("MCP error -32602: bad a"),
      isError: true,
    });
    expect(givenOf({ kind: "error", error: "odd" }).content).toEqual(texts('MCP error: "odd"'));
    expect(givenOf({ kind: "none", reason: "timeout", message: "no answer in 1 s" })).toEqual({
      content: texts("no answer in 1 s"),
      isError: true,
    });
    expect(givenOf({ kind: "unknown-tool", message: "no such tool" }).isError).toBe(true);
  });

  it("has no lone surrogate", () => {
    expect(given({ type: "text", text: "a\ud800b\u{1F600}" }).content).toEqual(texts("a\ufffdb\u{1F600}"));
  });

  it("holds only blocks that the API takes, whatever the server sends", () => {
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom("text", "image", "audio", "resource", "resource_link", "x"),
        text: fc.oneof(fc.string(), fc.constant(" "), fc.constant(null)),
        data: fc.oneof(fc.base64String(), fc.constant(1)),
        mimeType: fc.constantFrom("image/png", "application/pdf", "", null),
        resource: fc.record({ uri: fc.string(), text: fc.string() }, { requiredKeys: [] }),
      }),
    );
    fc.assert(
      fc.property(fc.array(block), fc.boolean(), (content, isError) => {
        const result = JSON.parse(JSON.stringify({ content, isError })) as JsonValue;
        const claudes = givenOf({ kind: "result", result });
        expect(claudes.isError).toBe(isError);
        if (isError) expect(claudes.content.length).toBeGreaterThan(0);
        for (const item of claudes.content as { type: string; text?: string }[]) {
          expect(isError ? ["text"] : ["text", "image", "document"]).toContain(item.type);
          if (item.type === "text") expect(item.text?.trim()).not.toBe("");
        }
      }),
    );
  });
});
