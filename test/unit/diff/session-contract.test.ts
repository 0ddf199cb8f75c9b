// What a recorded session says of its server's contract: the lists that its client asked for.
import { describe, expect, it } from "vitest";
import { contractOfSession, keepCommonLists } from "../../../src/diff/session-contract.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Session, SessionEntry } from "../../../src/trace/session.js";

const asked = (method: string, result: JsonObject, params?: JsonValue): SessionEntry => ({
  kind: "exchange",
  method,
  ...(params === undefined ? {} : { params }),
  answer: { result },
  during: [],
  at: 0,
  ms: 1,
});
const session = (...entries: SessionEntry[]): Session => ({
  name: "s",
  transport: "stdio",
  era: "legacy",
  server: { name: "fixture", version: "1", protocol: "2025-11-25" },
  entries,
  findings: [],
  startedAt: "2026-11-20T10:00:00.000Z",
  ms: 1,
});
const hello = asked("initialize", {
  serverInfo: { name: "fixture", version: "1" },
  capabilities: { tools: {} },
  instructions: "Look first.",
});

describe("the contract of a session", () => {
  it("has all pages of the last listing", () => {
    const met = contractOfSession(
      session(
        hello,
        asked("tools/list", { tools: [{ name: "old" }] }),
        asked("tools/list", { tools: [{ name: "a" }], nextCursor: "2" }, {}),
        asked("tools/list", { tools: [{ name: "b" }] }, { cursor: "2" }),
        asked("prompts/list", { prompts: [{ name: "p" }] }),
      ),
    );
    expect(met).toEqual({
      server: { name: "fixture", version: "1", protocol: "2025-11-25" },
      contract: {
        server: { name: "fixture", version: "1" },
        capabilities: { tools: {} },
        instructions: "Look first.",
        tools: [{ name: "a" }, { name: "b" }],
        prompts: [{ name: "p" }],
      },
    });
  });

  it("of the modern era says who the server is beside its answer", () => {
    const info = { name: "fixture", version: "2" };
    const discover = asked("server/discover", {
      capabilities: {},
      _meta: { "io.modelcontextprotocol/serverInfo": info },
    });
    expect(contractOfSession(session(discover, asked("tools/list", { tools: [] })))?.contract.server).toEqual(info);
  });

  it("is not there where nobody asked for the tools, or the server refused", () => {
    expect(contractOfSession(session(hello))).toBeUndefined();
    const refused: SessionEntry = {
      ...asked("tools/list", {}),
      kind: "exchange",
      answer: { error: { code: 1 } },
    } as SessionEntry;
    expect(contractOfSession(session(hello, refused))).toBeUndefined();
  });

  it("is compared only in the lists that both clients asked for", () => {
    const bare = contractOfSession(session(hello, asked("tools/list", { tools: [] })));
    const more = contractOfSession(
      session(hello, asked("tools/list", { tools: [] }), asked("resources/list", { resources: [{ uri: "a:b" }] })),
    );
    if (bare === undefined || more === undefined) throw new Error("no contract");
    const { before, after, left } = keepCommonLists(bare, more);
    expect(left).toEqual(["resources"]);
    expect(after.contract).toEqual(before.contract);
  });
});
