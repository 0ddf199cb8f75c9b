// serve: the server side of a cassette, a session's or a workflow's, for any client. Reads the file once; writes nothing.
import { closeSync, existsSync, lstatSync, openSync, readSync } from "node:fs";
import { dirname, join } from "node:path";
import { changeSession } from "../../trace/change-session.js";
import { loadSession } from "../../cassette/load-session.js";
import { createPlaces, type Places } from "../../places/places.js";
import { codeOf } from "../../cassette/read-limited.js";
import { withIntroduction } from "./introduction.js";
import { createLedger, type ServeLedger } from "./ledger.js";
import type { PlayerOptions } from "./player.js";
import type { Streams } from "./stdio.js";
import { buildTape, type ServeTape } from "./tape.js";
import type { Session } from "../../trace/session.js";
import { findRoot } from "../../config/find-root.js";
import { readForms, readMachine } from "../../places/machine.js";

export interface ServeOptions {
  /** The cassette's file, absolute. */
  file: string;
  /** Over streamable HTTP at this port of 127.0.0.1 (0: a free one); over stdio without. */
  port?: number | undefined;
  /** `fail`: the first miss ends it. */
  onMiss: "error" | "fail";
  timing: "none" | "recorded";
  /** Milliseconds that a client has to answer a request of the server. */
  timeout: number;
  /** What `[run]` stands for. */
  run?: string | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  streams: Streams;
  /** Ends it. */
  signal: AbortSignal;
  /** Told where it listens. */
  onListening?: ((url: string) => void) | undefined;
}

export interface Served {
  misses: number;
  /** What was played, missed and odd, for people. */
  report: string;
}

/** Serves until the client closes its end, `signal` fires, or a miss ends it. Throws CASSETTE_* and PORT_TAKEN. */
export async function serveCassette(options: ServeOptions): Promise<Served> {
  const { file, port, onMiss, timing, timeout, streams, signal } = options;
  const tape = await loadTape(file, options);
  const ledger: ServeLedger = createLedger(tape);
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const player: Omit<PlayerOptions, "general"> = {
    tape,
    ledger,
    recordedTime: timing === "recorded",
    timeout,
    endsOnMiss: onMiss === "fail",
    onMiss: () => {
      // Its answer leaves first.
      if (onMiss === "fail") setImmediate(() => failing.abort());
    },
  };
  if (port === undefined) {
    const { serveStdio } = await import("./stdio.js");
    await serveStdio(player, streams, ending);
  } else {
    const { serveHttp } = await import("./http.js");
    const server = await serveHttp(player, port);
    options.onListening?.(server.url);
    await aborted(ending);
    await server.close();
  }
  return { misses: ledger.misses(), report: ledger.render() };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

type Machine = Pick<ServeOptions, "cwd" | "env" | "run">;

async function loadTape(file: string, machine: Machine): Promise<ServeTape> {
  const places = placesHere(file, machine);
  return buildTape(withIntroduction(await readSession(file, places)));
}

async function readSession(file: string, places: Places): Promise<Session> {
  if (isSession(file)) return changeSession(await loadSession(file), (value) => places.show(value));
  const { readServerSide } = await import("./server-side.js");
  return readServerSide(file, places);
}

/** Which reader is asked; each refuses what is none of its own. The session's speaks of a file that is not there. */
function isSession(file: string): boolean {
  let handle: number | undefined;
  try {
    if (!lstatSync(file).isFile()) return false;
    handle = openSync(file, "r");
    const buffer = Buffer.alloc(200);
    return /^kind: session\r?$/m.test(buffer.toString("latin1", 0, readSync(handle, buffer)));
  } catch (error) {
    return codeOf(error) === "ENOENT";
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** `[root]` is the project that the cassette is in, `[config]` the current folder: where a suite starts its server. */
function placesHere(file: string, { cwd, env, run }: Machine): Places {
  const root = findRoot(dirname(file));
  const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const machine = readMachine(cwd);
  return createPlaces({
    ...machine,
    run: run === undefined ? undefined : readForms(run),
    root: existsSync(join(root, ".git")) ? readForms(root) : machine.root,
    env: Object.fromEntries(known),
  });
}
