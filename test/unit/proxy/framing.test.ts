import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineSplitter, TextLineSplitter } from "../../../src/proxy/framing.js";

function split(chunks: Uint8Array[], limit?: number): Buffer[] {
  const splitter = new LineSplitter(limit);
  const lines = chunks.flatMap((chunk) => splitter.push(chunk));
  const last = splitter.end();
  return [...lines, ...(last === undefined ? [] : [last])].map((line) => Buffer.from(line));
}

function cut(bytes: Buffer, at: number[]): Uint8Array[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

// Newlines often, so that there are lines.
const byte = fc.oneof(fc.constant(10), fc.constant(13), fc.integer({ min: 0, max: 255 }));
const bytes = fc.array(byte).map((values) => Buffer.from(values));

describe("lines out of chunks", () => {
  it("are the same however the bytes are cut", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 10 }), (input, at) => {
        expect(split(cut(input, at))).toEqual(split([input]));
      }),
    );
  });

  it("hold every byte of the input, in order, but the newlines between them", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 10 }), (input, at) => {
        const lines = split(cut(input, at)).map((line) => line.toString("latin1"));
        expect(lines.join("\n")).toBe(input.toString("latin1").replace(/\n$/, ""));
      }),
    );
  });

  it("end at a newline and at nothing else", () => {
    expect(split([Buffer.from("a\r\nb\u2028c\u0085d\n\ne")]).map(String)).toEqual(["a\r", "b\u2028c\u0085d", "", "e"]);
  });

  it("are cut at the limit, and the next line is whole again", () => {
    expect(split([Buffer.from("abc"), Buffer.from("defgh\nij\n")], 4).map(String)).toEqual(["abcd", "ij"]);
  });
});

describe("lines as text", () => {
  function splitText(chunks: Uint8Array[], limit: number): (string | undefined)[] {
    const splitter = new TextLineSplitter(limit);
    const lines = chunks.flatMap((chunk) => splitter.push(chunk));
    const last = splitter.end();
    return [...lines, ...(last === undefined ? [] : [last.text])];
  }

  it("are each line decoded alone, however the bytes are cut, and undefined at the limit", () => {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    // Halves of characters, with newlines between them.
    const hard = fc.array(fc.oneof(byte, fc.constantFrom(0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0xc3, 0xe2, 0x80)));
    const input = hard.map((values) => Buffer.from(values));
    fc.assert(
      fc.property(
        input,
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.oneof(fc.constant(1000), fc.nat({ max: 8 })),
        (all, at, limit) => {
          const expected = split([all], limit).map((line) => (line.length < limit ? decoder.decode(line) : undefined));
          expect(splitText(cut(all, at), limit)).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
