import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findRequestFraming,
  findResponseFraming,
  parseRequestHead,
  parseResponseHead,
  replaceHost,
} from "../../../src/proxy/http-head.js";
import { HttpReader, type Framing } from "../../../src/proxy/http-reader.js";

interface Seen {
  heads: string[];
  bodies: string[];
  /** All that was given on, in order. */
  passed: string;
  ends: number;
}

/** Reads requests in pieces, cut at these places. */
function read(bytes: Buffer, cuts: readonly number[], strict = true): Seen {
  const seen: Seen = { heads: [], bodies: [], passed: "", ends: 0 };
  let body = "";
  const reader = new HttpReader(
    {
      head(head): Framing {
        const text = head.toString("latin1");
        seen.heads.push(text);
        seen.passed += text;
        body = "";
        return strict
          ? findRequestFraming(parseRequestHead(text))
          : findResponseFraming(parseResponseHead(text), "GET");
      },
      raw: (raw) => void (seen.passed += raw.toString("latin1")),
      data: (data) => void (body += data.toString("latin1")),
      end() {
        seen.bodies.push(body);
        seen.ends += 1;
      },
    },
    { isStrict: strict },
  );
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  for (const [at, from] of places.entries()) {
    const piece = bytes.subarray(from, places[at + 1] ?? bytes.length);
    if (piece.length > 0) reader.push(piece);
  }
  reader.finish();
  return seen;
}

const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString("latin1"));
const message = fc.oneof(
  fc.constant({ head: "GET /x HTTP/1.1\r\nHost: a\r\n\r\n", framed: "", body: "" }),
  bytes.map((body) => ({
    head: `POST /mcp?x=%20 HTTP/1.1\r\nHOST:a\r\nContent-Length: ${body.length}\r\n\r\n`,
    framed: body,
    body,
  })),
  fc.record({ chunks: fc.array(bytes, { maxLength: 4 }), trailer: fc.boolean() }).map(({ chunks, trailer }) => {
    const full = chunks.filter((chunk) => chunk !== "");
    const framed = full.map((chunk) => `${chunk.length.toString(16)};a="b"\r\n${chunk}\r\n`).join("");
    return {
      head: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n",
      framed: `${framed}0\r\n${trailer ? "X-End: 1\r\n" : ""}\r\n`,
      body: full.join(""),
    };
  }),
);

describe("messages", () => {
  it("are found in bytes that come in any pieces, and every byte is given on in its order", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat()), (messages, cuts) => {
        const text = messages.map(({ head, framed }) => head + framed).join("");
        const seen = read(Buffer.from(text, "latin1"), cuts);
        expect(seen.passed).toBe(text);
        expect(seen.heads).toEqual(messages.map(({ head }) => head));
        expect(seen.bodies).toEqual(messages.map(({ body }) => body));
      }),
    );
  });

  it("of a server may end with their connection, and their lines with LF alone", () => {
    const seen = read(Buffer.from("HTTP/1.0 200 OK\nX-A: 1\n\nto the end"), [3, 20], false);
    expect(seen).toMatchObject({ bodies: ["to the end"], ends: 1 });
  });

  it("are not read on while the reader is held", () => {
    const ends: string[] = [];
    const reader: HttpReader = new HttpReader(
      {
        head: (): Framing => ({ kind: "none" }),
        raw: () => {},
        data: () => {},
        end() {
          ends.push("end");
          reader.hold();
        },
      },
      { isStrict: true },
    );
    const one = "GET / HTTP/1.1\r\n\r\n";
    reader.push(Buffer.from(one + one));
    reader.push(Buffer.from("later"));
    expect(ends).toHaveLength(1);
    reader.release();
    expect(ends).toHaveLength(2);
    expect(reader.takeRest().toString()).toBe("later");
  });
});

describe("a request that two readers could read in two ways is refused", () => {
  it.each([
    ["a length and chunks", "POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"],
    ["two lengths", "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n"],
    ["a length that is no number", "POST / HTTP/1.1\r\nContent-Length: +3\r\n\r\n"],
    ["an encoding that is not chunked in the end", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"],
    ["chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"],
    ["a line that ends with LF alone", "GET / HTTP/1.1\r\nA: 1\nHost: b\r\n\r\n"],
    ["a line that ends with CR alone", "GET / HTTP/1.1\r\nA: 1\rHost: b\r\n\r\n"],
    ["a header that goes on in the next line", "GET / HTTP/1.1\r\nA: 1\r\n Host: b\r\n\r\n"],
    ["a blank before the colon", "GET / HTTP/1.1\r\nHost : b\r\n\r\n"],
    ["a request line that is none", "GET / HTTP/2.0\r\n\r\n"],
    ["a size of a chunk that is no number", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n"],
    ["a chunk that is longer than its size", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n"],
    ["a CR inside the line of a chunk", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;a\rb\r\nabc\r\n"],
  ])("%s", (_name, text) => {
    expect(() => read(Buffer.from(text), [])).toThrow(/./);
  });

  it("a head that never ends", () => {
    expect(() => read(Buffer.alloc(200_000, "x"), [1000, 100_000])).toThrow("its head is too large");
  });
});

describe("the host", () => {
  it("is replaced in its own header only", () => {
    const head = "GET /host:x HTTP/1.1\r\nX-Host: a\r\nhOST:\t127.0.0.1:9 \r\nX: host: b\xe9\r\n\r\n";
    expect(replaceHost(head, "up:1")).toBe(head.replace("\t127.0.0.1:9 ", " up:1"));
  });
});
