// Starts a server and passes its stdin and stdout through two streams, byte for byte. The tap gets copies. Reads, makes
// and delays no message.
import { once } from "node:events";
import { Transform, type Readable, type Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "./clock.js";
import type { CommandLine } from "./command-error.js";
import { LineSplitter } from "./framing.js";
import { startProcessGroup, type Exit, type Grace } from "./process-group.js";
import { StderrTail } from "./stderr-tail.js";
import { buildFrame, guard, type Side, type Tap } from "./tap.js";

/**
 * After the exit: turns of 5 ms without output after which we leave although something still holds the pipe. Turns, not
 * time: a process that was busy for a second has not yet read what is there.
 */
const DRAIN_TURNS = 50;
/** At stop: milliseconds for what the client has written to reach the server before its input is closed. */
const LAST_WORDS = 100;

export interface StdioProxyOptions extends CommandLine {
  tap: Tap;
  onStderr?: ((chunk: Buffer) => void) | undefined;
  /** Called once if the tap throws; the traffic goes on. */
  onTapFault?: (error: unknown) => void;
  grace?: Partial<Grace>;
}

export interface StdioProxy {
  readonly pid: number;
  /** Takes the client's bytes. Ending it ends the server's input. */
  readonly input: Writable;
  /** Gives the server's bytes; it ends after the server. */
  readonly output: Readable;
  /** Resolves after the exit, when what was still in the pipes has been passed on. */
  readonly ended: Promise<Exit>;
  exit(): Exit | undefined;
  /** The last lines of stderr so far. */
  stderr(lines?: number): string;
  /** Ends the server and everything that it started. */
  stop(): Promise<void>;
}

/** Starts a server behind the byte proxy. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function startStdioProxy(options: StdioProxyOptions): Promise<StdioProxy> {
  const group = await startProcessGroup(options, options.grace);
  const tap = guard(options.tap, options.onTapFault);
  const tail = new StderrTail();
  const onStderr = guard((chunk: Buffer) => options.onStderr?.(chunk));
  let idleTurns = 0;
  const seen = (): void => void (idleTurns = 0);

  group.stderr.on("data", (chunk: Buffer) => {
    seen();
    tail.push(chunk);
    onStderr(chunk);
  });
  const input = tapped("client", tap);
  const output = tapped("server", tap);
  input.pipe(group.stdin);
  // A server that closed its input must not block the writer.
  group.stdin.on("close", () => input.unpipe(group.stdin).resume());
  group.stdout.on("data", seen);
  group.stdout.pipe(output);
  for (const stream of [group.stdout, group.stderr]) stream.on("error", () => {});

  async function drained(): Promise<Exit> {
    const exit = await group.exited;
    seen();
    const pending = (): boolean => !done(group.stdout) || !done(group.stderr);
    // Wait for a slow reader, but not for a pipe that is merely held open.
    while (pending() && (output.writableNeedDrain || (idleTurns += 1) <= DRAIN_TURNS)) await sleep(5);
    group.stdout.unpipe(output);
    output.end();
    return exit;
  }
  const ended = drained();

  async function stop(): Promise<void> {
    input.end();
    if (!group.stdin.writableFinished && !group.stdin.destroyed) {
      await Promise.race([once(group.stdin, "close"), once(group.stdin, "finish"), sleep(LAST_WORDS)]);
    }
    await group.stop();
    // A reader that has not started to read by now will not read any more.
    if (!output.readableFlowing) output.resume();
    await ended;
  }
  return { pid: group.pid, input, output, ended, exit: () => group.exit(), stderr: (lines) => tail.text(lines), stop };
}

function done(stream: Readable): boolean {
  return stream.readableEnded || stream.destroyed;
}

function tapped(from: Side, tap: Tap): Transform {
  const lines = new LineSplitter();
  const emit = (line: Uint8Array): void => tap(buildFrame(from, now(), line));
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      // The tap first: a reader in this process may answer while it gets the chunk, and the tap must see the answer
      // second.
      for (const line of lines.push(chunk)) emit(line);
      next(null, chunk);
    },
    flush(next) {
      const last = lines.end();
      if (last !== undefined) emit(last);
      next();
    },
  });
}
