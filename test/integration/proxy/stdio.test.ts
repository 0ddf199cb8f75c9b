import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStdioProxy, type StdioProxy, type StdioProxyOptions } from "../../../src/proxy/stdio.js";
import type { Frame } from "../../../src/proxy/tap.js";
import { buildServerEnvironment } from "../../../src/server/environment.js";
import { mark, processesWith, ROOT } from "../server/fixture.js";

const RAW = path.join(ROOT, "fixtures/servers/raw.mjs");
const caseNames: string[] = JSON.parse(execFileSync(process.execPath, [RAW, "--list"], { encoding: "utf8" }));
// Odd on the client's side, too: no JSON, invalid UTF-8, no newline at the end.
const CLIENT_BYTES = Buffer.concat([
  Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x","n":9007199254740993}\r\n\nnot json\n'),
  Buffer.from([0xff, 0x00, 0x0a]),
  Buffer.from('{"half":'),
]);

interface Seen {
  output: Buffer;
  stderr: string;
  code: number | null;
}

async function direct(name: string): Promise<Seen> {
  const child = spawn(process.execPath, [RAW, name]);
  child.stdin.on("error", () => {});
  child.stdin.end(CLIENT_BYTES);
  const output: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { output: Buffer.concat(output), stderr: stderr.trim(), code };
}

function options(args: string[], frames: Frame[] = []): StdioProxyOptions {
  return {
    command: process.execPath,
    args,
    cwd: ROOT,
    env: buildServerEnvironment({}, process.env),
    tap: (frame) => frames.push(frame),
  };
}

/** Names a case to a server and reads what it writes, up to and with its last line. */
async function ask(name: string, input: Writable, output: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    output.on("data", function read(chunk: Buffer) {
      chunks.push(chunk);
      if (!Buffer.concat(chunks.slice(-6)).subarray(-5).equals(Buffer.from("#end\n"))) return;
      output.removeListener("data", read);
      resolve();
    });
  });
  input.write(`${name}\n`);
  await done;
  return Buffer.concat(chunks);
}

function collect(proxy: StdioProxy): Promise<Buffer> {
  const chunks: Buffer[] = [];
  proxy.output.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => proxy.output.once("end", () => resolve(Buffer.concat(chunks))));
}

async function proxied(name: string, frames: Frame[]): Promise<Seen> {
  const proxy = await startStdioProxy(options([RAW, name], frames));
  const output = collect(proxy);
  proxy.input.end(CLIENT_BYTES);
  const { code } = await proxy.ended;
  const seen = { output: await output, stderr: proxy.stderr(), code };
  await proxy.stop();
  return seen;
}

const AT_THE_END = ["last line without newline", "a crash with calls open", "no output at all"];

describe("bytes through the proxy are the bytes without it", () => {
  const frames: Frame[] = [];
  let plain: ChildProcessWithoutNullStreams;
  let proxy: StdioProxy;
  beforeAll(async () => {
    plain = spawn(process.execPath, [RAW]);
    proxy = await startStdioProxy(options([RAW], frames));
  });
  afterAll(async () => {
    plain.kill();
    await proxy.stop();
  });

  it.each(caseNames.filter((name) => !AT_THE_END.includes(name)))("%s", async (name) => {
    const [expected, through] = await Promise.all([
      ask(name, plain.stdin, plain.stdout),
      ask(name, proxy.input, proxy.output),
    ]);
    expect(through.equals(expected)).toBe(true);
    expect(expected.length).toBeGreaterThan(5);
  });

  it("and the tap has seen the same bytes, line by line", async () => {
    const lines = frames.filter((frame) => frame.from === "server").map((frame) => frame.raw);
    const asked = frames.filter((frame) => frame.from === "client").map((frame) => Buffer.from(frame.raw).toString());
    const again = spawn(process.execPath, [RAW]);
    const all: Buffer[] = [];
    for (const name of asked) all.push(await ask(name, again.stdin, again.stdout));
    again.kill();
    const seen = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
    expect(seen.equals(Buffer.concat(all))).toBe(true);
  });

  it.each(AT_THE_END)("%s", async (name) => {
    const [expected, through] = await Promise.all([direct(name), proxied(name, [])]);
    expect(through.output.equals(expected.output)).toBe(true);
    expect({ code: through.code, stderr: through.stderr }).toEqual({ code: expected.code, stderr: expected.stderr });
    expect(expected.code).toBe(name === "a crash with calls open" ? 9 : 0);
  });
});

describe("a tap that throws", () => {
  it("does not touch the traffic, and is reported once", async () => {
    const faults: unknown[] = [];
    const proxy = await startStdioProxy({
      ...options([RAW, "many messages in one chunk"]),
      tap: () => {
        throw new Error("disk full");
      },
      onTapFault: (error) => faults.push(error),
    });
    const output = collect(proxy);
    proxy.input.end("go\n");
    expect((await output).toString().trim().split("\n")).toHaveLength(5000);
    expect(faults).toEqual([new Error("disk full")]);
    await proxy.stop();
  });
});

