import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { addSeal } from "../../../src/cassette/seal.js";
import { parseSession } from "../../../src/cassette/session-read.js";
import { serializeSession, SessionText } from "../../../src/cassette/session-text.js";
import { parseYaml } from "../../../src/cassette/yaml-read.js";
import { serializeYaml } from "../../../src/cassette/yaml-text.js";
import type { McpvalsError } from "../../../src/errors.js";
import type { Session, SessionExchange } from "../../../src/trace/session.js";
import { session as anySession } from "../../helpers/arbitrary-session.js";

const by = "mcpvals 0.1.0";

function parse(text: string, blobs: ReadonlyMap<string, Uint8Array> = new Map()): Session {
  return parseSession(openCassette(text, "s.yaml"), blobs).session;
}

function call(n: number, text = `Echo: ${n}`): SessionExchange {
  return {
    kind: "exchange",
    method: "tools/call",
    params: { name: "echo", arguments: { message: String(n) } },
    answer: { result: { content: [{ type: "text", text }] } },
    during: [],
    at: n / 1000,
    ms: 0.3,
  };
}

function sessionOf(entries: Session["entries"]): Session {
  return {
    name: "demo",
    transport: "stdio",
    era: "legacy",
    server: { name: "travel", version: "1.2.0", protocol: "2025-11-25" },
    entries,
    findings: [],
    startedAt: "2026-11-28T01:00:00.000Z",
    ms: 1903,
  };
}

function refusal(act: () => unknown): McpvalsError {
  try {
    act();
  } catch (error) {
    return error as McpvalsError;
  }
  throw new Error("nothing was thrown");
}

