// Connects our own three streams to a server, byte for byte, until the server has ended, and returns its exit. Reads no
// message: `tape` knows which requests are still open.
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "./clock.js";
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";
import type { CommandLine } from "./command-error.js";
import { startProcessGroup, type Exit, type ProcessGroup } from "./process-group.js";
import { splice, type Splice } from "./splice.js";
import { StderrTail } from "./stderr-tail.js";
import type { Side } from "./tap.js";

/** After the exit: turns of 5 ms without output after which we leave although something still holds the pipe. */
const DRAIN_TURNS = 50;
/**
 * Milliseconds for a server to end after the end of its input and the last answer that was awaited; together longer
 * than clients wait before they send a signal.
 */
const IDLE_GRACE = 2000;
/** Additional milliseconds for a server that has sent nothing so far: it may not have started yet. */
const START_GRACE = 8000;
/**
 * Milliseconds after the end of its input for which a server's own messages keep it alive: as long as for one that may
 * still start.
 */
const TALK_GRACE = START_GRACE;
const EOF_GRACE = 1000;
const LOOK_AGAIN = 200;
const TAIL_LINES = 20;

/** The copy of the traffic. Must not throw. */
export interface RelayTape {
  /** `at`: when the bytes came, on the clock of `now`. */
  chunk(from: Side, chunk: Buffer, at: number): void;
  /** Called when the copy falls behind (true), and when it has caught up. */
  onBehind(listener: (behind: boolean) => void): void;
  /** The client's unanswered requests, after all bytes so far. */
  openRequests(): Promise<{ id: JsonValue; method: string }[]>;
}

/** Our own streams, as `process` has them. Read after the server is started: opening them takes milliseconds. */
export interface OwnStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

export interface RelayOptions extends CommandLine {
  streams: OwnStreams;
  /** Called once the server is started, so that nothing delays the start. */
  tape: () => RelayTape;
  /** Receives messages for a person. */
  tell: (message: string) => void;
  /** True once the process that started us is gone. */
  isOrphan: () => boolean;
}

export interface Relay {
  /** Resolves when the server and everything that it started are gone, and all its output has been passed on. */
  readonly ended: Promise<Exit>;
  /** Passes a signal on; the second one kills the group. */
  signal(signal: NodeJS.Signals): void;
}

/** What a relay has of the process that it runs in: its variables, and who started it. */
export function inOurPlace(
  env: Readonly<Record<string, string | undefined>>,
): Required<Pick<RelayOptions, "env" | "isOrphan">> {
  const parent = process.ppid;
  return {
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    isOrphan: () => process.ppid !== parent,
  };
}

/** Starts the server. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const group = await startProcessGroup(options, { eof: EOF_GRACE });
  const { stdin, stdout, stderr } = options.streams;
  const tail = new StderrTail();
  const tape = options.tape();
  const up = splice(stdin, group.stdin, (chunk, at) => tape.chunk("client", chunk, at));
  const down = splice(group.stdout, stdout, (chunk, at) => tape.chunk("server", chunk, at));
  const told = splice(group.stderr, stderr, (chunk) => tail.push(chunk));

  let hasLeft = false;
  const isWaitedFor = async (): Promise<boolean> => {
    const waited = down.waitedAt();
    if (waited !== undefined && now() - waited < LOOK_AGAIN) return true;
    return (await tape.openRequests()).length > 0;
  };
  const heardAt = (): number | undefined => {
    const heard = [down, told].filter((one) => one.lastByte() !== undefined);
    return heard.length === 0 ? undefined : Math.max(...heard.map((one) => one.lastAt()));
  };
  const onEof = (): void => {
    group.stdin.end();
    void endAfterEof(group, { isWaitedFor, heardAt, isOrphan: options.isOrphan, tell: options.tell });
  };
  stdin.once("end", onEof);
  stdin.once("error", onEof);
  // A client that no longer reads is gone.
  stdout.once("error", () => {
    hasLeft = true;
    void group.stop();
  });

  tape.onBehind((behind) => {
    up.hold(behind);
    down.hold(behind);
  });

  async function end(): Promise<Exit> {
    const exit = await group.exited;
    await drained(group, stdout, [down, told]);
    const isOver = stdin.readableEnded || stdin.destroyed;
    if (!hasLeft && !(isOver && exit.code === 0)) {
      const text = await renderAnswers(exit, tape, tail);
      if (text !== "") await append(down.lastByte() === undefined || down.lastByte() === 10 ? text : `\n${text}`);
    }
    await group.stop();
    stdin.destroy();
    return exit;
  }

  async function append(text: string): Promise<void> {
    await new Promise<void>((resolve) => stdout.write(text, () => resolve()));
    tape.chunk("server", Buffer.from(text), now());
  }

  let signals = 0;
  return {
    ended: end(),
    signal(signal) {
      signals += 1;
      group.signal(signals > 1 ? "SIGKILL" : signal);
    },
  };
}

/** The error responses for requests that are still open: nobody else will answer them. */
async function renderAnswers(exit: Exit, tape: RelayTape, tail: StderrTail): Promise<string> {
  const open = await tape.openRequests();
  const log = tail.text(TAIL_LINES);
  const why = exit.code === null ? `was ended by ${exit.signal ?? "a signal"}` : `exited with code ${exit.code}`;
  const said = log === "" ? "" : `. It wrote to stderr:\n${log}`;
  const lines = open.map(({ id, method }) => {
    const message = `the server ${why} before it answered ${method}${said}`;
    const data = { exitCode: exit.code, signal: exit.signal };
    return `${serializeKept({ jsonrpc: "2.0", id, error: { code: -32000, message, data } })}\n`;
  });
  return lines.join("");
}

/** Waits for a client that ended its input: it may still read answers, and slowly. A client that is gone does not. */
async function endAfterEof(
  group: ProcessGroup,
  look: {
    isWaitedFor: () => Promise<boolean>;
    heardAt: () => number | undefined;
    isOrphan: () => boolean;
    tell: (message: string) => void;
  },
): Promise<void> {
  const from = now();
  let wanted = from;
  while (group.exit() === undefined) {
    if (await look.isWaitedFor()) wanted = now();
    const heardAt = look.heardAt() ?? from + START_GRACE;
    const heard = Math.min(heardAt, from + TALK_GRACE);
    if (now() - Math.max(wanted, heard) >= IDLE_GRACE || look.isOrphan()) {
      if (heardAt > heard)
        look.tell(
          `the server still writes ${Math.round((now() - from) / 1000)} s after the end of its input, and is stopped`,
        );
      await group.stop();
      return;
    }
    await Promise.race([group.exited, sleep(LOOK_AGAIN)]);
  }
}

/**
 * Waits until everything that was in the pipes at the exit is passed on, however slow the reader is. Does not wait for a
 * pipe that another process only holds open.
 */
async function drained(group: ProcessGroup, stdout: Writable, splices: readonly Splice[]): Promise<void> {
  let turns = 0;
  let seen = -1;
  const pending = (): boolean => [group.stdout, group.stderr].some((one) => !one.readableEnded && !one.destroyed);
  while (pending()) {
    const last = Math.max(...splices.map((one) => one.lastAt()));
    if (last !== seen || stdout.writableNeedDrain) turns = 0;
    seen = last;
    if ((turns += 1) > DRAIN_TURNS) return;
    await sleep(5);
  }
}
