import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legacySession, modernSession } from "../helpers/all-of-mcp.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";
import { writeSession, type SessionFile } from "../helpers/serve-session.js";
import { useEverything, useEverythingV2 } from "../helpers/use-everything.js";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const MAIN = join(PROJECT, "dist/bin/main.cjs");
const command = process.execPath;
const cassette = (name: string): string => join(PROJECT, "cassettes", name);

let legacy: SessionFile;
let modern: SessionFile;
beforeAll(async () => {
  [legacy, modern] = await Promise.all([writeSession(legacySession), writeSession(modernSession)]);
});
afterAll(() => Promise.all([legacy.remove(), modern.remove()]));

/** Starts `serve FILE --http 0`; `stop` ends it by SIGTERM. */
async function startHttp(
  file: string,
): Promise<{ url: URL; stop: () => Promise<{ code: number | null; stderr: string }> }> {
  const child = spawn(command, [MAIN, "serve", file, "--http", "0"], {
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8");
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (text: string) => {
      stderr += text;
      const found = /^(http:\S+)$/m.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`ended with ${String(code)}: ${stderr}`)));
  });
  return {
    url: new URL(url),
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      return { code, stderr };
    },
  };
}

describe("over stdio", () => {
  it("gives a client of the SDK v1 everything, and says in the end what was played", async () => {
    const transport = new StdioClientTransport({ command, args: [MAIN, "serve", legacy.file], stderr: "pipe" });
    let stderr = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    const client = await useEverything("stdio", (one) => one.connect(transport));
    await client.close();
    await expect.poll(() => stderr).toContain("10 of 10 recorded exchanges played, 1 missed");
  });

  it.each(["legacy", "modern"] as const)("gives a client of the SDK v2 everything of the %s era", async (era) => {
    const { file } = era === "legacy" ? legacy : modern;
    const args = [MAIN, "serve", file, "--quiet"];
    const client = await useEverythingV2(era, "stdio", (one) => one.connect(new StdioV2({ command, args })));
    expect(client.getNegotiatedProtocolVersion()).toBe(era === "legacy" ? "2025-11-25" : "2026-07-28");
    await client.close();
  });
});

describe("a session that mcpvals proxy recorded", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcpvals-e2e-serve-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const proxied = (out: string, server: string[]): string[] => [
    MAIN,
    "proxy",
    "--out",
    out,
    "--mode",
    "replace",
    "--",
    command,
    ...server,
  ];

  it("of the SDK v1 with server-everything is the same to the SDK v2, and to the SDK v1 over HTTP", async () => {
    const out = join(folder, "everything.yaml");
    const server = [join(PROJECT, "node_modules/@modelcontextprotocol/server-everything/dist/index.js"), "stdio"];
    const recorded = new Client(
      { name: "then", version: "1" },
      { capabilities: { sampling: {}, elicitation: {}, roots: {} } },
    );
    recorded.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "blue" },
    }));
    recorded.setRequestHandler(ElicitRequestSchema, () => ({ action: "decline" }));
    recorded.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));
    await recorded.connect(new StdioClientTransport({ command, args: proxied(out, server), stderr: "ignore" }));
    const sampling = { name: "trigger-sampling-request", arguments: { prompt: "a colour", maxTokens: 5 } };
    const then = {
      tools: (await recorded.listTools()).tools,
      echo: await recorded.callTool({ name: "echo", arguments: { message: "größe" } }),
      sampled: await recorded.callTool(sampling),
      asked: await recorded.callTool({ name: "trigger-elicitation-request", arguments: {} }),
      prompt: await recorded.getPrompt({ name: "simple-prompt" }),
      resources: (await recorded.listResources()).resources,
    };
    await recorded.close();

    const v2 = new ClientV2(
      { name: "now", version: "1" },
      { capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} }, versionNegotiation: { mode: "auto" } },
    );
    v2.setRequestHandler("sampling/createMessage", () => ({
      role: "assistant",
      model: "m",
      content: { type: "text", text: "blue" },
    }));
    v2.setRequestHandler("elicitation/create", () => ({ action: "decline" }));
    v2.setRequestHandler("roots/list", () => ({ roots: [] }));
    await v2.connect(new StdioV2({ command, args: [MAIN, "serve", out, "-q"] }));
    expect((await v2.listTools()).tools).toEqual(then.tools);
    expect(await v2.callTool({ name: "echo", arguments: { message: "größe" } })).toEqual(then.echo);
    expect(await v2.callTool(sampling)).toEqual(then.sampled);
    expect(await v2.callTool({ name: "trigger-elicitation-request", arguments: {} })).toEqual(then.asked);
    expect(await v2.getPrompt({ name: "simple-prompt" })).toEqual(then.prompt);
    await v2.close();

    const { url, stop } = await startHttp(out);
    const v1 = new Client({ name: "now", version: "1" }, { capabilities: { sampling: {} } });
    v1.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: "assistant",
      model: "other",
      content: { type: "text", text: "green" },
    }));
    await v1.connect(new StreamableHTTPClientTransport(url));
    expect((await v1.listResources()).resources).toEqual(then.resources);
    expect(await v1.callTool(sampling)).toEqual(then.sampled);
    await v1.close();
    const { code, stderr } = await stop();
    expect(code).toBe(0);
    expect(stderr).toContain("not asked for: tools/call echo");
    expect(stderr).toContain("answered differently from the recording: sampling/createMessage");
  });

  it("of the SDK v2 with a server of the modern era is the same to it over HTTP", async () => {
    const out = join(folder, "modern.yaml");
    const connect = async (transport: StdioV2 | HttpV2): Promise<unknown[]> => {
      const client = new ClientV2(
        { name: "c", version: "1" },
        { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
      );
      client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { table: 7 } }));
      await client.connect(transport);
      const said = [
        client.getServerVersion(),
        (await client.listTools()).tools,
        await client.callTool({ name: "order", arguments: { dish: "soup" } }),
        await client.callTool({ name: "echo", arguments: { message: "x" } }),
      ];
      await client.close();
      return said;
    };
    const server = [join(PROJECT, "fixtures/servers/eras.mjs"), "modern"];
    // The SDK starts it twice: the first only to ask for its era.
    const then = await connect(new StdioV2({ command, args: proxied(out, server), stderr: "ignore" }));
    expect(then[2]).toMatchObject({ content: [{ text: "Ordered soup for table 7." }] });
    const { url, stop } = await startHttp(out);
    expect(await connect(new HttpV2(url))).toEqual(then);
    expect((await stop()).stderr).toContain("2 of 2 recorded exchanges played, 0 missed");
  });
});

