// A client of a few lines for `mcpvals proxy` as a child process: what a host sees of the server that it started.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { JsonObject, JsonValue } from "../../src/json/value.js";
import { cleanEnvironment } from "./clean-environment.js";

const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));

export interface ProxyRun {
  child: ReturnType<typeof spawn>;
  /** Writes a message. */
  send(message: JsonObject): void;
  /** Writes a request, and resolves to its response. */
  ask(id: JsonValue, method: string, params?: JsonObject): Promise<JsonObject>;
  /** Does what every client does first. */
  initialize(): Promise<JsonObject>;
  stdout(): string;
  stderr(): string;
  /** Resolves when the text stands in stderr. */
  said(text: string): Promise<void>;
  /** Ends its input. */
  end(): void;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a command, or `mcpvals proxy ARGS…`. */
export function runProxy(
  args: readonly string[],
  { cwd, env, direct = false }: { cwd: string; env?: Record<string, string>; direct?: boolean },
): ProxyRun {
  const command = direct ? args : [MAIN, "proxy", ...args];
  const child = spawn(process.execPath, command, { cwd, env: cleanEnvironment(env), stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  const waiting = new Map<string, (message: JsonObject) => void>();
  let looks: (() => void)[] = [];
  let rest = "";
  child.stdin.on("error", () => {});
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.stdout += chunk;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      let message: JsonObject;
      try {
        message = JSON.parse(line) as JsonObject;
      } catch {
        continue;
      }
      if (message["method"] === undefined) waiting.get(JSON.stringify(message["id"]))?.(message);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.stderr += chunk;
    for (const look of looks) look();
  });
  const send = (message: JsonObject): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const ask: ProxyRun["ask"] = (id, method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(JSON.stringify(id), resolve);
      send({ jsonrpc: "2.0", id, method, params });
    });
  return {
    child,
    send,
    ask,
    async initialize() {
      const clientInfo = { name: "test", version: "1" };
      const hello = await ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
      return hello;
    },
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    said: (words) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.stderr.includes(words)) return;
          looks = looks.filter((one) => one !== look);
          resolve();
        };
        looks.push(look);
        look();
      }),
    end: () => void child.stdin.end(),
    exited: new Promise((resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal }));
    }),
  };
}
