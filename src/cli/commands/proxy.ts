// Runs `mcpvals proxy` in place of a server. stdout, the exit code and the signal that ends it are the server's;
// besides the server's own stderr, it writes to stderr only what a person must know.
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { basename, delimiter, isAbsolute, join, resolve } from "node:path";
import { EXIT, McpvalsError } from "../../errors.js";
import { escapeLines } from "../../render/safe/shown-text.js";
import { proxyStdio, type ProxyExit } from "../../session/tape/proxy.js";
import type { CommandContext } from "../context.js";
import { bad, choiceOf, oneOf, type FlagValues } from "../flag-values.js";
import type { Invocation } from "../invocation.js";

/** Signals that write a core file: that is the server's task, not ours. */
const DUMPING = new Set(["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGQUIT", "SIGSEGV", "SIGSYS", "SIGTRAP"]);

/** Resolves to the exit code of the server. */
export async function runProxy(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values, configs, serverCommand } = invocation;
  const url = urlOf(values);
  const port = portOf(values, url);
  const [command, ...args] = serverCommand ?? [];
  const out = outOf(values, context.cwd);
  if (configs.length > 0 || (command === undefined) === (url === undefined)) {
    const what = configs.length > 0 ? `proxy takes no ${configs[0]} before --` : "proxy needs one server";
    throw new McpvalsError("BAD_USAGE", what, {
      fix: "Example: mcpvals proxy --out session.yaml -- node server.js, or --url http://127.0.0.1:3000/mcp",
    });
  }
  const options = {
    out,
    name: oneOf(values, "name"),
    mode: choiceOf(values, "mode", ["number", "replace", "keep"]),
    wait: waitOf(values),
    tell: (message: string) => void context.stderr.write(`mcpvals proxy: ${escapeLines(message)}\n`),
    takeSignals: (listener: (signal: NodeJS.Signals) => void) => context.takeSignals(listener),
  };
  if (values["print-config"] !== undefined) return printConfig(invocation, context, { url, port });
  if (url !== undefined) {
    const onListening = (address: string, upstream: string): void =>
      void context.stderr.write(`${address} → ${upstream}\n`);
    const { proxyHttp } = await import("../../session/tape/proxy-http.js");
    await proxyHttp({ ...options, url, port, onListening });
    return EXIT.yes;
  }
  const { cwd, env } = context;
  const exit = await proxyStdio({ ...options, command: command ?? "", args, cwd, env, streams: process });
  return exitCodeOf(exit, context);
}

function exitCodeOf({ code, signal }: ProxyExit, context: CommandContext): number {
  if (code !== null) return code;
  if (signal === null) return EXIT.no;
  if (!DUMPING.has(signal)) context.endBy(signal);
  return 128 + constants.signals[signal];
}

function outOf(values: FlagValues, cwd: string): string {
  const out = oneOf(values, "out");
  if (out === undefined)
    throw bad("out", "is needed: the file that the session is written to", "Example: --out session.yaml");
  if (!out.endsWith(".yaml")) throw bad("out", `takes a file that ends in .yaml, not ${JSON.stringify(out)}`);
  return resolve(cwd, out);
}

function urlOf(values: FlagValues): URL | undefined {
  const text = oneOf(values, "url");
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    // Show only a part: the text may hold a password.
    const shown = JSON.stringify(text.replace(/\/\/.*$/s, "//…"));
    throw bad("url", `takes an http(s) URL, not ${shown}`, "Example: --url http://127.0.0.1:3000/mcp");
  }
  if (url.username === "" && url.password === "") return url;
  const fix = "Give them to the client, which sends them with each request: a header Authorization: Basic …";
  throw bad("url", "takes no user and no password: the proxy adds nothing to a request", fix);
}

function portOf(values: FlagValues, url: URL | undefined): number | undefined {
  const text = oneOf(values, "port");
  if (text === undefined) return undefined;
  if (url === undefined) throw bad("port", "goes with --url; over stdio there is no port");
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw bad("port", `takes a port, not ${JSON.stringify(text)}`);
}

/** In milliseconds. */
function waitOf(values: FlagValues): number | undefined {
  const text = oneOf(values, "wait");
  if (text === undefined) return undefined;
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return Number(text) * 1000;
  throw bad(
    "wait",
    `takes seconds, not ${JSON.stringify(text)}`,
    "Example: --wait 60; --wait 0 waits as long as it takes",
  );
}

/** Writes absolute paths only: a client starts its servers in another folder and with another PATH. */
async function printConfig(
  { values, serverCommand = [] }: Invocation,
  { cwd, env, stdout, stderr, program }: CommandContext,
  { url, port }: { url: URL | undefined; port: number | undefined },
): Promise<number> {
  const { CLIENTS, renderClientConfig } = await import("../client-config.js");
  const client = choiceOf(values, "print-config", CLIENTS) ?? "claude-desktop";
  const out = outOf(values, cwd);
  const name = oneOf(values, "name") ?? basename(out, ".yaml");
  if (url !== undefined) {
    if (port === undefined) throw bad("print-config", "needs --port, so that the address stays the same");
    const at = `http://127.0.0.1:${port}${url.pathname}${url.search}`;
    const { file, text } = renderClientConfig(client, name, { url: at });
    await stderr.write(`For ${file}; the proxy itself has to be started beside it:\n`);
    await stdout.write(text);
    return EXIT.yes;
  }
  const [command = "", ...args] = serverCommand;
  const flags = ["name", "mode", "wait"].flatMap((flag) => {
    const value = oneOf(values, flag);
    return value === undefined ? [] : [`--${flag}`, value];
  });
  const server = [findCommand(command, cwd, env), ...args.map((arg) => findFile(arg, cwd))];
  const [node, file] = program;
  const reach = { command: node, args: [file, "proxy", "--out", out, ...flags, "--", ...server] };
  const rendered = renderClientConfig(client, name, reach);
  await stderr.write(`For ${rendered.file}:\n`);
  await stdout.write(rendered.text);
  return EXIT.yes;
}

function findFile(arg: string, cwd: string): string {
  return !isAbsolute(arg) && /[./\\]/.test(arg) && existsSync(resolve(cwd, arg)) ? resolve(cwd, arg) : arg;
}

function findCommand(command: string, cwd: string, env: CommandContext["env"]): string {
  if (isAbsolute(command) || /[/\\]/.test(command)) return resolve(cwd, command);
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file)) ?? command;
}
