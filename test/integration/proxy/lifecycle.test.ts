// The built `mcpvals proxy` from its start to its end, in all the ways in which one comes to an end: no process stays, and the
// exit code is the server's. Linux: processes are found by a mark in their environment.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startRelay } from "../../../src/proxy/relay.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { processesMarked } from "../../helpers/marked-processes.js";
import { runProxy, type ProxyRun } from "../../helpers/proxy-run.js";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const MAIN = fileURLToPath(new URL("../../../dist/bin/main.cjs", import.meta.url));
const ODD = path.join(ROOT, "fixtures/servers/odd.mjs");
/** The process ends itself when it has started `sleep`, before anything else that waits for that can run. */
const KILLED_AT_ONCE = `
  const children = require("node:child_process");
  const { spawn } = children;
  children.spawn = (command, ...rest) => {
    const child = spawn(command, ...rest);
    if (command === "sleep") process.nextTick(() => process.kill(process.pid, "SIGKILL"));
    return child;
  };`;
const hasMarks = process.platform === "linux";

let folder: string;
let marks = 0;
const running: ProxyRun[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcpvals-life-"));
});
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A proxy in front of the server, and what tells its processes from all others. */
function start(server: readonly string[], cwd = folder, env: Record<string, string> = {}): ProxyRun & { mark: string } {
  const mark = `MCPVALS_MARK=${process.pid}-${(marks += 1)};`;
  const [name = "", value = ""] = mark.split("=");
  const out = path.join(folder, `${marks}.yaml`);
  const run = runProxy(["--out", out, "--", ...server], { cwd, env: { ...env, [name]: value } });
  running.push(run);
  return { ...run, mark };
}

/** Says a line to a server that says it again, and waits for it: all is started then. */
async function greet(run: ProxyRun): Promise<void> {
  run.child.stdin?.write('{"hello":1}\n');
  while (!run.stdout().includes("hello")) await sleep(10);
}

const left = (mark: string) => expect.poll(() => processesMarked(mark)).toEqual([]);

const servers: Record<string, string[]> = {
  "a program": ["cat"],
  "a shell that waits for one": ["sh", "-c", "cat; exit 0"],
  "with a grandchild that lives on and holds stdout": ["sh", "-c", "sleep 1000 & exec cat"],
  "with a grandchild that holds nothing": ["sh", "-c", "sleep 1000 </dev/null >/dev/null 2>&1 & exec cat"],
  "deaf to SIGTERM": ["sh", "-c", "trap '' TERM; cat; exit 0"],
};

describe.runIf(hasMarks)("no process is left of a proxy", () => {
  const kinds = ["a shell that waits for one", "with a grandchild that lives on and holds stdout", "deaf to SIGTERM"];
  const ends: Record<string, (run: ProxyRun) => void> = {
    "end of input": (run) => run.end(),
    SIGTERM: (run) => {
      run.child.kill("SIGTERM");
      run.end();
    },
    "a client that is gone": ({ child }) => {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    },
    "kill -9 of itself": (run) => void run.child.kill("SIGKILL"),
  };

  it.each(Object.keys(ends))("ended by %s", async (end) => {
    const live = async (server: readonly string[]): Promise<string> => {
      const run = start(server);
      await greet(run);
      expect(processesMarked(run.mark).length).toBeGreaterThan(1);
      const exited = once(run.child, "exit");
      ends[end]?.(run);
      await exited;
      // Before its own end the proxy ends the others; only after kill -9 that takes a moment.
      if (end !== "kill -9 of itself") expect(processesMarked(run.mark)).toEqual([]);
      return run.mark;
    };
    for (const mark of await Promise.all(kinds.map((kind) => live(servers[kind] ?? [])))) await left(mark);
  });

  it("ended by kill -9 of itself, with a server that has said nothing and reads nothing", async () => {
    const run = start(["sh", "-c", "sleep 1000; exit 0"]);
    // The proxy, the watchdog, the shell, and what it waits for.
    await expect.poll(() => processesMarked(run.mark).length).toBe(4);
    run.child.kill("SIGKILL");
    await left(run.mark);
  });

  it("ended by kill -9 of itself as soon as the server has a process", async () => {
    const killed = path.join(folder, "killed.cjs");
    await writeFile(killed, KILLED_AT_ONCE);
    const run = start(["sleep", "1000"], folder, { NODE_OPTIONS: `--require=${killed}` });
    expect(await run.exited).toMatchObject({ signal: "SIGKILL" });
    await left(run.mark);
  });
});

