import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSession } from "../../src/cassette/load-session.js";
import type { Session, SessionExchange } from "../../src/trace/session.js";
import { runProxy, type ProxyRun } from "../helpers/proxy-run.js";
import { runCli } from "../helpers/run-cli.js";
import { mark, processesWith } from "../integration/server/fixture.js";

const SERVERS = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));
const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
const odd = (...args: string[]): string[] => [process.execPath, join(SERVERS, "odd.mjs"), ...args];
const script = (code: string, ...args: string[]): string[] => [process.execPath, "-e", code, ...args];
const callOf = (how: string) => ({ name: "act", arguments: { how } });

let folder: string;
const running: ProxyRun[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-proxy-"));
});
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function proxy(server: readonly string[], flags: readonly string[] = [], env?: Record<string, string>): ProxyRun {
  const run = runProxy(["--out", "session.yaml", ...flags, "--", ...server], {
    cwd: folder,
    ...(env === undefined ? {} : { env }),
  });
  running.push(run);
  return run;
}

const recorded = (name = "session.yaml"): Promise<Session> => loadSession(join(folder, name));
const texts = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".yaml")).toSorted();

function calls({ entries }: Session): SessionExchange[] {
  return entries.filter((entry) => entry.kind === "exchange" && entry.method === "tools/call") as SessionExchange[];
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 500 && !(await isSo()); look++) await sleep(40);
}

/** Until none is left: the kernel needs a moment to take a killed process away. */
async function gone(text: string): Promise<number[]> {
  for (let look = 0; look < 200 && processesWith(text).length > 0; look++) await sleep(50);
  return processesWith(text);
}

