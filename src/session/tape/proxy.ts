// proxy: stands between any client and any server, and records what passes. Nothing of ours gets into the traffic.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { SessionMode } from "../../cassette/session-store.js";
import type { Exit } from "../../proxy/process-group.js";
import { startRelay, type OwnStreams } from "../../proxy/relay.js";
import type { RecorderOptions } from "./proxy-recorder.js";
import { startTape, type ProxyTape } from "./proxy-tape.js";

export type { Exit, SessionMode };

export interface ProxyOptions {
  /** The session cassette; absolute. */
  out: string;
  /** Default: the file's name. */
  name?: string | undefined;
  /** What becomes of a recording that is there. Default `number`: it stays, and the new one gets the next number. */
  mode?: SessionMode | undefined;
  /** Milliseconds that writing the session may take in the end; 0: as long as it takes. */
  wait?: number | undefined;
  /** Gets one line for each thing that a person has to know of. */
  tell: (message: string) => void;
  /** Called with a function that takes signals. */
  takeSignals: (listener: (signal: NodeJS.Signals) => void) => void;
}

export interface StdioOptions extends ProxyOptions {
  command: string;
  args: string[];
  /** Absolute. */
  cwd: string;
  /** The whole environment of the server. */
  env: Readonly<Record<string, string | undefined>>;
  streams: OwnStreams;
}

/** Runs the server behind our own streams until it has ended. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function proxyStdio(options: StdioOptions): Promise<Exit> {
  const { command, args, cwd, streams } = options;
  const env = Object.fromEntries(
    Object.entries(options.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const parent = process.ppid;
  let tape: ProxyTape | undefined;
  const relay = await startRelay({
    command,
    args,
    cwd,
    env,
    streams,
    tape: () => (tape = startTape(recorderOptions(options, { command, args }), options.tell, { end: options.wait })),
    tell: options.tell,
    isOrphan: () => process.ppid !== parent,
  });
  let signals = 0;
  options.takeSignals((signal) => {
    signals += 1;
    relay.signal(signal);
    tape?.signal(signal, signals === 1);
  });
  const exit = await relay.ended;
  await tape?.finish();
  return exit;
}

/** What the tape has to know. */
export function recorderOptions(
  { out, name, mode = "number" }: ProxyOptions,
  server: RecorderOptions["server"],
): RecorderOptions {
  return {
    out,
    name: name ?? basename(out).replace(/\.yaml$/, ""),
    mode,
    server,
    startedAt: new Date().toISOString(),
    records: mode !== "keep" || !existsSync(out),
  };
}