/** Starts four groups and one that cannot be, of which one ends; says what runs; then ends as it is told. */
const GROUPS = `
  import { startProcessGroup } from "./process-group.mjs";
  const sleeper = () => startProcessGroup({ command: "sleep", args: ["1000"], cwd: ".", env: process.env }, { eof: 0 });
  const groups = await Promise.all([sleeper(), sleeper(), sleeper()]);
  await startProcessGroup({ command: "no-such-program", args: [], cwd: ".", env: {} }).catch(() => {});
  await groups[0].stop();
  groups.push(await sleeper());
  console.log("ready");
  process.stdin.once("data", async () => {
    for (const group of groups) await group.stop();
    console.log("stopped");
  });`;

describe.runIf(hasMarks)("one watchdog for the servers of a process", () => {
  it.each([
    ["ends those that run when it is killed", true],
    ["is gone when they are", false],
  ])("%s", async (_, killed) => {
    await build({
      entryPoints: [path.join(ROOT, "src/proxy/process-group.ts")],
      outfile: path.join(folder, "process-group.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
    await writeFile(path.join(folder, "groups.mjs"), GROUPS);
    const mark = `MCPVALS_MARK=${process.pid}-groups-${killed};`;
    const [name = "", value = ""] = mark.split("=");
    const run = runProxy(["groups.mjs"], { cwd: folder, env: { [name]: value }, direct: true });
    running.push(run);
    await expect.poll(() => run.stdout()).toContain("ready");
    // The process, three of the four, and one watchdog.
    expect(processesMarked(mark)).toHaveLength(5);
    if (killed) run.child.kill("SIGKILL");
    else {
      run.child.stdin?.write("stop");
      await expect.poll(() => run.stdout()).toContain("stopped");
      expect(processesMarked(mark)).toHaveLength(1);
      run.end();
      expect(await run.exited).toMatchObject({ code: 0 });
    }
    await left(mark);
  });
});

describe.runIf(hasMarks)("100 starts and stops leave no process", () => {
  const tape = { chunk: () => {}, onBehind: () => {}, openRequests: async () => [] };

  it("twenty at a time, each server in turn, each end in turn", async () => {
    const queue = Array.from({ length: 20 }, (_, turn) =>
      Object.values(servers).map((argv) => ({ argv, end: turn % 3 })),
    ).flat();
    expect(queue).toHaveLength(100);
    const all = `MCPVALS_MARK=${process.pid}-hundred;`;
    const [name = "", value = ""] = all.split("=");
    const live = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [command = "", ...args] = next.argv;
        const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
        const env = { PATH: process.env["PATH"] ?? "", [name]: value };
        const isOrphan = (): boolean => false;
        const relay = await startRelay({
          command,
          args,
          cwd: folder,
          env,
          streams: { stdin, stdout, stderr },
          tell: () => {},
          isOrphan,
          tape: () => tape,
        });
        stdin.write("hello\n");
        await once(stdout, "data");
        if (next.end === 1) relay.signal("SIGTERM");
        if (next.end === 2) stdout.destroy(new Error("EPIPE"));
        stdin.end();
        await relay.ended;
      }
    };
    await Promise.all(Array.from({ length: 20 }, live));
    await left(all);
  });
});

describe("the exit code is the server's", () => {
  it.each([
    ["of a shell", ["sh", "-c", "read line; echo '{\"hello\":1}'; exit 42"], { code: 42, signal: null }],
    [
      "of a shell's child",
      ["sh", "-c", `read line; ${process.execPath} -e 'process.exit(9)'`],
      { code: 9, signal: null },
    ],
    ["that closes its input and reads nothing", ["sh", "-c", "exec <&-; sleep 0.2; exit 3"], { code: 3, signal: null }],
    ["killed by a signal", ["sh", "-c", "read line; kill -9 $$"], { code: null, signal: "SIGKILL" }],
    [
      "that dumps core, as a shell would say it",
      ["sh", "-c", "ulimit -c 0; read line; kill -ABRT $$"],
      { code: 134, signal: null },
    ],
  ])("%s", async (_name, server, exit) => {
    const run = start(server);
    run.child.stdin?.write(`{"hello":"${"x".repeat(300_000)}"}\n`);
    expect(await run.exited).toEqual(exit);
  });

  it.runIf(hasMarks)("of a server behind npx, of which nothing is left", async () => {
    const run = start(["npx", "--no-install", "mcp-server-memory"], ROOT);
    const hello = await run.initialize();
    expect(hello).toMatchObject({ result: { serverInfo: { name: "memory-server" } } });
    run.end();
    expect(await run.exited).toEqual({ code: 0, signal: null });
    expect(processesMarked(run.mark)).toEqual([]);
  });
});

describe("a crash", () => {
  it("with many calls open answers each of them, in JSON-RPC, behind what the server has said", async () => {
    const run = start([process.execPath, ODD]);
    await run.initialize();
    const open = [1, "1", "two", 3].map((id) =>
      run.ask(id, "tools/call", { name: "act", arguments: { how: "silent" } }),
    );
    expect(await run.ask(5, "tools/call", { name: "act", arguments: { how: "fine" } })).toHaveProperty("result");
    open.push(run.ask(6, "tools/call", { name: "act", arguments: { how: "die" } }));
    const answers = await Promise.all(open);
    expect(answers.map(({ id }) => id)).toEqual([1, "1", "two", 3, 6]);
    for (const { error } of answers) expect(error).toMatchObject({ code: -32000, data: { exitCode: 7 } });
    expect((await run.exited).code).toBe(7);
    for (const line of run.stdout().trim().split("\n")) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it("behind an answer without a newline: it counts, and only what is open besides is answered", async () => {
    const run = start([process.execPath, ODD]);
    await run.initialize();
    const silent = run.ask(1, "tools/call", { name: "act", arguments: { how: "silent" } });
    void run.ask(2, "tools/call", { name: "act", arguments: { how: "unended" } });
    expect(await silent).toMatchObject({ id: 1, error: { data: { exitCode: 5 } } });
    expect((await run.exited).code).toBe(5);
    const told = run
      .stdout()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id?: number });
    expect(told.filter(({ id }) => id === 2)).toEqual([
      { jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text: "unended" }] } },
    ]);
  });

  it("behind an answer without a newline, with nothing else open: not a byte is added", async () => {
    const answer = '{"jsonrpc":"2.0","id":"a","result":{}}';
    const code = `process.stdin.once("data",()=>process.stdout.write(${JSON.stringify(answer)},()=>process.exit(8)))`;
    const run = start([process.execPath, "-e", code]);
    run.send({ jsonrpc: "2.0", id: "a", method: "tools/call", params: {} });
    expect((await run.exited).code).toBe(8);
    expect(run.stdout()).toBe(answer);
  });

  it("is not a crash to a server that begins with a byte order mark: what it answered is answered", async () => {
    const run = start([process.execPath, ODD, "mark"]);
    run.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: {} });
    while (!run.stdout().includes("serverInfo")) await sleep(10);
    void run.ask(1, "tools/call", { name: "act", arguments: { how: "die" } });
    expect((await run.exited).code).toBe(7);
    expect(run.stdout().split('"id":0')).toHaveLength(2);
  });

  it("in the middle of a line: the answer is on a line of its own", async () => {
    const code = 'process.stdin.once("data",()=>process.stdout.write("{\\"jsonrpc\\":",()=>process.exit(8)))';
    const run = start([process.execPath, "-e", code]);
    const answer = await run.ask("a", "tools/call");
    expect(answer).toMatchObject({ id: "a", error: { data: { exitCode: 8 } } });
    expect(run.stdout().split("\n")[0]).toBe('{"jsonrpc":');
    expect((await run.exited).code).toBe(8);
  });
});