describe("a client sees the server, and nothing else", () => {
  it("bytes, stderr and exit code are those without it", async () => {
    const cases = ["batch", "invalid UTF-8", "CRLF", "banner", "a line of 12 MB", "a burst of 20,000 notifications"];
    const input = cases.map((name) => `${name}\n`).join("");
    const server = [join(SERVERS, "raw.mjs")];
    const direct = spawnSync(process.execPath, server, { input, maxBuffer: 2 ** 26 });
    const args = [MAIN, "proxy", "--out", "session.yaml", "--", process.execPath, ...server];
    const through = spawnSync(process.execPath, args, { input, maxBuffer: 2 ** 26, cwd: folder });
    expect(direct.stdout.length).toBeGreaterThan(13_000_000);
    expect(through.stdout.equals(direct.stdout)).toBe(true);
    // On a busy machine the end may take so long that it says how far it is.
    const said = through.stderr.toString().replace(/^mcpvals proxy: writing the session, .*\n/gm, "");
    expect(said).toBe(direct.stderr.toString());
    expect([through.status, through.signal]).toEqual([direct.status, direct.signal]);
    const told = (await recorded()).entries.filter((entry) => entry.method === "notifications/message");
    expect(told).toHaveLength(20_000);
  });

  it("an open request of a server that dies is answered with why, and the exit code is the server's", async () => {
    const run = proxy(odd());
    await run.initialize();
    const answer = await run.ask("x-1", "tools/call", callOf("die"));
    expect(answer["error"]).toMatchObject({
      code: -32000,
      message: expect.stringContaining("the server exited with code 7 before it answered tools/call"),
      data: { exitCode: 7, signal: null },
    });
    expect(JSON.stringify(answer)).toContain("fatal: out of luck");
    expect(await run.exited).toEqual({ code: 7, signal: null });
    const [call] = calls(await recorded());
    expect(call?.answer).toEqual({ error: answer["error"] });
  });

  it("a server that is killed takes the proxy with it by the same signal", async () => {
    const run = proxy(odd());
    await run.initialize();
    const answer = await run.ask(1, "tools/call", callOf("kill"));
    expect(JSON.stringify(answer)).toContain("was ended by SIGKILL");
    expect(await run.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(calls(await recorded())).toHaveLength(1);
  });

  it("signals reach the server, which ends as it likes", async () => {
    const code = "process.on('SIGTERM',()=>process.exit(5));process.stdin.resume();console.error('ready')";
    const run = proxy(script(code));
    await run.said("ready");
    run.child.kill("SIGTERM");
    expect(await run.exited).toEqual({ code: 5, signal: null });
    const interrupted = proxy(script("process.stdin.resume();console.error('ready')"));
    await interrupted.said("ready");
    interrupted.child.kill("SIGINT");
    expect(await interrupted.exited).toEqual({ code: null, signal: "SIGINT" });
  });

  it("a second signal kills what does not listen", async () => {
    const own = mark();
    const run = proxy(odd("deaf", own));
    await run.initialize();
    run.child.kill("SIGTERM");
    await sleep(100);
    expect(run.child.exitCode).toBeNull();
    run.child.kill("SIGTERM");
    expect(await run.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(await gone(own)).toEqual([]);
  });

  it("a command that does not exist is exit code 4 and a word on stderr", async () => {
    const run = proxy(["no-such-command-anywhere"]);
    expect((await run.exited).code).toBe(4);
    expect(run.stderr()).toContain("COMMAND_NOT_FOUND");
    expect(run.stdout()).toBe("");
  });
});

describe("no process is left", () => {
  it("when the client closes its end, or is gone and reads no more, and the server does not care", async () => {
    const own = mark();
    const closes = proxy(odd("deaf", own));
    const leaves = proxy(odd("deaf", own), ["--name", "left"]);
    await Promise.all([closes.initialize(), leaves.initialize()]);
    closes.end();
    leaves.child.stdout?.destroy();
    leaves.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    await Promise.all([closes.exited, leaves.exited]);
    expect(await gone(own)).toEqual([]);
    const sessions = await Promise.all((await texts()).map((name) => recorded(name)));
    expect(Object.fromEntries(sessions.map(({ name, entries }) => [name, entries.length]))).toEqual({
      left: 3,
      session: 2,
    });
  });

  it("when the proxy is killed; the next one writes what was recorded, and says so", async () => {
    const own = mark();
    const first = proxy(odd("deaf", own));
    await first.initialize();
    await first.ask(1, "tools/call", callOf("kept"));
    const journals = join(folder, ".mcpvals", "journal", "proxy");
    const kept = async (): Promise<string> => {
      const names = await readdir(journals).catch(() => []);
      const journal = names.find((name) => name.endsWith(".jsonl"));
      return journal === undefined ? "" : readFile(join(journals, journal), "utf8");
    };
    await until(async () => (await kept()).includes('"text":"fine"'));
    first.child.kill("SIGKILL");
    await first.exited;
    expect(await gone(own)).toEqual([]);
    expect(await texts()).toEqual([]);

    const second = proxy(odd());
    await second.initialize();
    await second.said("the last session was cut off; what it had (3 entries) is in session.yaml");
    expect(calls(await recorded())[0]?.answer).toMatchObject({ result: { content: [{ text: "fine" }] } });
    second.end();
    await second.exited;
    expect(await texts()).toEqual(["session-2.yaml", "session.yaml"]);
    expect(await readdir(journals)).toEqual([]);
  });
});

describe("what becomes of a recording that is there", () => {
  const record = async (mode: readonly string[], tool: string): Promise<ProxyRun> => {
    const run = proxy(odd(), mode);
    await run.initialize();
    await run.ask(1, "tools/call", callOf(tool));
    run.end();
    expect(await run.exited).toEqual({ code: 0, signal: null });
    return run;
  };
  const toolIn = async (name: string): Promise<unknown> => calls(await recorded(name))[0]?.params;

  it("by default it stays, and the new one gets the next number", async () => {
    for (const tool of ["first", "second", "third"]) await record([], tool);
    expect(await texts()).toEqual(["session-2.yaml", "session-3.yaml", "session.yaml"]);
    expect(await toolIn("session.yaml")).toEqual(callOf("first"));
    expect(await toolIn("session-3.yaml")).toEqual(callOf("third"));
  });

  it("replace takes its place, keep records nothing", async () => {
    await record([], "first");
    await record(["--mode", "replace"], "second");
    const run = await record(["--mode", "keep"], "third");
    expect(await texts()).toEqual(["session.yaml"]);
    expect(await toolIn("session.yaml")).toEqual(callOf("second"));
    expect(run.stderr()).not.toContain("mcpvals");
  });
});

describe("the recording", () => {
  it("fails alone: the traffic and the exit code do not know of it, and it is said once", async () => {
    await writeFile(join(folder, "file"), "");
    const run = runProxy(["--out", "file/session.yaml", "--", ...odd()], { cwd: folder });
    running.push(run);
    await run.initialize();
    await run.said("nothing is recorded: ");
    expect(await run.ask(1, "tools/call", callOf("fine"))).toMatchObject({ result: { content: [{ text: "fine" }] } });
    run.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: callOf("die") });
    expect((await run.exited).code).toBe(7);
    expect(run.stdout()).toContain("exited with code 7 before it answered tools/call");
    expect(run.stderr().match(/mcpvals proxy:/g)).toHaveLength(1);
  });

  it("holds no secret, nor does the journal", async () => {
    const secret = "correct-horse-battery-staple-9";
    const run = proxy(odd(), [], { SHOP_TOKEN: secret });
    await run.initialize();
    const answer = await run.ask(1, "tools/call", callOf("env"));
    expect(JSON.stringify(answer)).toContain(secret);
    const journals = join(folder, ".mcpvals", "journal", "proxy");
    const onDisk = async (): Promise<string> => {
      const names = await readdir(journals).catch(() => []);
      return (await Promise.all(names.map((name) => readFile(join(journals, name), "utf8")))).join("");
    };
    await until(async () => (await onDisk()).includes("SHOP_TOKEN"));
    expect(await onDisk()).not.toContain(secret);
    run.end();
    await run.exited;
    const text = await readFile(join(folder, "session.yaml"), "utf8");
    expect(text).toContain("[redacted:SHOP_TOKEN]");
    expect(text).not.toContain(secret);
  });

  it("has the places of the machine as placeholders", async () => {
    await mkdir(join(folder, ".git"));
    const run = proxy(odd());
    await run.initialize();
    await run.ask(1, "tools/call", callOf("cwd"));
    run.end();
    await run.exited;
    expect(JSON.stringify(calls(await recorded())[0]?.answer)).toMatch(/"\[(?:root|config)\]"/);
  });
});

