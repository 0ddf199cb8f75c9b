// `init`: what it shows, asks, writes and refuses.
import { spawnSync } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { readWritten, useInitFolders } from "../helpers/init-folder.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

const ROOT = resolve(import.meta.dirname, "../..");
const JSON_RPC = pathToFileURL(join(ROOT, "fixtures", "servers", "json-rpc.mjs")).href;
const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;
if (!hasScript) console.log("skipped: the questions of init, for there is no script(1) of util-linux");

const makeFolder = useInitFolders();

describe("init", () => {
  const server = {
    "server.mjs": `import { hello, readMessages, send, text, tool } from ${JSON.stringify(JSON_RPC)};
const tools = [{ ...tool("look"), annotations: { readOnlyHint: true } }];
const results = { initialize: hello("place"), "tools/list": { tools }, "tools/call": text("here") };
readMessages(({ id, method }) => {
  if (id !== undefined) send({ jsonrpc: "2.0", id, result: results[method] ?? {} });
});`,
  };

  it("shows what it would write, and writes nothing where nobody can be asked", async () => {
    const cwd = await makeFolder("asked", server);
    const { code, stdout, stderr } = await runCli(["init", "--ci", "none", "--", "node", "server.mjs"], { cwd });
    expect([code, stderr.trim().split("\n").slice(1)]).toEqual([
      2,
      [
        "Nothing was written: there is no terminal to ask on (BAD_USAGE)",
        "To write what is listed above: mcpvals init -y --ci none -- node server.mjs",
      ],
    ]);
    expect(stdout).toContain("  new   mcp-eval.config.json      1 workflow, 1 tool test\n");
    expect((await readdir(cwd)).toSorted()).toEqual(["server.mjs"]);
  });

  it("overwrites nothing, and changes nothing when it is repeated", async () => {
    const cwd = await makeFolder("repeated", { ...server, ".gitignore": "dist\n", "package.json": "{}\n" });
    const env = { npm_command: undefined };
    const first = await runHere(["init", "--yes", "--", "node", "server.mjs"], { cwd, env });
    expect([first.code, first.stdout.trimEnd().split("\n").slice(-4)]).toEqual([
      0,
      [
        "Next:",
        "  1. Let Claude work through the workflow; needs ANTHROPIC_API_KEY: mcpvals record mcp-eval.config.json -e .env",
        "  2. Play that without a key: mcpvals replay mcp-eval.config.json",
        "  3. Commit it: git add mcp-eval.config.json cassettes .gitignore package.json .github",
      ],
    ]);
    const files = async (): Promise<string[]> => {
      const names = await readdir(cwd, { recursive: true, withFileTypes: true });
      const kept = names.filter((one) => one.isFile() && !one.parentPath.includes(".mcpvals"));
      return Promise.all(kept.map((one) => readFile(join(one.parentPath, one.name), "utf8")));
    };
    const before = await files();
    const second = await runHere(["init", "--nightly"], { cwd });
    expect(second.code).toBe(2);
    const third = await runHere(["init"], { cwd });
    expect([third.code, third.stdout.match(/^ {2}(?:new|add) /gm)]).toEqual([0, null]);
    expect(third.stdout).toContain("Tool tests, without a key: 1 of 1 passed.");
    expect(await files()).toEqual(before);
    const other = await runHere(["init", "--", "node", "other.mjs"], { cwd });
    expect([other.code, other.stderr.split("\n")[0]]).toEqual([
      2,
      "mcp-eval.config.json is there, and init overwrites nothing (BAD_USAGE)",
    ]);
  });

  it("again: takes what is secret from the client's configuration, in memory, and says before it writes what it lacks", async () => {
    const place = { command: "node", args: ["server.mjs", "-p", "topsecret1"], env: { PLACE_PIN: "1234" } };
    const mcp = JSON.stringify({ mcpServers: { place } });
    const files = { ...server, ".mcp.json": mcp, "vendor/a.tgz": "", "package-lock.json": "{}", "package.json": "{}" };
    const cwd = await makeFolder("secrets", files);
    const first = await runHere(["init", "--yes", "--ci", "none"], { cwd, env: { npm_command: "exec" } });
    expect([first.code, first.stdout.trimEnd().split("\n").slice(-4)]).toEqual([
      0,
      [
        "Next:",
        "  1. Let Claude work through the workflow; needs ANTHROPIC_API_KEY, SERVER_P, PLACE_PIN: npx mcpvals record mcp-eval.config.json -e .env",
        "  2. Play that without a key: npx mcpvals replay mcp-eval.config.json -e .env",
        "  3. Commit it: git add mcp-eval.config.json cassettes .gitignore package.json vendor package-lock.json",
      ],
    ]);
    const again = await runHere(["init", "--ci", "none"], { cwd });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("1 of 1 passed")]);
    const all = first.stdout + first.stderr + again.stdout + again.stderr;
    expect(all + JSON.stringify(await readWritten(cwd))).not.toMatch(/topsecret1|1234/);
    await rm(join(cwd, ".mcp.json"));
    await rm(join(cwd, ".gitignore"));
    const lacking = await runHere(["init", "--yes"], { cwd });
    expect([lacking.code, lacking.stderr.split("\n")[0]]).toEqual([
      2,
      "mcp-eval.config.json: the variables SERVER_P, PLACE_PIN are not set (ENV_UNSET)",
    ]);
    expect(await readdir(cwd)).not.toContain(".gitignore");
  });

  /** Keeps notes in a file, by default in the folder that it starts in. */
  const keeper = {
    "keeper.mjs": `import { readFileSync, writeFileSync } from "node:fs";
import { hello, readMessages, send, text, tool } from ${JSON.stringify(JSON_RPC)};
const file = process.env.NOTES_FILE ?? "notes.json";
const kept = () => { try { return JSON.parse(readFileSync(file, "utf8")); } catch { return []; } };
const add = () => { const all = [...kept(), "note"]; writeFileSync(file, JSON.stringify(all)); return text("kept " + all.length); };
const results = { initialize: () => hello("keeper"), "tools/list": () => ({ tools: [tool("add")] }), "tools/call": add };
readMessages(({ id, method }) => {
  if (id !== undefined) send({ jsonrpc: "2.0", id, result: results[method]?.() ?? {} });
});`,
  };

  it("of a server that writes where nobody says: one workflow at a time, and record names the file", async () => {
    const cwd = await makeFolder("keeper", keeper);
    const args = ["init", "--yes", "--ci", "none", "--", "node", "keeper.mjs"];
    const { code, stdout } = await runHere(args, { cwd, env: { NOTES_FILE: undefined } });
    expect([code, stdout]).toEqual([0, expect.stringContaining('workflows run one at a time ("concurrency": 1)')]);
    expect(stdout).toContain("Its script reads NOTES_FILE, which nothing sets.");
    expect(await readWritten(cwd)).toMatchObject({ concurrency: 1 });
    const user = (await readWritten(cwd)).workflows[0]?.steps[0]?.user;
    const turns = [{ calls: [{ tool: "add", input: {} }] }, { text: "Kept." }];
    const model = await startStandIn({ workflows: [{ user, turns }] });
    try {
      const env = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: model.url, NOTES_FILE: undefined };
      const recorded = await runHere(["record", "--verbose"], { cwd, env });
      expect(recorded.stdout).toContain("the server writes notes.json in the folder that it runs in");
    } finally {
      await model.close();
    }
  });

  it("of a server whose data only a variable of the shell names: each run has a copy", async () => {
    const cwd = await makeFolder("keeper-of-shell", { ...keeper, "mine.json": '["note"]' });
    const args = ["init", "--yes", "--ci", "none", "--", "node", "keeper.mjs"];
    const { code, stdout } = await runHere(args, { cwd, env: { NOTES_FILE: "mine.json" } });
    expect([code, stdout]).toEqual([0, expect.stringContaining("Each run starts with a copy of mine.json")]);
    expect((await readWritten(cwd)).server["env"]).toEqual({ NOTES_FILE: "${MCPVALS_TMP}/mine.json", TZ: "UTC" });
  });

  it("says that it waits for a server that says nothing", async () => {
    const silent = { "silent.mjs": "setInterval(() => {}, 1000);" };
    const args = ["init", "--timeout", "4500", "--", "node", "silent.mjs"];
    const { code, stderr } = await runHere(args, { cwd: await makeFolder("silent", silent) });
    expect([code, stderr.split("\n").slice(0, 2)]).toEqual([
      1,
      ["Starting node silent.mjs …", "… still waiting for the server, 3 s (--timeout MS ends it sooner)"],
    ]);
  });

  it("lists the servers where it finds several, with the command for each", async () => {
    const mcpServers = {
      one: { command: "one", env: { KEY: "s3cret-value" } },
      two: { url: "https://a.example?k=s3cret-value" },
    };
    const cwd = await makeFolder("several", { ".mcp.json": JSON.stringify({ mcpServers }) });
    const { code, stderr } = await runHere(["init"], { cwd });
    expect([code, stderr]).toEqual([
      2,
      `2 servers are found here; name one (BAD_USAGE)
  mcpvals init --from .mcp.json --name one
  mcpvals init --from .mcp.json --name two
For example: mcpvals init --from .mcp.json --name one. One suite with all of a file: mcpvals init --all
`,
    ]);
  });

  it("names the .env that has what a client asks for", async () => {
    const notes = { command: "node", args: ["server.mjs", "${input:api-key}"] };
    const files = { ...server, ".vscode/mcp.json": JSON.stringify({ servers: { notes } }), ".env": "API_KEY=1\n" };
    const { code, stderr } = await runHere(["init", "--ci", "none"], { cwd: await makeFolder("asked-for", files) });
    expect([code, stderr.trim().split("\n").slice(-2)]).toEqual([
      2,
      [".env sets API_KEY, but mcpvals reads it only where you name it.", "mcpvals init --ci none -e .env"],
    ]);
  });

  it("of a server that does not start ends with what to do, and writes nothing", async () => {
    const cwd = await makeFolder("unbuilt", { "package.json": '{"main":"dist/a.js","scripts":{"build":"tsc"}}' });
    const { code, stderr } = await runHere(["init", "--yes"], { cwd });
    const lines = stderr.trim().split("\n");
    expect([code, lines.slice(0, 3), lines.at(-1)]).toEqual([
      1,
      [
        "Starting node ./dist/a.js …",
        "The server failed: the server exited with code 1 before it was connected",
        "  Build it: npm run build (./dist/a.js does not exist)",
      ],
      "When it starts: mcpvals init -- node ./dist/a.js",
    ]);
    expect(lines.length).toBeLessThanOrEqual(8);
    expect((await readdir(cwd)).toSorted()).toEqual(["package.json"]);
  });

  it.skipIf(!hasScript)("asks on a terminal which server is meant, and whether to write", async () => {
    const local = (label: string): object => ({ command: "node", args: ["server.mjs", label] });
    const mcpServers = { first: local("1"), second: local("2") };
    const cwd = await makeFolder("terminal", { ...server, ".mcp.json": JSON.stringify({ mcpServers }) });
    const command = `${process.execPath} ${join(ROOT, "dist", "bin", "main.cjs")} init --ci none`;
    const typed = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd,
      env: cleanEnvironment(),
      input: "2\ny\n",
      encoding: "utf8",
      timeout: 60_000,
    });
    expect([typed.status, typed.stdout]).toEqual([0, expect.stringContaining("Which one? [1-2]")]);
    expect((await readWritten(cwd)).server["args"]).toEqual(["server.mjs", "2"]);
  });
});
