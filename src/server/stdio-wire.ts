// Starts a stdio server behind the byte proxy and connects an SDK to it. A failed connection is a ServerFailure.
import { messageOf } from "../errors.js";
import { startStdioProxy, type StdioProxy } from "../proxy/stdio.js";
import type { Answering } from "./answering.js";
import { ByteTransport } from "./byte-transport.js";
import { buildMovedLine, describeExit, withStderr } from "./command-line.js";
import type { Connection } from "./connection.js";
import { settles, TimedOut } from "../network/deadline.js";
import { findListeners } from "./listeners.js";
import { describeMissingVariable } from "./missing-variable.js";
import { negotiate, type ProtocolWish } from "./negotiate.js";
import type { Requests } from "./requests.js";
import { ServerFailure } from "./session.js";
import { describeDownload, describeStartTrouble } from "./start-trouble.js";
import type { StartOptions, Wire } from "./wire.js";

const TAIL_LINES = 20;
/** Milliseconds in which the exit may follow the end of stdout. */
const EXIT_AFTER_END = 500;

/** Starts the command and connects. Rejects with ServerFailure, or McpvalsError COMMAND_NOT_FOUND. */
export async function startStdioWire(
  command: string,
  options: StartOptions & { protocol: ProtocolWish; answering: Answering },
  requests: Requests,
): Promise<Wire> {
  const line = buildMovedLine(command, options);
  const proxy = await startStdioProxy({
    ...line.start,
    tap: (frame) => requests.frame(frame),
    onTapFault: (error) => requests.tapFault(error),
    onStderr: options.onStderr,
  });
  const transport = (): Promise<ByteTransport> => Promise.resolve(new ByteTransport(proxy.output, proxy.input));
  let connection: Connection;
  void watchEnd(proxy).then((message) => requests.end(withStderr(message, proxy.stderr(TAIL_LINES))));
  try {
    const note = (finding: string): void => void requests.notes.push(finding);
    const carriers = { legacy: transport, modern: transport };
    connection = await negotiate(carriers, options.protocol, { ...options, note }, requests);
  } catch (error) {
    const failure = await describeFailure(proxy, requests, error, options);
    const stderr = proxy.stderr(TAIL_LINES);
    const hasEnded = proxy.exit() !== undefined;
    const variable = hasEnded ? describeMissingVariable(stderr, options.env, line.start.env) : undefined;
    const late = error instanceof TimedOut ? describeDownload(line.start) : undefined;
    const trouble = hasEnded && variable === undefined ? describeStartTrouble(line.start, stderr) : late;
    await proxy.stop();
    options.signal?.throwIfAborted();
    const message = trouble === undefined ? failure : `${failure}\n${trouble}`;
    throw new ServerFailure("start", withStderr(withStderr(message, proxy.stderr(TAIL_LINES)), variable ?? ""));
  }
  return {
    carrier: "stdio",
    connection,
    clock: line.state?.(proxy.pid),
    httpStatus: () => Promise.resolve(undefined),
    stderr: () => proxy.stderr(),
    async close() {
      // First the connection: otherwise the SDK takes the end of the server for a fault.
      await connection.close();
      await proxy.stop();
    },
  };
}

/** Resolves when the server sends nothing more: it is gone, or it has closed its stdout. */
async function watchEnd(proxy: StdioProxy): Promise<string> {
  await new Promise<void>((resolve) => proxy.output.once("close", resolve).once("end", resolve));
  await settles(proxy.ended, EXIT_AFTER_END);
  const exit = proxy.exit();
  return exit === undefined ? "the server closed its stdout" : `the server ${describeExit(exit)}`;
}

async function describeFailure(
  proxy: StdioProxy,
  requests: Requests,
  error: unknown,
  { timeout }: StartOptions,
): Promise<string> {
  const findings = requests.exchanges.findings();
  const noise = findings.map((finding) => `\n${finding}`);
  if (findings.some((finding) => finding.includes("to stdout")))
    noise.push("\nOver stdio, stdout is for messages: let the server log to stderr.");
  if (error instanceof TimedOut) {
    const [listener] = await findListeners(proxy.pid);
    const http =
      listener === undefined
        ? ""
        : `\nIt listens on port ${listener.port}: if it speaks HTTP, write "transport": "shttp" and "url": "http://127.0.0.1:${listener.port}/mcp" beside its command.`;
    return `the server did not answer initialize within ${timeout} ms${http}${noise.join("")}`;
  }
  const closed = proxy.output.readableEnded || proxy.output.destroyed;
  if (closed) await settles(proxy.ended, EXIT_AFTER_END);
  const exit = proxy.exit();
  if (exit !== undefined) return `the server ${describeExit(exit)} before it was connected${noise.join("")}`;
  if (closed) return `the server closed its stdout before it was connected${noise.join("")}`;
  return `initialize failed: ${messageOf(error)}${noise.join("")}`;
}