describe("numbers that JavaScript does not hold", () => {
  it("are recorded and served as they were written, and no call gets another's answer", async () => {
    // Answers each call with its own arguments, as they stand in the text.
    const server = script(`
      let text = "";
      process.stdin.on("data", (chunk) => {
        text += chunk;
        const lines = text.split("\\n");
        text = lines.pop();
        for (const line of lines) {
          const id = JSON.parse(line).id;
          const said = /"arguments":(.*)\\}\\}$/.exec(line)?.[1] ?? '{"protocolVersion":"2025-11-25","capabilities":{}}';
          if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + id + ',"result":' + said + "}");
        }
      });`);
    const first = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-11-25" } };
    const values = ["12345678901234567890", "12345678901234567891", "1.0", "1e400", "-0", "0", '{"$number":"7"}'];
    const lines = values.map((value, index) => {
      const call = `"method":"tools/call","params":{"name":"echo","arguments":{"v":${value}}}`;
      return `{"jsonrpc":"2.0","id":${index + 1},${call}}`;
    });
    const wanted = values.map((value, index) => `{"jsonrpc":"2.0","id":${index + 1},"result":{"v":${value}}}`);
    const input = (all: string[]): string => [JSON.stringify(first), ...all, ""].join("\n");
    const run = (args: string[], all: string[]): string[] =>
      spawnSync(process.execPath, [MAIN, ...args], { input: input(all), cwd: folder, encoding: "utf8" })
        .stdout.trim()
        .split("\n")
        .slice(1);
    expect(run(["proxy", "--out", "session.yaml", "--", ...server], lines)).toEqual(wanted);
    expect(run(["serve", "session.yaml"], lines.toReversed())).toEqual(wanted.toReversed());
    expect(await readFile(join(folder, "session.yaml"), "utf8")).toContain(
      '{ v: { $number: "12345678901234567891" } }',
    );
    expect((await runCli(["lint", "session.yaml"], { cwd: folder })).stdout).toContain("Nothing found");
  });
});

