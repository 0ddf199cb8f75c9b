// Runs the proxy between any client and any server, and records what passes. Adds nothing to the traffic.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { SessionMode } from "../../cassette/session-store.js";
import type { Exit } from "../../proxy/process-group.js";
import { inOurPlace, startRelay, type OwnStreams } from "../../proxy/relay.js";
import type { RecorderOptions } from "./proxy-recorder.js";
import { startTape, type ProxyTape } from "./proxy-tape.js";

/** How the server ended. */
export type ProxyExit = Exit;

export interface ProxyOptions {
  /** The session cassette; absolute. */
  out: string;
  /** Default: the file's name. */
  name?: string | undefined;
  /** What happens to an existing recording. Default `number`: it stays, and the new one gets the next number. */
  mode?: SessionMode | undefined;
  /** Milliseconds that writing the session may take at the end; 0: no limit. */
  wait?: number | undefined;
  /** Called with one line for each thing that a person must know. */
  tell: (message: string) => void;
  /** Called with a function that receives signals. */
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

/** Runs the server behind our own streams until it ends. Throws McpvalsError COMMAND_NOT_FOUND. */
export async function proxyStdio(options: StdioOptions): Promise<ProxyExit> {
  const { command, args, cwd, streams } = options;
  const ours = inOurPlace(options.env);
  let tape: ProxyTape | undefined;
  const relay = await startRelay({
    command,
    args,
    cwd,
    ...ours,
    streams,
    tape: () => (tape = startTape(recorderOptions(options, { command, args }), options.tell, { end: options.wait })),
    tell: options.tell,
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

/** The options of the recorder. */
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
