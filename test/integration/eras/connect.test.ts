// Servers of the SDK 2.x that know the new protocol only, or both: who is spoken to how, and what comes of it.
import { afterEach, describe, expect, it } from "vitest";
import type { ServerConfig } from "../../../src/config/schema.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { ClientSide } from "../../../src/server/client-side.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { ServerFailure, type ServerSession } from "../../../src/server/session.js";
import { startServer, wishOf } from "../../../src/server/start-server.js";
import type { StartOptions } from "../../../src/server/wire.js";
import { mark, never, processesWith, ROOT, textOf } from "../server/fixture.js";

const open: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.close()));
});

type Protocol = ServerConfig["protocol"];

const roots: JsonObject = { roots: [{ uri: "file:///a" }] };
const accepted: JsonObject = { action: "accept", content: { table: 7 } };
const client: ClientSide = {
  features: ["sampling", "elicitation", "roots"],
  roots: ["file:///a"],
  answer: ({ method }) => Promise.resolve({ result: method === "roots/list" ? roots : accepted }),
};

async function start(server: ServerConfig, options: Partial<StartOptions> = {}): Promise<ServerSession> {
  const session = await startServer({ server, folder: ROOT, timeout: 20_000, env: process.env, client, ...options });
  open.push(session);
  session.sampleWith(() =>
    Promise.resolve({ result: { role: "assistant", model: "m", content: { type: "text", text: "blue" } } }),
  );
  return session;
}

function stdio(mode: string, protocol?: Protocol): ServerConfig {
  const args = ["fixtures/servers/eras.mjs", mode];
  return { transport: "stdio", command: process.execPath, args, ...(protocol === undefined ? {} : { protocol }) };
}

async function http(mode: string, protocol?: Protocol): Promise<ServerConfig> {
  const port = String(await findFreePort());
  const args = ["fixtures/servers/eras.mjs", mode, port];
  const url = `http://127.0.0.1:${port}/mcp`;
  return {
    transport: "shttp",
    url,
    command: process.execPath,
    args,
    ...(protocol === undefined ? {} : { protocol }),
  };
}

const startsOf = (session: ServerSession): number => session.stderr().split("started ").length - 1;
const call = (session: ServerSession, tool: string, args = {}) => session.call(tool, args, never());

describe("protocol auto", () => {
  it("hands the pipes of a server that knows the new protocol only to the new client, in one start", async () => {
    const session = await start(stdio("modern"));
    expect(session.identity).toMatchObject({ name: "era-modern", version: "1.0.0", protocol: "2026-07-28" });
    const contract = await session.readContract();
    expect(contract.instructions).toBe("Ask before you order.");
    expect(contract.server).toEqual({ name: "era-modern", version: "1.0.0" });
    expect(contract.tools.map(({ name }) => name)).toContain("echo");
    const { outcome } = await call(session, "echo", { message: "hi" });
    expect(outcome).toEqual({ kind: "result", result: { content: [{ type: "text", text: "Echo: hi" }] } });
    expect(startsOf(session)).toBe(1);
    expect(session.findings()).toEqual([]);
  });

  it("does the same over HTTP", async () => {
    const session = await start(await http("modern"));
    expect(session.identity.protocol).toBe("2026-07-28");
    expect((await session.readContract()).tools).toHaveLength(7);
    const { outcome, httpStatus } = await call(session, "echo", { message: "hi" });
    expect([textOf(outcome), httpStatus]).toEqual(["Echo: hi", 200]);
    expect(session.findings()).toEqual([]);
  });

  it("speaks the old protocol with a server that knows both", async () => {
    expect((await start(stdio("dual"))).identity.protocol).toBe("2025-11-25");
    expect((await start(await http("dual"))).identity.protocol).toBe("2025-11-25");
  });
});

describe("a server that knows both", () => {
  it("is asked for the new protocol by the config, over stdio and HTTP", async () => {
    expect((await start(stdio("dual", "2026-07-28"))).identity.protocol).toBe("2026-07-28");
    expect((await start(await http("dual", "2026-07-28"))).identity.protocol).toBe("2026-07-28");
  });

  it("is asked for an older version by the config", async () => {
    expect((await start(stdio("dual", "2025-06-18"))).identity.protocol).toBe("2025-06-18");
  });

  it("is asked for the recorded era", async () => {
    const session = await start(stdio("dual"), { protocol: wishOf("auto", "2026-07-28") });
    expect(session.identity.protocol).toBe("2026-07-28");
    expect(startsOf(session)).toBe(1);
  });
});