describe("back-pressure", () => {
  it("a reader that does not read stops the server, and loses nothing", async () => {
    const endless =
      'let n = 0; const more = () => { while (process.stdout.write(`{"n":${n++}}\\n`)); process.stdout.once("drain", more); }; process.stderr.write("on"); more(); process.stdin.on("end", () => process.exit(0)).resume();';
    const frames: Frame[] = [];
    const proxy = await startStdioProxy(options(["-e", endless], frames));
    let seen = -1;
    const hasStopped = async (): Promise<boolean> => {
      seen = frames.length;
      await sleep(300);
      return seen > 100 && frames.length === seen;
    };
    await expect.poll(hasStopped).toBe(true);
    let first = "";
    proxy.output.on("data", (chunk: Buffer) => (first += first.length < 100 ? chunk.toString() : ""));
    await expect.poll(() => frames.length).toBeGreaterThan(seen * 2);
    expect(first.startsWith('{"n":0}\n{"n":1}\n')).toBe(true);
    await proxy.stop();
  });

  it("a server that does not read stops the writer", async () => {
    const proxy = await startStdioProxy({
      ...options(["-e", "setInterval(() => {}, 1000)"]),
      grace: { eof: 50 },
    });
    let writes = 0;
    while (writes < 1000 && proxy.input.write(Buffer.alloc(65_536))) writes += 1;
    await sleep(100);
    while (writes < 1000 && proxy.input.write(Buffer.alloc(65_536))) writes += 1;
    expect(writes).toBeLessThan(20);
    await proxy.stop();
  });
});

describe("the end of a server", () => {
  const ignore = "setInterval(() => {}, 1000); process.on('SIGTERM', () => {}); console.log('up');";

  it("that ignores end of input and SIGTERM is killed after the grace", async () => {
    const marked = mark();
    const proxy = await startStdioProxy({
      ...options(["-e", ignore, marked]),
      grace: { eof: 150, term: 150, kill: 20_000 },
    });
    await new Promise((resolve) => proxy.output.once("data", resolve));
    await proxy.stop();
    expect(proxy.exit()).toEqual({ code: null, signal: "SIGKILL" });
    expect(processesWith(marked)).toEqual([]);
  });

  it("comes through although a grandchild holds stdout", async () => {
    const marked = mark();
    const script = `require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", ${JSON.stringify(marked)}], { stdio: ["ignore", "inherit", "inherit"] }); console.log("up"); setTimeout(() => process.exit(5), 200);`;
    const proxy = await startStdioProxy(options(["-e", script]));
    const output = collect(proxy);
    const from = performance.now();
    expect(await proxy.ended).toEqual({ code: 5, signal: null });
    expect((await output).toString()).toBe("up\n");
    expect(performance.now() - from).toBeLessThan(15_000);
    await proxy.stop();
    expect(processesWith(marked)).toEqual([]);
  });

  it("lets answers in flight arrive", async () => {
    const script = 'process.stdin.on("end", () => setTimeout(() => process.stdout.write("last words"), 100)).resume();';
    const proxy = await startStdioProxy(options(["-e", script]));
    const output = collect(proxy);
    await proxy.stop();
    expect((await output).toString()).toBe("last words");
  });

  it("reads stderr although nobody wants it, and keeps its tail", async () => {
    const script = 'for (let i = 0; i < 20000; i++) process.stderr.write(`line ${i}\\n`); console.log("done");';
    const proxy = await startStdioProxy(options(["-e", script]));
    expect((await collect(proxy)).toString()).toBe("done\n");
    expect(proxy.stderr(2)).toBe("line 19998\nline 19999");
    await proxy.stop();
  });

  it("follows when we are killed with -9", async () => {
    const marked = mark();
    const host = `
      const { startStdioProxy } = await import(${JSON.stringify(path.join(ROOT, "src/proxy/stdio.ts"))});
      const proxy = await startStdioProxy({ command: process.execPath, args: ["-e", ${JSON.stringify(ignore)}, ${JSON.stringify(marked)}], cwd: "/", env: {}, tap: () => {} });
      proxy.output.once("data", () => console.log("ready"));`;
    const jiti = `import { createJiti } from "jiti"; const { writeFileSync } = await import("node:fs"); await createJiti(import.meta.url).evalModule(${JSON.stringify(host)}, { filename: ${JSON.stringify(path.join(ROOT, "host.mts"))}, async: true });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", jiti], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const server = (): number[] => processesWith(marked).filter((pid) => pid !== child.pid);
    expect(server().length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await expect.poll(server).toEqual([]);
  });
});
