// Many calls at once on one server: no warning that listeners leak, over any transport, and each gets its own answer.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ServerConfig } from "../../../src/config/schema.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { startServer } from "../../../src/server/start-server.js";
import { node, ROOT, textOf } from "./fixture.js";

const CALLS = 200;
const ERAS = "fixtures/servers/eras.mjs";
const EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
const warnings: string[] = [];
const note = (warning: Error): void => void warnings.push(String(warning));

beforeEach(() => {
  warnings.length = 0;
  process.on("warning", note);
});
afterEach(() => void process.off("warning", note));

async function overHttp(path: string, args: (port: string) => string[]): Promise<ServerConfig> {
  const port = String(await findFreePort());
  const transport = path === "sse" ? "sse" : "shttp";
  const env = { PORT: port };
  return { transport, url: `http://127.0.0.1:${port}/${path}`, command: process.execPath, args: args(port), env };
}

it.each<[string, () => ServerConfig | Promise<ServerConfig>]>([
  ["stdio", () => node(ERAS, "dual")],
  ["stdio, 2026-07-28", () => ({ ...node(ERAS, "dual"), protocol: "2026-07-28" })],
  ["streamable HTTP", () => overHttp("mcp", () => [EVERYTHING, "streamableHttp"])],
  ["streamable HTTP, 2026-07-28", () => overHttp("mcp", (port) => [ERAS, "modern", port])],
  ["HTTP+SSE", () => overHttp("sse", () => [EVERYTHING, "sse"])],
])(`${CALLS} calls at once: %s`, async (_, config) => {
  const server = await config();
  const signal = new AbortController().signal;
  const session = await startServer({ server, folder: ROOT, timeout: 60_000, env: process.env, signal });
  try {
    await session.listTools();
    const messages = Array.from({ length: CALLS }, (_none, at) => `message ${at}`);
    const facts = await Promise.all(messages.map((message) => session.call("echo", { message }, signal)));
    expect(facts.map(({ outcome }) => textOf(outcome))).toEqual(messages.map((message) => `Echo: ${message}`));
  } finally {
    await session.close();
  }
  // A warning is told in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});