describe("a session survives its cassette", () => {
  test("any session, through the text and its blobs, and the text through the session", () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const { text, blobs } = serializeSession({ session, by });
        const opened = openCassette(Buffer.from(text, "utf8").toString("utf8"), "s.yaml");
        expect(opened.blobs.toSorted()).toEqual([...blobs.keys()].toSorted());
        const read = parseSession(opened, blobs);
        expect(read).toEqual({ session, by });
        expect(serializeSession(read).text).toBe(text);
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  test("written piece by piece, the text is the canonical one of the whole", () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const { text } = serializeSession({ session, by });
        const body = text.slice(0, text.lastIndexOf("seal: "));
        expect(addSeal(serializeYaml(parseYaml(body, "s.yaml").value))).toBe(text);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  test("entries beyond what people read stand in blobs, each once and in order", () => {
    const limits = { text: 2000, more: 3000 };
    const session = sessionOf(Array.from({ length: 100 }, (_, n) => call(n)));
    const written = serializeSession({ session, by }, limits);
    expect(written.text.match(/- exchange:/g)?.length).toBeLessThan(20);
    expect([...written.blobs.keys()].every((name) => name.endsWith(".jsonl"))).toBe(true);
    expect(written.blobs.size).toBeGreaterThan(2);
    const read = parse(written.text, written.blobs);
    expect(read.entries).toEqual(session.entries);
    expect(serializeSession({ session: read, by }, limits)).toEqual(written);
  });

  test("a large content is a blob", () => {
    const { text, blobs } = serializeSession({ session: sessionOf([call(1, "x".repeat(100_000))]), by });
    expect(text).toContain("$text: ");
    expect(blobs.size).toBe(1);
    expect(parse(text, blobs).entries).toEqual([call(1, "x".repeat(100_000))]);
  });
});

describe("what a person reads", () => {
  test("contents are laid open, times stand at the end", () => {
    const exchange: SessionExchange = {
      ...call(1),
      wantsProgress: true,
      answer: { result: { content: [{ type: "text", text: '{"temperature":72}' }], isError: false } },
      during: [
        { kind: "notification", from: "server", method: "notifications/progress", params: { progress: 1 }, at: 0.002 },
        {
          kind: "request",
          method: "roots/list",
          answer: { result: { roots: [] } },
          at: 0.003,
        },
      ],
    };
    const entries: Session["entries"] = [
      { kind: "notification", from: "client", method: "notifications/initialized", at: 0 },
      exchange,
    ];
    expect(serializeSession({ session: sessionOf(entries), by }).text.replace(/seal: .*/, "seal")).toBe(
      `cassette: 2
kind: session
session: demo
transport: stdio
era: legacy
server: { name: travel, version: 1.2.0, protocol: 2025-11-25 }
entries:
  - { notification: notifications/initialized, from: client }
  - exchange: tools/call
    params: { name: echo, arguments: { message: "1" } }
    progress: true
    during:
      - { notification: notifications/progress, params: { progress: 1 } }
      - request: roots/list
        answer:
          result: { roots: [] }
    content:
      - json: { temperature: 72 }
    fields: { isError: false }
facts:
  recorded: { at: 2026-11-28T01:00:00.000Z, by: mcpvals 0.1.0, ms: 1903 }
  entries:
    - at: 0
    - { at: 0.001, ms: 0.3, during: [ 0.002, 0.003 ] }
seal
`,
    );
  });
});

describe("a session is hostile input", () => {
  const { text } = serializeSession({ session: sessionOf([call(1)]), by });
  const edited = (from: string, to: string): string => {
    const body = text.slice(0, text.lastIndexOf("seal: "));
    expect(body).toContain(from);
    return addSeal(body.replace(from, to));
  };

  test.each([
    ["an unknown key", "era: legacy\n", "era: legacy\nmodel: x\n", "s.yaml:6: Unrecognized key"],
    [
      "an unknown key of an entry",
      "    params:",
      "    extra: 1\n    params:",
      's.yaml:8: entries/0: Unrecognized key: "extra"',
    ],
    ["an entry of no kind", "exchange: tools/call", "call: tools/call", "expected an entry with exchange"],
    ["two outcomes", "    content:", "    error: 1\n    content:", "expected at most one of"],
    ["too few times", "    - { at: 0.001, ms: 0.3 }\n", "    []\n", "expected"],
    ["times of another kind of entry", "{ at: 0.001, ms: 0.3 }", "{ at: 0.001 }", "expected ms"],
    ["a blob's name that is a path", "facts:", "more: [ ../x.jsonl ]\nfacts:", "expected the name of a .jsonl"],
    ["another era", "era: legacy", "era: roman", "era"],
  ])("%s is refused with its line", (_, from, to, message) => {
    const error = refusal(() => parse(edited(from, to)));
    expect(error.code).toBe("CASSETTE_INVALID");
    expect(error.message).toContain(message);
  });

  test("an edited text does not fit its seal", () => {
    expect(refusal(() => parse(text.replace("echo", "ecko"))).code).toBe("CASSETTE_SEAL");
  });

  test("a line of a blob that is no entry is named", () => {
    const { text: long, blobs } = serializeSession({ session: sessionOf([call(1), call(2)]), by }, { text: 150 });
    const [[name] = [""]] = blobs;
    const broken = new Map([[name, Buffer.from('{"entry":{"exchange":"x"},"times":{"at":1,"ms":1}}\n{"entry":1}\n')]]);
    expect(refusal(() => parse(long, broken)).message).toContain(`blobs/${name}:2: expected`);
    expect(refusal(() => parse(long)).message).toContain("is missing");
  });

  test("a kind that there is not is one error, whoever reads it", () => {
    const odd = text.replace("kind: session\n", "kind: sessions\n").replace(/seal: .*\n$/, "");
    const opened = openCassette(addSeal(odd), "s.yaml");
    for (const read of [() => parseCassette(opened, new Map()), () => parseSession(opened, new Map())]) {
      const { message, evidence } = refusal(read);
      expect({ message, evidence }).toEqual({
        message: "s.yaml:2: kind: expected workflow, session or agent, not sessions",
        evidence: undefined,
      });
    }
  });

  test("a reader of the other kind says what it has before it", () => {
    const session = refusal(() => parseCassette(openCassette(text, "s.yaml"), new Map()));
    expect(session.message).toBe("s.yaml:2: is a session, not a recording of a workflow");
    expect(session.fix).toContain("mcpvals serve s.yaml");
    const workflow = addSeal("cassette: 1\nkind: workflow\n");
    expect(refusal(() => parse(workflow)).message).toContain("is the recording of a workflow, not a session");
  });

  test("more than a reader takes is not added", () => {
    const written = new SessionText({ text: 300, more: 100, moreMost: 1000, moreTotal: 2000 });
    expect(written.add(call(1))).toBe(true);
    expect(written.add(call(2, "x".repeat(500)))).toBe(true);
    expect(written.add(call(3, "x".repeat(1000)))).toBe(false);
    expect(written.add(call(4, "é".repeat(300)))).toBe(true);
    expect(written.add(call(5, "x".repeat(700)))).toBe(false);
    expect(written.takeBlobs().size).toBe(2);
  });
});
