// `init --all`: one suite with all servers of a client's configuration, to a green replay on real servers; Claude is played
// by the stand-in.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runHere } from "../helpers/run-here.js";

const official = (name: string): string =>
  resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol", name, "dist/index.js");
const files = (folder: string, token: string) => ({
  command: "node",
  args: [official("server-filesystem"), folder],
  env: { FILES_TOKEN: token },
});
const SERVERS = {
  "My Notes": files("notes", "s3cret-of-the-notes"),
  "my notes": files("archive/notes", "s3cret-of-the-archive"),
  memory: { command: "node", args: [official("server-memory")], env: { MEMORY_FILE_PATH: "./memory.jsonl" } },
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "mcpvals-init-all-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function makeFolder(name: string, configs: Record<string, object>): Promise<string> {
  const cwd = join(root, name);
  await mkdir(join(cwd, "notes"), { recursive: true });
  await mkdir(join(cwd, "archive", "notes"), { recursive: true });
  await writeFile(join(cwd, "notes", "a.txt"), "apples");
  await writeFile(join(cwd, "archive", "notes", "a.txt"), "pears");
  for (const [file, mcpServers] of Object.entries(configs)) {
    await mkdir(join(cwd, file, ".."), { recursive: true });
    await writeFile(join(cwd, file), JSON.stringify({ mcpServers }));
  }
  return cwd;
}

describe("init --all", () => {
  it("writes one suite with all servers, without their secrets, which is recorded and replays", async () => {
    const cwd = await makeFolder("three", { ".mcp.json": SERVERS });
    const init = await runHere(["init", "--all", "--yes"], { cwd });
    expect([init.code, init.stderr.split("\n")[0]]).toEqual([0, "Starting my-notes, my-notes-2, memory …"]);
    expect(init.stdout).toContain("my-notes-2: Not copied, because they may be secrets: FILES_TOKEN_2.");
    expect(init.stdout).toMatch(/Tool tests, without a key: (\d+) of \1 passed/);
    const text = await readFile(join(cwd, "mcp-eval.config.json"), "utf8");
    expect(text).not.toContain("s3cret");
    const config = JSON.parse(text);
    expect(Object.keys(config)).not.toContain("server");
    expect(config.servers).toMatchObject({
      "my-notes": { args: [expect.any(String), "${MCPVALS_TMP}/notes"], env: { FILES_TOKEN: "${FILES_TOKEN}" } },
      "my-notes-2": { args: [expect.any(String), "${MCPVALS_TMP}/notes-2"], env: { FILES_TOKEN: "${FILES_TOKEN_2}" } },
      memory: { env: { MEMORY_FILE_PATH: "${MCPVALS_TMP}/memory.jsonl" } },
    });
    expect(await readFile(join(cwd, "mcp-eval.state", "notes-2", "a.txt"), "utf8")).toBe("pears");
    const tools = config.workflows.map((one: { steps: { expectTools: string[] }[] }) => one.steps[0]?.expectTools[0]);
    expect(tools).toEqual(["my-notes/read_file", "my-notes-2/read_file", "memory/read_graph"]);

    const workflows = config.workflows.map(({ steps: [step] }: { steps: { user: string }[] }, at: number) => {
      const tool = String(tools[at]).replace("/", "__");
      const input = tool.endsWith("read_file") ? { path: "a.txt" } : {};
      return { user: step?.user, turns: [{ calls: [{ tool, input }] }, { text: "That is it." }] };
    });
    // The prompts of two like servers are the same: each says whose tool it means.
    expect(new Set(workflows.map(({ user }: { user: string }) => user)).size).toBe(3);
    const model = await startStandIn({ workflows });
    const secrets = { FILES_TOKEN: "s3cret-of-the-notes", FILES_TOKEN_2: "s3cret-of-the-archive" };
    const env = { ...secrets, ANTHROPIC_API_KEY: "stand-in-key", ANTHROPIC_BASE_URL: model.url };
    const recorded = await runHere(["record"], { cwd, env });
    await model.close();
    expect([recorded.code, recorded.code === 0 ? "" : recorded.stdout]).toEqual([0, ""]);
    const replayed = await runHere(["replay"], { cwd, env: secrets });
    expect([replayed.code, replayed.code === 0 ? "" : replayed.stdout]).toEqual([0, ""]);
  }, 300_000);

  it("names the server that does not start, and writes nothing", async () => {
    const broken = { command: "node", args: ["-e", "process.exit(3)"] };
    const cwd = await makeFolder("broken", { ".cursor/mcp.json": { memory: SERVERS.memory, broken } });
    const init = await runHere(["init", "--all", "--yes"], { cwd });
    expect(init.code).toBe(1);
    expect(init.stderr).toContain("The server broken failed: ");
    expect(init.stderr).toContain("When it starts: mcpvals init --all\n");
    await expect(readFile(join(cwd, "mcp-eval.config.json"))).rejects.toThrow("ENOENT");
  }, 60_000);

  it("writes `server` where the configuration has one, and asks for the file where there are several", async () => {
    const one = await makeFolder("one", { ".mcp.json": { memory: SERVERS.memory } });
    expect((await runHere(["init", "--all", "--yes"], { cwd: one })).code).toBe(0);
    expect(JSON.parse(await readFile(join(one, "mcp-eval.config.json"), "utf8")).server).toMatchObject({
      command: "node",
    });
    const two = await makeFolder("two", { ".mcp.json": SERVERS, ".vscode/mcp.json": SERVERS });
    const asked = await runHere(["init", "--all", "--yes"], { cwd: two });
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("init --all --from .vscode/mcp.json")]);
    const named = await runHere(["init", "--all", "--name", "memory", "--yes"], { cwd: one });
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining("mcp-eval.config.json is there")]);
    const clash = await runHere(["init", "--all", "--yes", "--", "node", "x.js"], { cwd: two });
    expect([clash.code, clash.stderr]).toEqual([2, expect.stringContaining("--all takes every server")]);
  }, 120_000);
});
