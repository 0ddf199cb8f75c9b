// The first minutes: what a person reads who has no config, no key, no cassette, or a server that does not start. At most
// eight lines each, and the last one is what to type.
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../helpers/run-here.js";

const isWindows = process.platform === "win32";
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "mcpvals-first-minutes-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A folder with these files, and with a suite of this server where there is one. */
async function folder(name: string, files: Record<string, string>, ...server: string[]): Promise<string> {
  const cwd = join(root, name);
  await mkdir(cwd);
  for (const [file, text] of Object.entries(files)) await writeFile(join(cwd, file), text);
  const [command, ...args] = server;
  if (command === undefined) return cwd;
  const workflows = [{ name: "ask", steps: [{ user: "Hello" }] }];
  const config = { server: { transport: "stdio", command, args }, workflows };
  await writeFile(join(cwd, "mcp-eval.config.json"), JSON.stringify(config));
  return cwd;
}

function limited(text: string): string {
  expect(text.split("\n").length).toBeLessThanOrEqual(8);
  return text;
}

/** What the report says of the workflow. */
async function block(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await runHere(args, {
    cwd,
    env: { ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
  });
  const [, said = ""] = /^(Workflow: [\s\S]*?)\n\n=/m.exec(stdout) ?? [];
  return limited(said.replaceAll(root, "ROOT").replace(/(FAILED) .*/, "$1"));
}

it("no arguments", async () => {
  const { code, stdout } = await runHere([], { cwd: root });
  expect(code).toBe(0);
  expect(limited(stdout.trimEnd())).toBe(`mcpvals lets Claude work with an MCP server, and replays that without a key.
  mcpvals init      sets up a suite for the server of this folder; needs no key
  mcpvals record    Claude works through a suite; needs ANTHROPIC_API_KEY
  mcpvals replay    plays the recordings against the server; needs no key
All commands: mcpvals --help
Start with: mcpvals init`);
});

it("no config", async () => {
  const cwd = await folder("no-config", {});
  const { code, stderr } = await runHere(["replay"], { cwd });
  expect(code).toBe(2);
  expect(
    limited(
      stderr
        .trimEnd()
        .replace(/(?<=all keys: ).*(?=\))/, "PAGE")
        .replaceAll(root, "ROOT"),
    ),
  ).toBe(`There is no config here (CONFIG_NOT_FOUND)
  Looked in ROOT/no-config and below it for mcp-eval.config.*, mcpvals.config.*, *.mcp-eval.config.* or *.mcpvals.config.* (json, ts, mts, cts, js, mjs, cjs),
  and for *.config.json with "server" and "workflows".
Name a config file (all keys: PAGE), or set one up for the server here: mcpvals init`);
});

it("no key", async () => {
  const { code, stderr } = await runHere(["eval"], { cwd: await folder("no-key", {}, "node", "server.js") });
  expect(code).toBe(4);
  expect(limited(stderr.trimEnd())).toBe(`ANTHROPIC_API_KEY is not set, so Claude cannot be asked. (MODEL_KEY_MISSING)
Set ANTHROPIC_API_KEY, or name a file that has it with -e.
Without a key, this plays what is recorded: mcpvals replay`);
});

it("no cassette", async () => {
  expect(await block(await folder("no-cassette", {}, "node", "server.js"), "replay")).toBe(`Workflow: ask ? INCONCLUSIVE
    no cassette cassettes/mcp-eval/ask.yaml (CASSETTE_MISSING)
    whose:  the recording: there is none that can be replayed
    then: mcpvals record mcp-eval.config.json -t ask  # asks Claude again`);
});

describe("a server that", () => {
  it.skipIf(isWindows)("prints a banner and nothing else", async () => {
    const cwd = await folder("banner", {}, "sh", "-c", "echo Welcome; exec sleep 60");
    expect(await block(cwd, "eval", "--timeout", "5000")).toBe(`Workflow: ask ✗ FAILED
    the server did not answer initialize within 5000 ms
      the server writes to stdout what is no JSON-RPC: "Welcome"
      Over stdio, stdout is for messages: let the server log to stderr.
    whose:  the server: it gave no usable answer
    look: mcpvals eval mcp-eval.config.json -t ask --debug  # asks Claude again`);
  });

  it("needs a build", async () => {
    const cwd = await folder("build", { "package.json": '{"scripts":{"build":"tsc"}}' }, "node", "dist/server.js");
    const said = await block(cwd, "eval");
    expect(said).toContain("\n      Build it: npm run build (dist/server.js does not exist)\n");
    expect(said).toMatch(/\n {4}look: mcpvals eval .*$/);
  });

  it("needs its packages", async () => {
    const files = { "package.json": "{}", "yarn.lock": "", "server.mjs": 'import "nobody-s-package";' };
    expect(await block(await folder("packages", files, "node", "server.mjs"), "eval")).toContain(
      "\n      Install its packages: yarn install (nobody-s-package is not there)\n",
    );
  });

  it("needs an argument", async () => {
    const files = { "server.js": 'console.error("Usage: my-server <folder>"); process.exit(1);' };
    const said = await block(await folder("argument", files, "node", "server.js"), "eval");
    expect(said).toContain('\n      Give it what it asks for in "args": Usage: my-server <folder>\n');
    expect(said).toMatch(/\n {4}look: mcpvals eval .*$/);
  });

  it.skipIf(isWindows)("is downloaded by npx", async () => {
    const cwd = await folder("npx", { npx: "#!/bin/sh\nexec sleep 60\n" }, "./npx", "-y", "some-server");
    await chmod(join(cwd, "npx"), 0o755);
    expect(await block(cwd, "eval", "--timeout", "1000")).toBe(`Workflow: ask ✗ FAILED
    the server did not answer initialize within 1000 ms
      Wait longer: --timeout 120000 (npx may still download the server)
    whose:  the server: it gave no usable answer
    look: mcpvals eval mcp-eval.config.json -t ask --debug  # asks Claude again`);
  });
});
