// A stdio server: started behind the byte proxy, connected by the SDK. Why it could not be connected is a ServerFailure.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { messageOf } from "../errors.js";
import { startStdioProxy, type StdioProxy } from "../proxy/stdio.js";
import { ByteTransport } from "./byte-transport.js";
import { buildCommandLine, describeExit, withStderr } from "./command-line.js";
import { settles, TimedOut, within } from "./deadline.js";
import type { Requests } from "./requests.js";
import { ServerFailure } from "./session.js";
import { CLIENT_INFO, type StartOptions, type Wire } from "./wire.js";

const TAIL_LINES = 20;
/** How long the exit may come after the end of stdout. */
const EXIT_AFTER_END = 500;

/** Starts the command and does `initialize`. Rejects with ServerFailure, or McpvalsError COMMAND_NOT_FOUND. */
export async function startStdioWire(command: string, options: StartOptions, requests: Requests): Promise<Wire> {
  const proxy = await startStdioProxy({
    ...buildCommandLine(command, options),
    tap: (frame) => requests.frame(frame),
    onTapFault: (error) => requests.tapFault(error),
    onStderr: options.onStderr,
  });
  const transport = new ByteTransport(proxy.output, proxy.input);
  const client = new Client(CLIENT_INFO, { capabilities: {} });
  void watchEnd(proxy).then((message) => requests.end(withStderr(message, proxy.stderr(TAIL_LINES))));
  try {
    await within(client.connect(transport, { timeout: options.timeout + 1000 }), options.timeout, options.signal);
  } catch (error) {
    const failure = await describeFailure(proxy, requests, error, options);
    await proxy.stop();
    options.signal?.throwIfAborted();
    throw new ServerFailure("start", withStderr(failure, proxy.stderr(TAIL_LINES)));
  }
  return {
    carrier: "stdio",
    send: (message) => transport.send(message),
    httpStatus: () => Promise.resolve(undefined),
    stderr: () => proxy.stderr(),
    async close() {
      // The order counts: the SDK must not take the end of the server for a fault.
      await client.close();
      await proxy.stop();
    },
  };
}

/** Resolves when nothing more comes from the server: it is gone, or it has closed its stdout. */
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
  const noise = requests.exchanges.findings().map((finding) => `\n${finding}`);
  if (error instanceof TimedOut) {
    return `the server did not answer initialize within ${timeout} ms${noise.join("")}`;
  }
  const closed = proxy.output.readableEnded || proxy.output.destroyed;
  if (closed) await settles(proxy.ended, EXIT_AFTER_END);
  const exit = proxy.exit();
  if (exit !== undefined) return `the server ${describeExit(exit)} before it was connected${noise.join("")}`;
  if (closed) return `the server closed its stdout before it was connected${noise.join("")}`;
  return `initialize failed: ${messageOf(error)}${noise.join("")}`;
}