describe("a client", () => {
  it("that does not read stderr any more does not end the server", async () => {
    const code =
      'process.stdin.on("data",(c)=>{for(let i=0;i<2000;i++)console.error("log".repeat(50));process.stdout.write(c)})';
    const run = start([process.execPath, "-e", code]);
    run.child.stderr?.destroy();
    await greet(run);
    run.child.stdin?.write('{"bye":1}\n');
    while (!run.stdout().includes("bye")) await sleep(10);
    run.end();
    await once(run.child, "exit");
    expect(run.child.exitCode).toBe(0);
  });

  it.runIf(hasMarks)("that is killed with a call open takes proxy and server with it", async () => {
    const mark = `MCPVALS_MARK=${process.pid}-client;`;
    const [name = "", value = ""] = mark.split("=");
    const out = path.join(folder, "client.yaml");
    const args = JSON.stringify([MAIN, "proxy", "--out", out, "--", process.execPath, ODD]);
    const ask = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { arguments: { how: "silent" } },
    });
    const code = `const c=require("child_process").spawn(process.execPath,${args});c.stdin.write(${JSON.stringify(`${ask}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n`)});c.stdout.once("data",()=>console.log("up"));setInterval(()=>{},1000)`;
    const client = spawn(process.execPath, ["-e", code], {
      env: cleanEnvironment({ [name]: value }),
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(client.stdout, "data");
    expect(processesMarked(mark).length).toBeGreaterThan(2);
    client.kill("SIGKILL");
    await left(mark);
  });
});
