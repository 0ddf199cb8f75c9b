// Runs `mcpvals serve`: the server side of a cassette. Over stdio, stdout is the server's, so our own output goes to
// stderr.
import { resolve } from "node:path";
import { refuseConfig } from "../../config/refuse-config.js";
import { EXIT, McpvalsError } from "../../errors.js";
import { escapeLines } from "../../render/safe/shown-text.js";
import { serveCassette } from "../../session/serve/serve.js";
import type { CommandContext } from "../context.js";
import { bad, choiceOf, countFlag, oneOf, switchedOn, type FlagValues } from "../flag-values.js";
import type { Invocation } from "../invocation.js";

/** The time that the SDKs' clients wait for an answer. */
const TIMEOUT_MS = 60_000;

/** Resolves to the exit code: 1 where `--on-miss fail` ended it. */
export async function runServe(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values, configs, serverCommand } = invocation;
  const [file, ...more] = configs;
  if (file === undefined || more.length > 0 || serverCommand !== undefined) {
    throw new McpvalsError("BAD_USAGE", "serve takes one cassette", { fix: "Example: mcpvals serve session.yaml" });
  }
  refuseConfig(file);
  const { cwd, env, stderr } = context;
  const port = portOf(values);
  const onMiss = choiceOf(values, "on-miss", ["error", "fail"]) ?? "error";
  const run = oneOf(values, "run");
  const { misses, report } = await serveCassette({
    file: resolve(cwd, file),
    port,
    onMiss,
    timing: choiceOf(values, "timing", ["none", "recorded"]) ?? "none",
    timeout: countFlag(values, "timeout", "milliseconds") ?? TIMEOUT_MS,
    run: run === undefined ? undefined : resolve(cwd, run),
    cwd,
    env,
    streams: { input: process.stdin, output: process.stdout },
    signal: port === undefined ? context.signal : untilSignal(context),
    onListening: (url) => void stderr.write(`${url}\n`),
  });
  if (switchedOn(values, "quiet") !== true) await stderr.write(`${escapeLines(report)}\n`);
  return onMiss === "fail" && misses > 0 ? EXIT.no : EXIT.yes;
}

/** Over HTTP nobody closes the connection for good, so a signal is a normal end. */
function untilSignal(context: CommandContext): AbortSignal {
  const end = new AbortController();
  context.takeSignals(() => end.abort());
  return end.signal;
}

function portOf(values: FlagValues): number | undefined {
  const text = oneOf(values, "http");
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw bad("http", `takes a port, 0 for any free one, not ${JSON.stringify(text)}`);
}