describe("a wish that the server does not fulfil", () => {
  it("is a failure of the server where the config names a version", async () => {
    await expect(start(stdio("modern", "2025-11-25"))).rejects.toThrow(ServerFailure);
    const old: ServerConfig = {
      transport: "stdio",
      command: process.execPath,
      args: ["fixtures/servers/odd.mjs", "none"],
      protocol: "2026-07-28",
    };
    await expect(start(old)).rejects.toThrow(ServerFailure);
  });

  it("is given up for the other era where the recording is all that names it", async () => {
    const old: ServerConfig = {
      transport: "stdio",
      command: process.execPath,
      args: ["fixtures/servers/odd.mjs", "none"],
    };
    const session = await start(old, { protocol: wishOf(undefined, "2026-07-28") });
    expect(session.identity.protocol).toBe("2025-06-18");
  });
});

describe.each([
  ["modern", "stdio", stdio("modern")],
  ["modern", "http", undefined],
  ["dual, old protocol", "stdio", stdio("dual", "2025-11-25")],
] as const)("%s over %s", (_mode, _transport, server) => {
  const connect = async () => {
    const session = await start(server ?? (await http("modern")));
    await session.readContract();
    return session;
  };

  it("asks for what it needs, and one call is one call", async () => {
    const session = await connect();
    const sampled = await call(session, "sample", { topic: "sky" });
    expect(textOf(sampled.outcome)).toContain("blue");
    expect(sampled.serverRequests).toMatchObject([
      {
        method: "sampling/createMessage",
        params: { systemPrompt: "You are brief.", maxTokens: 50 },
        answer: { result: { content: { text: "blue" } } },
      },
    ]);
    const ordered = await call(session, "order", { dish: "soup" });
    expect(textOf(ordered.outcome)).toBe("Ordered soup for table 7.");
    expect(ordered.serverRequests).toMatchObject([
      { method: "elicitation/create", answer: { result: { action: "accept", content: { table: 7 } } } },
    ]);
    const where = await call(session, "where");
    expect(textOf(where.outcome)).toContain("file:///a");
    expect(session.findings()).toEqual([]);
  });

  it("tells of progress, and of new tools", async () => {
    const session = await connect();
    const told = await call(session, "told");
    expect(told.notifications).toEqual([
      { method: "notifications/progress", params: { progress: 1, total: 2 } },
      { method: "notifications/progress", params: { progress: 2, total: 2 } },
    ]);
    expect(session.takeToolsChanged()).toBe(false);
    await call(session, "grow");
    await expect.poll(() => session.takeToolsChanged()).toBe(true);
    expect((await session.listTools()).map(({ name }) => name)).toContain("grown");
  });
});

describe("the new era", () => {
  it("gives a call up that asks for what is refused", async () => {
    const session = await start(stdio("modern"));
    session.sampleWith(() => Promise.resolve({ error: { code: -32602, message: "not this" } }));
    const { outcome } = await call(session, "sample", { topic: "sky" });
    expect(outcome).toMatchObject({ kind: "none", reason: "cancelled" });
    expect(JSON.stringify(outcome)).toContain("not this");
  });

  it.each(["stdio", "http"])("takes a call back over %s", async (transport) => {
    const session = await start(transport === "stdio" ? stdio("modern") : await http("modern"));
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 200);
    const { outcome } = await session.call("wait", {}, cancel.signal);
    expect(outcome).toMatchObject({ kind: "none", reason: "cancelled" });
    await expect.poll(() => session.stderr()).toContain("the call was cancelled");
    expect(textOf((await call(session, "echo", { message: "still there" })).outcome)).toBe("Echo: still there");
  });

  it("leaves no process", async () => {
    const id = mark();
    const server = { ...stdio("modern"), args: ["fixtures/servers/eras.mjs", "modern", "", id] } as ServerConfig;
    const session = await start(server);
    expect(processesWith(id)).not.toEqual([]);
    await session.close();
    expect(processesWith(id)).toEqual([]);
  });
});
