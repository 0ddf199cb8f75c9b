import { describe, expect, it } from "vitest";
import { isLoopbackHost, isLoopbackOrigin } from "../../../src/proxy/http-headers.js";
import { SseEvents } from "../../../src/proxy/sse-events.js";
import { StderrTail } from "../../../src/proxy/stderr-tail.js";
import { buildFrame, guard } from "../../../src/proxy/tap.js";

describe("a frame", () => {
  it.each([
    ["an object", '{"a":1}', { a: 1 }],
    ["with CR", '{"a":1}\r', { a: 1 }],
    ["null is a value, not noise", "null", null],
    ["a batch", "[{}]", [{}]],
    ["behind a byte order mark", "\ufeff{}", {}],
  ])("is parsed: %s", (_name, text, message) => {
    expect(buildFrame("server", 1, Buffer.from(text))).toHaveProperty("message", message);
  });

  it.each([
    ["a banner", "server starts"],
    ["nothing", ""],
    ["half", '{"a":'],
    ["a byte order mark alone", "\ufeff"],
    ["two byte order marks", "\ufeff\ufeff{}"],
  ])("is noise: %s", (_name, text) => {
    const frame = buildFrame("server", 1, Buffer.from(text));
    expect(frame).not.toHaveProperty("message");
    expect(Buffer.from(frame.raw).toString()).toBe(text);
  });

  it("keeps __proto__ as a key", () => {
    const { message } = buildFrame("server", 1, Buffer.from('{"__proto__":{"x":1}}'));
    expect(Object.keys(message as object)).toEqual(["__proto__"]);
  });
});

describe("a guarded function", () => {
  it("never throws, and tells the first fault only", () => {
    const told: unknown[] = [];
    const act = guard(
      (text: string) => {
        throw new Error(text);
      },
      (error) => {
        told.push(error);
        throw new Error("nor may this");
      },
    );
    act("one");
    act("two");
    expect(told).toEqual([new Error("one")]);
  });
});

describe("server-sent events", () => {
  const read = (text: string, size = text.length): unknown[] => {
    const events = new SseEvents();
    const bytes = Buffer.from(text);
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      events.push(bytes.subarray(index * size, (index + 1) * size)),
    ).flat();
  };

  it("are read however the bytes are cut", () => {
    const text =
      'event: endpoint\ndata: /m\n\nid: 7\ndata: {"é":\r\ndata:"🙂"}\r\n\r\n: ping\n\nretry: 5\n\ndata\n\ndata: open';
    const whole = read(text);
    expect(whole).toEqual([
      { event: "endpoint", data: "/m" },
      { event: "message", data: '{"é":\n"🙂"}' },
      { event: "message", data: "" },
    ]);
    for (const size of [1, 2, 3, 7]) expect(read(text, size)).toEqual(whole);
  });

  it.each([
    ["CR", "\r"],
    ["CRLF", "\r\n"],
    ["LF", "\n"],
  ])("end their lines with %s, and are read however the bytes are cut", (_name, end) => {
    const text = ["event: message", 'data: {"é":', "data: 1}", "", "", ": ping", "data: two", "", "data: open"].join(
      end,
    );
    const whole = read(text);
    expect(whole).toEqual([
      { event: "message", data: '{"é":\n1}' },
      { event: "message", data: "two" },
    ]);
    for (const size of [1, 2, 3, 5]) expect(read(text, size)).toEqual(whole);
  });

  it("come at once, also where a CRLF may still be cut in two", () => {
    const events = new SseEvents();
    expect(events.push(Buffer.from("data: x\r\r"))).toEqual([{ event: "message", data: "x" }]);
    expect(events.push(Buffer.from("\ndata: y\r\n\r"))).toEqual([{ event: "message", data: "y" }]);
    expect(events.isInEvent).toBe(false);
    events.push(Buffer.from("data: z\n"));
    expect(events.isInEvent).toBe(true);
  });

  it("say whether the stream can be resumed", () => {
    const events = new SseEvents();
    events.push(Buffer.from("data: x\n\n"));
    expect(events.resumable).toBe(false);
    events.push(Buffer.from("id: 1\ndata: x\n\n"));
    expect(events.resumable).toBe(true);
  });
});

describe("the tail of stderr", () => {
  it("keeps the last lines, within bounds, also in characters cut between chunks", () => {
    const tail = new StderrTail();
    tail.push(Buffer.from("x".repeat(100_000)));
    const bytes = Buffer.from("\none\ntwø\n");
    for (const byte of bytes) tail.push(Buffer.from([byte]));
    expect(tail.text(2)).toBe("one\ntwø");
    expect(tail.text().length).toBeLessThan(9_000);
  });
});

describe("this machine", () => {
  it.each(["localhost", "LOCALHOST:80", "127.0.0.1", "127.1.2.3:99", "[::1]:5"])("is %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
    expect(isLoopbackOrigin(`http://${host}`)).toBe(true);
  });
  it.each(["localhost.evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a@localhost"])(
    "is not %s",
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
      expect(isLoopbackOrigin(`http://${host}`)).toBe(false);
    },
  );
  it("is not an opaque origin", () => expect(isLoopbackOrigin("null")).toBe(false));
});
