// A client of the official SDK, with everything that it can, through the proxy to an official server; and what is on tape.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSession } from "../../src/cassette/load-session.js";
import type { Session, SessionExchange } from "../../src/trace/session.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const EVERYTHING = file("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let folder: string;
let session: Session;
const seen = { progress: 0, elicited: "", sampled: "" };

/** The exchanges of a method, or the calls of a tool. */
function exchanges(method: string, tool?: string): SessionExchange[] {
  return session.entries.filter(
    (entry): entry is SessionExchange =>
      entry.kind === "exchange" &&
      entry.method === method &&
      (tool === undefined || (entry.params as { name: string }).name === tool),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-sdk-"));
  const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
    seen.sampled = JSON.stringify(params.messages);
    return { role: "assistant", model: "a-model", content: { type: "text", text: "Blue." } };
  });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    seen.elicited = params.message;
    return { action: "decline" };
  });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///srv/demo", name: "demo" }] }));
  const args = [file("dist/bin/main.cjs"), "proxy", "--out", "all.yaml", "--", process.execPath, EVERYTHING, "stdio"];
  const env = cleanEnvironment() as Record<string, string>;
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: "ignore" }),
  );
  const call = (name: string, input: Record<string, unknown> = {}) => client.callTool({ name, arguments: input });

  await client.listTools();
  await call("echo", { message: "hello" });
  await call("get-structured-content", { location: "Chicago" });
  await client.callTool({ name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 } }, undefined, {
    onprogress: () => (seen.progress += 1),
  });
  await client.listPrompts();
  await client.getPrompt({ name: "args-prompt", arguments: { city: "Oslo" } });
  await client.complete({
    ref: { type: "ref/prompt", name: "completable-prompt" },
    argument: { name: "department", value: "E" },
  });
  await client.listResources();
  await client.readResource({ uri: "demo://resource/dynamic/text/1" });
  await client.setLoggingLevel("debug");
  await call("trigger-sampling-request", { prompt: "Name a colour.", maxTokens: 20 });
  await call("trigger-elicitation-request");
  await call("get-roots-list");
  await call("no-such-tool").catch(() => {});
  const abort = new AbortController();
  const cancelled = client
    .callTool({ name: "trigger-long-running-operation", arguments: { duration: 20, steps: 2 } }, undefined, {
      signal: abort.signal,
    })
    .catch(() => {});
  abort.abort();
  await cancelled;
  await client.close();
  session = await loadSession(join(folder, "all.yaml"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("an SDK client through the proxy", () => {
  it("gets what it gets without it", () => {
    expect(seen.progress).toBeGreaterThan(0);
    expect(seen.sampled).toContain("Name a colour.");
    expect(seen.elicited).not.toBe("");
  });

  it("is on tape, as it came", () => {
    expect(session).toMatchObject({ name: "all", transport: "stdio", era: "legacy", findings: [] });
    expect(session.server.name).toContain("everything");
    expect(exchanges("initialize")).toHaveLength(1);
    expect(exchanges("tools/call", "echo")[0]).toMatchObject({
      params: { name: "echo", arguments: { message: "hello" } },
      answer: { result: { content: [{ type: "text", text: "Echo: hello" }] } },
    });
    expect(exchanges("prompts/get")[0]?.answer).toMatchObject({ result: { messages: [{ role: "user" }] } });
    expect(exchanges("completion/complete")[0]?.answer).toMatchObject({
      result: { completion: { values: ["Engineering"] } },
    });
    expect(exchanges("resources/read")[0]?.answer).toMatchObject({
      result: { contents: [{ uri: "demo://resource/dynamic/text/1" }] },
    });
    expect(exchanges("logging/setLevel")[0]?.answer).toEqual({ result: {} });
  });

  it("with what belongs to a call under it", () => {
    const [long, broken] = exchanges("tools/call", "trigger-long-running-operation");
    const progress = long?.during.filter(({ method }) => method === "notifications/progress") ?? [];
    expect(long?.wantsProgress).toBe(true);
    expect(progress.length).toBeGreaterThan(0);
    expect(JSON.stringify(progress)).not.toContain("progressToken");
    expect(broken).toMatchObject({ cancelled: true });
    expect(broken?.answer).toBeUndefined();
    expect(exchanges("tools/call", "trigger-sampling-request")[0]?.during).toContainEqual(
      expect.objectContaining({
        kind: "request",
        method: "sampling/createMessage",
        answer: { result: expect.objectContaining({ model: "a-model" }) },
      }),
    );
    expect(exchanges("tools/call", "trigger-elicitation-request")[0]?.during).toContainEqual(
      expect.objectContaining({ method: "elicitation/create", answer: { result: { action: "decline" } } }),
    );
  });

  it("and passes lint and show", async () => {
    const linted = await runCli(["lint", "all.yaml"], { cwd: folder });
    expect({ code: linted.code, stdout: linted.code === 0 ? "" : linted.stdout }).toEqual({ code: 0, stdout: "" });
    const shown = await runCli(["show", "all.yaml"], { cwd: folder });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("Echo: hello");
    const replayed = await runCli(["show", "all.yaml", "--standalone"], { cwd: folder });
    expect(replayed.stderr).toContain("is a session, not a recording of a workflow");
    expect(await readFile(join(folder, "all.yaml"), "utf8")).toContain("notification: notifications/initialized");
  });
});