describe("a workflow's cassette", () => {
  it.each([
    ["everything", "see-an-image", ""],
    ["filesystem", "find-the-deadline", " --run ${MCPVALS_TMP}"],
  ])("of the suite %s replays green on its own recorded server: %s", async (suite, workflow, more) => {
    const config = join(PROJECT, `fixtures/suites/${suite}.config.json`);
    const serve = `"${command}" "${MAIN}" serve "${cassette(`${suite}/${workflow}.yaml`)}"${more}`;
    const { code, stdout, stderr } = await runCli(["replay", config, "-t", workflow, "--command", serve], {
      timeout: 60_000,
    });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  });
});

describe("the command", () => {
  const file = cassette("everything/add-two-numbers.yaml");
  /** Runs it with these lines on stdin. */
  const run = (lines: object[], ...flags: string[]): ReturnType<typeof runCli> =>
    runCli(["serve", file, ...flags], { input: lines.map((line) => `${JSON.stringify(line)}\n`).join("") });

  it("says nothing on stdout but the protocol, and the report on stderr", async () => {
    const { code, stdout, stderr } = await run([{ jsonrpc: "2.0", id: 1, method: "ping" }]);
    expect([code, stdout]).toEqual([0, '{"jsonrpc":"2.0","id":1,"result":{}}\n']);
    expect(stderr).toBe(
      "mcpvals serve: 0 of 1 recorded exchange played, 0 missed\n  not asked for: tools/call get-sum\n",
    );
  });

  it("ends well when its client has left while several answers are on their way", async () => {
    const child = spawn(process.execPath, [MAIN, "serve", file, "-q"], { env: cleanEnvironment() });
    const ping = (id: number): string => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;
    let told = "";
    child.stderr.on("data", (text) => (told += text));
    child.stdin.on("error", () => {});
    child.stdout.once("data", () => {
      child.stdout.destroy();
      child.stdin.write([2, 3, 4, 5].map(ping).join(""));
    });
    child.stdin.write(ping(1));
    const [code] = await once(child, "close");
    expect({ code, told }).toEqual({ code: 0, told: "" });
  });

  it("says no report with --quiet", async () => {
    expect(await run([], "--quiet")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  it("ends with exit code 1 after a miss, where that is asked for, once it is answered", async () => {
    const miss = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get-sum", arguments: { a: 1, b: 1 } },
    };
    const { code, stdout, stderr } = await run([miss], "--on-miss", "fail");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(stderr).toContain("differs at /arguments/a, /arguments/b");
    expect((await run([miss], "-q")).code).toBe(0);
  });

  it("refuses what it cannot do, with the way out", async () => {
    expect(await runCli(["serve"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("serve takes one cassette"),
    });
    expect(await runCli(["serve", file, "--http", "x"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--http takes a port"),
    });
    expect(await runCli(["serve", file, "--timing", "fast"])).toMatchObject({ code: 2 });
    expect(await runCli(["serve", "none.yaml"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("mcpvals proxy --out none.yaml"),
    });
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await runCli(["serve", file, "--http", String(port)])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("PORT_TAKEN"),
    });
    taken.close();
  });

  it("refuses a cassette that was edited", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcpvals-e2e-edited-"));
    const edited = join(folder, "s.yaml");
    await copyFile(legacy.file, edited);
    const { readFile } = await import("node:fs/promises");
    await writeFile(edited, (await readFile(edited, "utf8")).replace("done", "dome"));
    expect(await runCli(["serve", edited])).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("CASSETTE_SEAL"),
    });
    await rm(folder, { recursive: true });
  });
});
