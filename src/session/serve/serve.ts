// Serves the server side of a session's or a workflow's cassette to any client (`serve`). Reads the file once; writes
// nothing.
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
  /** The port on 127.0.0.1 for streamable HTTP (0: a free one); absent for stdio. */
  port?: number | undefined;
  /** `fail`: the first miss ends serving. */
  onMiss: "error" | "fail";
  timing: "none" | "recorded";
  /** Milliseconds that a client has to answer a request of the server. */
  timeout: number;
  /** The folder to put in for `[run]`. */
  run?: string | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  streams: Streams;
  /** Ends serving. */
  signal: AbortSignal;
  /** Called with the URL once the server listens. */
  onListening?: ((url: string) => void) | undefined;
}

export interface Served {
  misses: number;
  /** What was played, missed and unusual, for people. */
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
      // Let its answer leave first.
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

/**
 * Decides which reader to use; each refuses files of the other kind. For a missing file, the session's reader gives the
 * error.
 */
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

/**
 * `[root]` is the project that contains the cassette, `[config]` the current folder: the one in which a suite starts
 * its server.
 */
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
