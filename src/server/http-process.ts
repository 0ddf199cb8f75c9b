// Starts an HTTP server in a process group of its own, waits until its port answers, and ends the whole group.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { McpvalsError } from "../errors.js";
import { startProcessGroup, type Exit } from "../proxy/process-group.js";
import { StderrTail } from "../proxy/stderr-tail.js";
import { buildMovedLine, describeExit, withStderr } from "./command-line.js";
import { settles } from "../network/deadline.js";
import type { ClockState } from "./moved-clock.js";
import { findListeners } from "./listeners.js";
import { describeMissingVariable } from "./missing-variable.js";
import { describeOtherPort, describeTakenPort } from "./other-port.js";
import { ServerFailure } from "./session.js";
import { describeDownload, describeStartTrouble } from "./start-trouble.js";
import type { StartOptions } from "./wire.js";

const TAIL_LINES = 20;
const EXIT_AFTER_BREAK = 500;

export interface HttpProcess {
  readonly exited: Promise<Exit>;
  /** Call it after the server has answered; undefined where no other clock was requested. */
  clock(): ClockState | undefined;
  /** "the server exited with code 1" and the end of its output, if the server is gone or ends within a moment. */
  end(): Promise<string | undefined>;
  /** The last lines of stdout and stderr: an HTTP server logs to either. */
  output(lines?: number): string;
  stop(): Promise<void>;
}

/**
 * Starts the command and waits until the URL's port accepts connections. Rejects with ServerFailure (exited, never
 * ready) or McpvalsError (no such command, port taken).
 */
export async function startHttpProcess(command: string, url: URL, options: StartOptions): Promise<HttpProcess> {
  if (await takesConnections(url)) {
    throw new McpvalsError("SERVER_UNREACHABLE", `Something else already answers at ${url.origin}`, {
      evidence: "The server under test should start there; another one would be tested instead.",
      fix: "Use ${MCPVALS_PORT} in the URL and in the server's arguments or environment, or end the other program.",
    });
  }
  // An HTTP server does not read the end of its input as a signal.
  const line = buildMovedLine(command, options);
  const group = await startProcessGroup(line.start, { eof: 0 });
  const tail = new StderrTail();
  for (const stream of [group.stdout, group.stderr]) {
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => {
      tail.push(chunk);
      options.onStderr?.(chunk);
    });
  }
  const output = (lines?: number): string => tail.text(lines);
  async function end(): Promise<string | undefined> {
    await settles(group.exited, EXIT_AFTER_BREAK);
    const exit = group.exit();
    return exit === undefined ? undefined : withStderr(`the server ${describeExit(exit)}`, output(TAIL_LINES));
  }
  let state: Awaited<ReturnType<typeof ready>> | undefined;
  let elsewhere: string | undefined;
  try {
    state = await ready(url, options, () => group.exit() !== undefined);
    if (state === "late") {
      const listeners = await findListeners(group.pid);
      elsewhere = describeOtherPort(url, { listeners, output: output(), own: options.port });
    }
  } finally {
    // The last output of a server that is gone may still be in the pipe.
    if (state !== "ready") await group.stop();
  }
  if (state === "late") {
    const message = `nothing answered at ${url.origin} within ${options.timeout} ms`;
    const cause = elsewhere ?? describeDownload(line.start);
    throw new ServerFailure("start", withStderr(besideCause(message, cause), output(TAIL_LINES)));
  }
  if (state === "gone") {
    const variable = describeMissingVariable(output(TAIL_LINES), options.env, line.start.env);
    const cause =
      describeTakenPort(url, output(), options.port) ??
      (variable === undefined ? describeStartTrouble(line.start, output(TAIL_LINES)) : undefined);
    throw new ServerFailure(
      "start",
      besideCause(withStderr((await end()) ?? "the server is gone", variable ?? ""), cause),
    );
  }
  return { exited: group.exited, clock: () => line.state?.(group.pid), end, output, stop: () => group.stop() };
}

/** The cause comes first: of a long reason people read the beginning. */
function besideCause(message: string, cause: string | undefined): string {
  return cause === undefined ? message : `${cause}\n${message}`;
}

async function ready(
  url: URL,
  { timeout, signal }: StartOptions,
  isGone: () => boolean,
): Promise<"ready" | "gone" | "late"> {
  const from = performance.now();
  for (let pause = 10; performance.now() - from < timeout; pause = Math.min(pause * 1.5, 100)) {
    signal?.throwIfAborted();
    const taken = await takesConnections(url);
    // Checked after the connection: another program may have accepted it.
    if (isGone()) return "gone";
    if (taken) return "ready";
    await sleep(pause);
  }
  return "late";
}

/** True unless the connection is refused. */
function takesConnections(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (taken: boolean) => (): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.once("connect", settle(true));
    socket.once("error", settle(false));
    socket.setTimeout(1000, settle(false));
  });
}
