// Runs one server in the place where the agent starts it, byte for byte, and sends copies of what passes to the wrapped
// run. The server does not see the variables that are the agent's alone.
import { connect, type Socket } from "node:net";
import { messageOf } from "../../errors.js";
import { OpenRequests } from "../../exchange/open-requests.js";
import { parseLossless } from "../../json/kept-numbers.js";
import { LineSplitter } from "../../proxy/framing.js";
import type { Exit } from "../../proxy/process-group.js";
import { now } from "../../proxy/clock.js";
import { inOurPlace, startRelay, type OwnStreams, type RelayTape } from "../../proxy/relay.js";
import type { Side } from "../../proxy/tap.js";
import { writePiece, type LinkPieceKind } from "./frames.js";
import { resolveStart, type OwnPlace, type ServerStart } from "./start.js";

export interface ShimOptions {
  /** Where the wrapped run listens. */
  socket: string;
  /** The server's name in the agent's configuration. */
  name: string;
  /** Where the agent started us. */
  place: OwnPlace;
  streams: OwnStreams;
  tell: (message: string) => void;
  takeSignals: (listener: (signal: NodeJS.Signals) => void) => void;
}

/** Bytes that wait for the wrapped run; above it the traffic waits too, so that nothing is lost. */
const BEHIND = 16 * 1024 * 1024;
/** Milliseconds for the last bytes. */
const LAST_BYTES = 5000;

/** Runs until the server has ended. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function runShim(options: ShimOptions): Promise<Exit> {
  const { name, streams, tell } = options;
  const copy = new Copy(connect(options.socket));
  copy.send("hello", Buffer.from(name));
  const { env, ...start } = resolveStart(await copy.told(), options.place);
  const relay = await startRelay({
    ...start,
    ...inOurPlace(env),
    streams,
    tape: () => copy,
    tell,
  }).catch(async (error: unknown) => {
    copy.send("exit", Buffer.from(JSON.stringify({ code: null, signal: null, message: messageOf(error) })));
    await copy.end();
    throw error;
  });
  let asked = false;
  // Before the server sees it.
  streams.stdin.once("end", () => (asked = true));
  options.takeSignals((signal) => {
    asked = true;
    relay.signal(signal);
  });
  const exit = await relay.ended;
  copy.send("exit", Buffer.from(JSON.stringify({ ...exit, asked })));
  await copy.end();
  return exit;
}

class Copy implements RelayTape {
  private readonly open = new OpenRequests();
  private readonly lines = { client: new LineSplitter(), server: new LineSplitter() };
  private isGone = false;
  private isBehind = false;
  private onBehindChange = (_behind: boolean): void => {};

  constructor(private readonly socket: Socket) {
    // The server must work for the agent, whether somebody listens or not.
    socket.on("error", () => (this.isGone = true));
    socket.on("close", () => {
      this.isGone = true;
      this.look();
    });
    socket.on("drain", () => this.look());
  }

  /** What the wrapped run says to start: one line of JSON, since secrets of a server are no argument and no file. */
  async told(): Promise<ServerStart> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.socket.iterator({ destroyOnReturn: false })) {
      if (chunk instanceof Buffer) chunks.push(chunk);
      if (Buffer.concat(chunks).includes(10)) return JSON.parse(Buffer.concat(chunks).toString());
    }
    throw new Error("the wrapped run is gone");
  }

  send(kind: LinkPieceKind, bytes: Buffer, at = now()): void {
    if (this.isGone) return;
    const ago = now() - at;
    this.socket.write(writePiece({ kind, at: performance.timeOrigin + performance.now() - ago, bytes }));
    this.look();
  }

  chunk(from: Side, chunk: Buffer, at: number): void {
    this.send(from, chunk, at);
    for (const line of this.lines[from].push(chunk)) {
      try {
        this.open.push(from, parseLossless(new TextDecoder().decode(line)));
      } catch {
        // Not JSON.
      }
    }
  }

  onBehind(listener: (behind: boolean) => void): void {
    this.onBehindChange = listener;
  }

  openRequests(): Promise<ReturnType<OpenRequests["list"]>> {
    return Promise.resolve(this.open.list());
  }

  /** Resolves when everything is handed over, or nobody takes it. */
  end(): Promise<void> {
    if (this.isGone) return Promise.resolve();
    return new Promise((resolve) => {
      setTimeout(resolve, LAST_BYTES).unref();
      this.socket.once("close", () => resolve());
      this.socket.end();
      this.socket.resume();
    });
  }

  private look(): void {
    const behind = !this.isGone && this.socket.writableLength > BEHIND;
    if (behind === this.isBehind) return;
    this.isBehind = behind;
    this.onBehindChange(behind);
  }
}
