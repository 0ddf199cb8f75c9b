// The least client of a server, over stdio or streamable HTTP, so that what is measured is what stands behind it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "./measure.mjs";

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** Starts a command as a server and does not wait for it. */
export function startWire(argv) {
  const child = spawn(argv[0], argv.slice(1), { env, stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const waiting = new Map();
  let rest = "";
  let count = 0;
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const { id } = JSON.parse(line);
      waiting.get(id)?.();
      waiting.delete(id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = (count += 1);
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  return {
    pid: child.pid,
    /** Resolves with the answer of `initialize`. */
    async connect() {
      await request("initialize", INITIALIZE);
      send({ method: "notifications/initialized" });
    },
    echo: () => request("tools/call", { name: "echo", arguments: { message: "hello" } }),
    async close() {
      child.stdin.end();
      await exited;
    },
  };
}

/** The same over streamable HTTP: one socket, one session. `stop` ends the processes behind it. */
export async function connectHttp(url, stop) {
  const agent = new http.Agent({ keepAlive: true });
  let session;
  let count = 0;
  const post = (message) =>
    new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" }),
      };
      const req = http.request(url, { method: "POST", headers, agent }, (res) => {
        res.once("error", reject);
        res.once("end", () => resolve(res.headers["mcp-session-id"]));
        res.resume();
      });
      req.once("error", reject);
      req.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
    });
  const request = (method, params) => post({ id: (count += 1), method, params });
  session = await request("initialize", INITIALIZE);
  await post({ method: "notifications/initialized" });
  return {
    echo: () => request("tools/call", { name: "echo", arguments: { message: "hello" } }),
    async close() {
      agent.destroy();
      await stop();
    },
  };
}

/** Starts a command that listens at a port, and waits until it does. */
export async function startListener(argv, port, more = {}) {
  const child = spawn(argv[0], argv.slice(1), { env: { ...env, ...more }, stdio: "ignore" });
  const exited = once(child, "exit");
  while (!(await answers(port))) await sleep(20);
  return {
    pid: child.pid,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function answers(port) {
  const req = http.get({ port, host: "127.0.0.1", path: "/none", agent: false });
  return new Promise((resolve) => {
    req.once("response", (res) => resolve(res.resume() !== undefined));
    req.once("error", () => resolve(false));
  });
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
