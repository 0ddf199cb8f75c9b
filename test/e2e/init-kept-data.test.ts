// `init` to a green replay on servers that keep data, which each run has a copy of; Claude is played by the stand-in.
import { spawnSync } from "node:child_process";
import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { goAllTheWay, publishedServer, useInitFolders } from "../helpers/init-folder.js";

const ROOT = resolve(import.meta.dirname, "../..");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("skipped: init of a Python server, for there is no python3");

const makeFolder = useInitFolders();

describe("init, record and replay, each green", () => {
  it("server-filesystem: each run starts with a copy of the folder", async () => {
    const cwd = await makeFolder("filesystem", { "notes/a.txt": "apples", "notes/.env": "KEY=s3cret-value" });
    await symlink("/etc", join(cwd, "notes", "elsewhere"));
    const inputs = Object.fromEntries(
      ["read_file", "read_text_file", "read_media_file"].map((tool) => [tool, { path: "a.txt" }]),
    );
    const { config } = await goAllTheWay(cwd, ["--", "node", publishedServer("server-filesystem"), "notes"], {
      inputs,
    });
    expect(config).toMatchObject({
      server: { args: [publishedServer("server-filesystem"), "${MCPVALS_TMP}/notes"] },
      state: "./mcp-eval.state",
    });
    expect(await readFile(join(cwd, "mcp-eval.state", "notes", "a.txt"), "utf8")).toBe("apples");
    expect(await readdir(join(cwd, "mcp-eval.state", "notes"))).toEqual(["a.txt"]);
  }, 300_000);

  it("server-memory of a client's configuration: its file is a new one in each run", async () => {
    const memory = {
      command: "node",
      args: [publishedServer("server-memory")],
      env: { MEMORY_FILE_PATH: "./memory.jsonl" },
    };
    const cwd = await makeFolder("memory", { ".mcp.json": JSON.stringify({ mcpServers: { memory } }) });
    const inputs = { search_nodes: { query: "plums" }, open_nodes: { names: ["Ada"] } };
    const { config } = await goAllTheWay(cwd, [], { inputs });
    expect(config.server["env"]).toEqual({ MEMORY_FILE_PATH: "${MCPVALS_TMP}/memory.jsonl", TZ: "UTC" });
  }, 300_000);

  it.skipIf(!hasPython)(
    "a Python server in a folder without package.json, with a secret in .mcp.json",
    async () => {
      const cwd = await makeFolder("python");
      await cp(join(ROOT, "examples", "python", "server.py"), join(cwd, "server.py"));
      const library = {
        command: "python3",
        args: ["server.py"],
        env: { LOANS_FILE: "loans.json", LIBRARY_TOKEN: "s3cret-value-1", TZ: "Europe/Berlin" },
      };
      await writeFile(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { library } }));
      const { init, config } = await goAllTheWay(cwd, ["--nightly"], {
        inputs: { lend_book: { title: "Momo", reader: "Ada" }, get_loan: { loan: { $result: 1, pointer: "/loan" } } },
        before: { get_loan: "lend_book" },
        env: { LIBRARY_TOKEN: "s3cret-value-1" },
      });
      expect(config.server).toMatchObject({
        command: "python3",
        env: { LOANS_FILE: "${MCPVALS_TMP}/loans.json", LIBRARY_TOKEN: "${LIBRARY_TOKEN}", TZ: "Europe/Berlin" },
      });
      expect(init.stdout).toContain("Not copied, because they may be secrets: LIBRARY_TOKEN.");
      expect(init.stdout + (await readFile(join(cwd, "mcp-eval.config.json"), "utf8"))).not.toContain("s3cret-value");
      const workflow = await readFile(join(cwd, ".github", "workflows", "mcpvals-nightly.yml"), "utf8");
      expect(workflow).toContain("LIBRARY_TOKEN: ${{ secrets.LIBRARY_TOKEN }}");
    },
    300_000,
  );
});
