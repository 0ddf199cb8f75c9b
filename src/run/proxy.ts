// proxy: stands between any client and any server, and records what passes. Nothing of ours gets into the traffic.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { SessionMode } from "../cassette/session-store.js";
import { McpvalsError, messageOf } from "../errors.js";
import type { HttpEnd } from "../exchange/http-end.js";
import type { HttpReply } from "../proxy/http-tap.js";
import type { Exit } from "../proxy/process-group.js";
import { startRelay, type OwnStreams } from "../proxy/relay.js";
import type { RecorderOptions } from "./proxy-recorder.js";
import type { Tape } from "./proxy-tape.js";

export type { Exit, SessionMode };

export interface ProxyOptions {
  /** The session cassette; absolute. */
  out: string;
  /** Default: the file's name. */
  name?: string | undefined;
  /** What becomes of a recording that is there. Default `number`: it stays, and the new one gets the next number. */
  mode?: SessionMode | undefined;
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
  let tape: Tape | undefined;
  const relay = await startRelay({
    command,
    args,
    cwd,
    env,
    streams,
    tape: async () => {
      const { startTape } = await loadTape();
      return (tape = startTape(recorderOptions(options, { command, args }), options.tell));
    },
    isOrphan: () => process.ppid !== parent,
  });
  options.takeSignals((signal) => relay.signal(signal));
  const exit = await relay.ended;
  await tape?.finish();
  return exit;
}

/** Beside the start of a server, not before it. */
async function loadTape(): Promise<typeof import("./proxy-tape.js")> {
  const { keepHeapSmall } = await import("./small-heap.js");
  keepHeapSmall();
  return import("./proxy-tape.js");
}

export interface HttpOptions extends ProxyOptions {
  url: URL;
  /** Default: a free one. */
  port?: number | undefined;
  /** Told the address once it is there, and the upstream's, both without secrets. */
  onListening: (address: string, upstream: string) => void;
}

/** Serves the upstream on 127.0.0.1 until a signal comes. Throws McpvalsError PORT_TAKEN. */
export async function proxyHttp(options: HttpOptions): Promise<void> {
  const { url, port } = options;
  const [{ startHttpProxy }, { CLIENT_LEFT }, { hideUrl, watchCredentials }, { startTape }] = await Promise.all([
    import("../proxy/http.js"),
    import("../proxy/http-tap.js"),
    import("./proxy-credentials.js"),
    loadTape(),
  ]);
  const tape = startTape(recorderOptions(options, { url: url.href }), options.tell);
  const stopped = new Promise<void>((resolve) => options.takeSignals(() => resolve()));
  let proxy;
  try {
    proxy = await startHttpProxy({
      upstream: url,
      serves: "loopback",
      ...(port === undefined ? {} : { port }),
      tap: {
        frame: (frame) => tape.frame(frame),
        anyType: true,
        head: watchCredentials((values) => tape.know(values), options.tell),
        reply: (reply) => tape.httpEnd(buildEnd(reply, CLIENT_LEFT)),
      },
      onTapFault: (error) => options.tell(`a message is not recorded: ${messageOf(error)}`),
    });
  } catch (error) {
    await tape.finish();
    throw new McpvalsError("PORT_TAKEN", `cannot listen on 127.0.0.1:${port ?? 0}: ${messageOf(error)}`, {
      fix: "Name another port, or none: --port 8123",
      cause: error,
    });
  }
  const address = `http://127.0.0.1:${proxy.port}${url.pathname}${url.search}`;
  options.onListening(hideUrl(address), hideUrl(url.href));
  await stopped;
  await proxy.close();
  await tape.finish();
}

function buildEnd(reply: HttpReply, clientLeft: string): HttpEnd {
  const { request, status, failure, oddType, problem, requestProblem } = reply;
  return {
    request,
    at: performance.now(),
    ...(status === undefined ? {} : { status }),
    ...(reply.resumable ? { resumable: true } : {}),
    ...(failure === clientLeft ? { abandoned: true } : failure === undefined ? {} : { failure }),
    ...(oddType === undefined ? {} : { oddType }),
    ...(problem === undefined ? {} : { problem }),
    ...(requestProblem === undefined ? {} : { requestProblem }),
  };
}

function recorderOptions(
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