describe.runIf(process.platform === "linux")("a folder that cannot be made", () => {
  it("is told once, and the server is there all the same", () => {
    const args = [MAIN, "proxy", "--out", "/proc/none/session.yaml", "--", ...odd()];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, {
      input: `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-11-25" } })}\n`,
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toContain('"id":0,"result"');
    expect(stderr.match(/nothing is recorded: cannot write \/proc\/none\//g)).toHaveLength(1);
    expect(status).toBe(0);
  });
});

describe("over HTTP", () => {
  it("what passes on the port is recorded until a signal comes", async () => {
    const upstream = http.createServer(async (req, res) => {
      let text = "";
      for await (const chunk of req) text += String(chunk);
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      const serverInfo = { name: "web", version: "2.0.0" };
      const result = method === "initialize" ? { protocolVersion: "2025-06-18", capabilities: {}, serverInfo } : {};
      if (method === "tools/call") res.writeHead(503).end();
      else res.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const { port } = upstream.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    const run = runProxy(["--out", "session.yaml", "--name", "shop", "--url", url], { cwd: folder });
    running.push(run);
    await run.said(`/mcp → ${url}`);
    const address = run.stderr().split(" ")[0] ?? "";
    const post = (id: number, method: string): Promise<Response> =>
      fetch(address, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id, method, params: {} }),
      });
    expect(await (await post(1, "initialize")).json()).toMatchObject({ id: 1 });
    expect((await post(2, "tools/call")).status).toBe(503);
    run.child.kill("SIGINT");
    expect(await run.exited).toEqual({ code: 0, signal: null });
    upstream.close();
    const session = await recorded();
    expect(session).toMatchObject({ name: "shop", transport: "http", server: { name: "web", protocol: "2025-06-18" } });
    expect(session.entries).toMatchObject([
      { method: "initialize", http: 200, answer: { result: {} } },
      { method: "tools/call", http: 503 },
    ]);
    expect(calls(session)[0]?.answer).toBeUndefined();
  });
});

describe("over HTTP, the tape", () => {
  const odd: Record<string, (res: http.ServerResponse, answer: string) => void> = {
    untyped: (res, answer) => res.writeHead(200).end(answer),
    text: (res, answer) => res.writeHead(200, { "content-type": "text/plain" }).end(answer),
    bare: (res, answer) =>
      res
        .writeHead(200, { "content-type": "application/json", "content-encoding": "deflate" })
        .end(deflateRawSync(answer)),
    returns: (res, answer) => res.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${answer}\r\r`),
    zstd: (res) => res.writeHead(200, { "content-type": "application/json", "content-encoding": "zstd" }).end("(µ/ý"),
    moved: (res) => res.writeHead(302, { location: "/elsewhere" }).end(),
    page: (res) => res.writeHead(200, { "content-type": "text/html" }).end("<h1>no</h1>"),
    unfinished: (res, answer) => res.writeHead(200, { "content-type": "text/event-stream" }).end(`data: ${answer}`),
    dead: (res) => void res.socket?.destroy(),
  };

  /** Answers with what it was sent in headers and URL, and in odd ways. */
  async function startOdd(): Promise<{ url: string; close: () => void }> {
    const server = http.createServer(async (req, res) => {
      let body = "";
      for await (const chunk of req) body += String(chunk);
      const { id, params } = JSON.parse(body) as { id?: number; params: { name: string } };
      const token = JSON.stringify({ access_token: "oauth-kestrel-4711" });
      if (id === undefined) return void res.setHeader("content-type", "application/json").end(token);
      const text = JSON.stringify({ headers: req.headers, url: req.url });
      const answer = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } });
      const plain = (): void => void res.setHeader("content-type", "application/json").end(answer);
      (odd[params.name] ?? plain)(res, answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = (): void => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };
  }

  /** Records these calls; `look` is called before the end. */
  async function record(
    query: string,
    asked: { name: string; headers?: Record<string, string>; body?: string }[],
    look: () => Promise<void> = async () => {},
  ): Promise<{ session: Session; said: string }> {
    const { url, close } = await startOdd();
    const run = runProxy(["--out", "session.yaml", "--url", url + query], { cwd: folder });
    running.push(run);
    await run.said(" → ");
    const address = (run.stderr().split(" ")[0] ?? "").replace(/\?.*/, query);
    for (const [id, { name, headers, body }] of asked.entries())
      await fetch(address, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/json", ...headers },
        body: body ?? JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name } }),
      })
        .then((response) => response.arrayBuffer())
        .catch(() => {});
    await look();
    run.child.kill("SIGINT");
    await run.exited;
    close();
    return { session: await recorded(), said: run.stderr() };
  }

  it("has what can be read of odd answers, and says of the rest why it is missing", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const { session } = await record("", [
      ...Object.keys(odd).map((name) => ({ name })),
      { name: "form", headers: form },
    ]);
    const seen = Object.fromEntries(
      calls(session).map(({ params, answer, http: status }) => [
        (params as { name: string }).name,
        answer === undefined ? status : "answered",
      ]),
    );
    expect(seen).toEqual({
      untyped: "answered",
      text: "answered",
      bare: "answered",
      returns: "answered",
      form: "answered",
      zstd: 200,
      moved: 302,
      page: 200,
      unfinished: 200,
      dead: 502,
    });
    expect(session.findings).toEqual([
      "the server sends JSON-RPC without a content type",
      "the server sends JSON-RPC as text/plain",
      "tools/call zstd got no answer in JSON-RPC, but HTTP status 200: it is encoded as zstd, which is not read here",
      "tools/call moved got no answer in JSON-RPC, but HTTP status 302",
      "tools/call page got no answer in JSON-RPC, but HTTP status 200: its content type is text/html",
      "tools/call unfinished got no answer in JSON-RPC, but HTTP status 200: its event stream ends in the middle of an event",
      "tools/call dead got no answer: the server did not respond (ECONNRESET)",
      "the client sends JSON-RPC as application/x-www-form-urlencoded",
    ]);
  });

  it("holds no credential of a request, though the server repeats it, nor does the journal or what is printed", async () => {
    const secrets = ["bearer-kestrel-1", "basic-kestrel-2", "key-kestrel-3", "cookie-kestrel-4", "query-kestrel-5"];
    const [bearer, basic, key, cookie, query] = secrets;
    const pair = Buffer.from(`me:${basic}`).toString("base64");
    const journals = join(folder, ".mcpvals", "journal", "proxy");
    let journal = "";
    const { session, said } = await record(
      `?api_key=${query}`,
      [
        { name: "a", headers: { authorization: `Bearer ${bearer}` } },
        { name: "b", headers: { authorization: `Basic ${pair}` } },
        { name: "c", headers: { "x-api-key": key ?? "", cookie: `session=${cookie}` } },
        { name: "oauth", body: JSON.stringify({ grant_type: "x" }) },
        { name: "last" },
      ],
      async () => {
        await until(async () => {
          const names = await readdir(journals).catch(() => []);
          journal = (await Promise.all(names.map((name) => readFile(join(journals, name), "utf8")))).join("");
          return journal.includes('"last"') && journal.includes('"end":{"request":5');
        });
      },
    );
    expect(calls(session)).toHaveLength(4);
    expect(JSON.stringify(session)).toContain("[redacted:authorization]");
    const written = [await readFile(join(folder, "session.yaml"), "utf8"), journal, said].join("\n");
    for (const secret of [...secrets, pair, "oauth-kestrel"])
      expect({ secret, found: written.includes(secret) }).toEqual({ secret, found: false });
    expect(said).toContain("?api_key=[redacted:api_key] → ");
  });
});

describe("a secret in the bytes of an image", () => {
  it("is cut out before the journal, the rest is written, and a finding says so", async () => {
    const secret = "kestrel-9-Zebra-lamp";
    const code = `require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id } = JSON.parse(line);
      const data = Buffer.concat([Buffer.alloc(2000, 0x89), Buffer.from(process.env.SHOP_TOKEN)]).toString("base64");
      const content = [{ type: "image", mimeType: "image/png", data }, { type: "text", text: "a lamp" }];
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { content } }));
    });`;
    const run = proxy(script(code), [], { SHOP_TOKEN: secret });
    await run.ask(1, "tools/call", { name: "draw" });
    run.end();
    expect((await run.exited).code).toBe(0);
    const session = await recorded();
    const result = calls(session)[0]?.answer?.["result"] as { content: { data: string }[] } | undefined;
    const [{ data } = { data: "" }, text] = result?.content ?? [];
    expect(Buffer.from(data, "base64").toString("latin1").slice(1999)).toBe("\u0089[redacted:SHOP_TOKEN]");
    expect(text).toEqual({ type: "text", text: "a lamp" });
    expect(session.findings).toEqual([
      "the secret SHOP_TOKEN was cut out of image/png, which may be unreadable without it",
    ]);
    expect(run.stderr()).toBe("");
    expect(await readdir(join(folder, ".mcpvals", "journal", "proxy"))).toEqual([]);
  });
});

describe("before anything starts", () => {
  it("--print-config prints what goes into a client's file, all absolute", async () => {
    const args = ["proxy", "--out", "session.yaml", "--print-config", "vscode", "--", "node", "./server.js", "--fast"];
    await writeFile(join(folder, "server.js"), "");
    const { code, stdout } = await runCli(args, { cwd: folder });
    expect(code).toBe(0);
    const { servers } = JSON.parse(stdout) as {
      servers: { session: { type: string; command: string; args: string[] } };
    };
    expect(servers.session.type).toBe("stdio");
    expect(servers.session.command).toBe(process.execPath);
    const [main, ...rest] = servers.session.args;
    expect(main).toMatch(/dist[/\\]bin[/\\]main\.cjs$/);
    expect(rest.slice(0, 4)).toEqual(["proxy", "--out", join(folder, "session.yaml"), "--"]);
    expect(rest.slice(5)).toEqual([join(folder, "server.js"), "--fast"]);
    const codex = await runCli(
      ["proxy", "-o", "s.yaml", "--url", "http://127.0.0.1:1/mcp", "--port", "8123", "--print-config", "codex"],
      { cwd: folder },
    );
    expect(codex.stdout).toBe('[mcp_servers.s]\nurl = "http://127.0.0.1:8123/mcp"\n');
  });

  it("what cannot be meant is refused, and nothing is started", async () => {
    const wrong: [string[], string][] = [
      [["--", "node"], "--out is needed"],
      [["--out", "s.yaml"], "proxy needs one server"],
      [["--out", "s.yaml", "--url", "http://x/", "--", "node"], "proxy needs one server"],
      [["--out", "s.yaml", "--url", "http://me:kestrel-9@x/mcp"], "--url takes no user and no password"],
      [["--out", "s.yaml", "--mode", "all", "--", "node"], "--mode takes number or replace or keep"],
      [["--out", "s.yaml", "--wait", "5s", "--", "node"], "--wait takes seconds"],
    ];
    for (const [args, message] of wrong) {
      const { code, stderr } = await runCli(["proxy", ...args], { cwd: folder });
      expect({ code, said: stderr.includes(message) ? message : stderr }).toEqual({ code: 2, said: message });
      expect(stderr).not.toContain("kestrel-9");
    }
  });
});
