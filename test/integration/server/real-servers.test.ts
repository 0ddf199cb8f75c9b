import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServerFailure } from "../../../src/server/session.js";
import type { ServerConfig } from "../../../src/config/schema.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { mark, never, node, processesWith, start, textOf } from "./fixture.js";
import { bestOfRuns } from "../../helpers/best-of.js";
import { NO_COMPILE_CACHE } from "../../helpers/clean-environment.js";

const bin = (name: string): string => `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;

async function everything(transport: "stdio" | "shttp" | "sse", marked = mark()): Promise<ServerConfig> {
  if (transport === "stdio") return node(bin("everything"), "stdio", marked);
  const port = await findFreePort();
  return {
    transport,
    url: `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`,
    command: process.execPath,
    args: [bin("everything"), transport === "sse" ? "sse" : "streamableHttp", marked],
    env: { PORT: String(port) },
  };
}

describe.each(["stdio", "shttp", "sse"] as const)("server-everything over %s", (transport) => {
  it("gives its contract, results, progress and errors, and leaves nothing behind", async () => {
    const marked = mark();
    const session = await start(await everything(transport, marked));
    expect(processesWith(marked)).toHaveLength(1);
    expect(session.identity).toMatchObject({ name: "mcp-servers/everything", version: "2.0.0" });

    const contract = await session.readContract();
    expect(contract.tools.map((tool) => tool.name)).toContain("get-sum");
    expect(contract.instructions).toContain("Everything Server");
    expect(contract.prompts?.length).toBeGreaterThan(2);
    expect(contract.resources?.length).toBeGreaterThan(2);
    expect(contract.resourceTemplates?.length).toBeGreaterThan(1);

    const sum = await session.call("get-sum", { a: 2, b: 3 }, never());
    expect(textOf(sum.outcome)).toBe("The sum of 2 and 3 is 5.");
    expect(sum.httpStatus).toBe({ stdio: undefined, shttp: 200, sse: 202 }[transport]);

    const long = await session.call("trigger-long-running-operation", { duration: 0.4, steps: 4 }, never());
    expect(textOf(long.outcome)).toContain("Long running operation completed");
    expect(long.notifications).toEqual(
      [1, 2, 3, 4].map((progress) => ({ method: "notifications/progress", params: { progress, total: 4 } })),
    );

    const wrong = await session.call("get-sum", { a: "two" }, never());
    expect(wrong.outcome).toMatchObject({ kind: "result", result: { isError: true } });
    const unknown = await session.call("no-such-tool", {}, never());
    expect(JSON.stringify(unknown.outcome)).toContain("no-such-tool");

    expect(session.ended()).toBeUndefined();
    expect(session.findings()).toEqual([]);
    await session.close();
    expect(processesWith(marked)).toEqual([]);
  });
});

describe("server-filesystem", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "mcpvals-test-"));
    await writeFile(path.join(folder, "note.txt"), "hello");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("reads a file, and refuses one outside", async () => {
    const session = await start(node(bin("filesystem"), folder));
    expect((await session.listTools()).length).toBeGreaterThan(10);
    const read = await session.call("read_text_file", { path: path.join(folder, "note.txt") }, never());
    expect(textOf(read.outcome)).toBe("hello");
    const refused = await session.call("read_text_file", { path: "/etc/hosts" }, never());
    expect(refused.outcome).toMatchObject({ kind: "result", result: { isError: true } });
  });
});

describe("server-memory", () => {
  it("keeps state between the calls of one session, and none between sessions' files", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "mcpvals-test-"));
    const config = { ...node(bin("memory")), env: { MEMORY_FILE_PATH: path.join(folder, "memory.jsonl") } };
    const session = await start(config);
    const entity = { name: "Ada", entityType: "person", observations: ["wrote the first program"] };
    await session.call("create_entities", { entities: [entity] }, never());
    const { outcome } = await session.call("read_graph", {}, never());
    expect(outcome).toMatchObject({ result: { structuredContent: { entities: [entity] } } });
    await session.close();
    await rm(folder, { recursive: true });
  });
});

describe("npx and sh as the command", () => {
  it.each([
    ["npx", (marked: string) => ["--no", "-c", `${process.execPath} ${bin("everything")} stdio ${marked}`]],
    [
      "sh",
      (marked: string) => ["-c", `echo starting >&2; ${process.execPath} ${bin("everything")} stdio ${marked}; true`],
    ],
  ])("%s leaves nothing behind", async (command, args) => {
    const used = await bestOfRuns(1900, async () => {
      const marked = mark();
      const session = await start({ transport: "stdio", command, args: args(marked), env: NO_COMPILE_CACHE });
      expect(processesWith(marked).length).toBeGreaterThan(1);
      const sum = await session.call("get-sum", { a: 1, b: 1 }, never());
      expect(textOf(sum.outcome)).toContain("is 2");
      const from = performance.now();
      await session.close();
      expect(processesWith(marked)).toEqual([]);
      return performance.now() - from;
    });
    // They end with their input; SIGTERM would come after 2 s.
    expect(used).toBeLessThan(1900);
  });
});

it("an everything server on a URL that answers with 404 is a failure of the start", async () => {
  const config = await everything("shttp");
  if (config.transport === "stdio") throw new Error("no HTTP");
  const failure = start({ ...config, url: config.url.replace("/mcp", "/other") });
  await expect(failure).rejects.toThrow(ServerFailure);
  await expect(failure).rejects.toThrow(/HTTP 404/);
});
