// Prepares and ends the stage of a run: its own folder and port, `setup`, and the server. With `"isolation": "suite"`
// all runs of a command share one stage.
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyState } from "./copy-state.js";
import { createPlaces } from "../places/places.js";
import { expandServer, expandText } from "../config/expand.js";
import { isPlaceholder } from "../redaction/placeholder.js";
import { createVeil, type Veil } from "../redaction/veil.js";
import { requireServer } from "../config/require-server.js";
import { findFreePort } from "../server/free-port.js";
import type { ClockState } from "../server/moved-clock.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import { startServer, wishOf } from "../server/start-server.js";
import type { ClientFeature, ServerIdentity } from "../trace/trace.js";
import { buildClientSide, featuresOf, readClientScript } from "./client-script.js";
import { runHook, type HookName } from "./hook.js";
import { readForms, readMachine } from "../places/machine.js";
import { makeRunFolder } from "./run-folder.js";
import type { RunSettings } from "./settings.js";

export interface Stage {
  /** The environment, with MCPVALS_TMP and MCPVALS_PORT. */
  env: Readonly<Record<string, string | undefined>>;
  /** Hides and shows secrets and places in all texts of the run. */
  places: Veil;
  /** The run's own folder, absolute, and its own port. */
  folder: string;
  port: number;
  /**
   * Copies `state`, runs `reset` and `setup`, and starts the server, or says why it did not start; returns the same server for the same
   * offer. Throws for a fault outside the server.
   */
  start(offer?: Offer, more?: StartedWith): Promise<ServerSession | ServerFailure>;
  /** Whether the clock that was asked for at the last start was moved; undefined where none was asked for. */
  clock(): ClockState | undefined;
  /** Ends the server, runs `teardown`, removes the folder. */
  close(): Promise<void>;
}

export interface StartedWith {
  /** By how many milliseconds to move the server's clock. Default and 0: not at all. */
  clock?: number | undefined;
}

/** What a server is offered, and in which protocol version. Default: what a live run offers. */
export interface Offer {
  features: readonly ClientFeature[];
  /** The protocol version of the recording, whose era is tried first. */
  recorded?: string;
}

/** The offer that was made when a run was recorded. */
export function offerOf({ client = [], protocol }: ServerIdentity): Offer {
  return { features: client, recorded: protocol };
}

export interface Stages {
  open(): Promise<Stage>;
  /** Ends everything that is shared. */
  close(): Promise<void>;
}

/**
 * Folder and port for an offline run, which has neither; the same in every run, and replaced by placeholders in the
 * report.
 */
const OFFLINE = { folder: join(tmpdir(), "mcpvals-offline"), port: 65_535 };

/**
 * Makes the stages for the runs of one command. With `offline` nothing is ever started on them, so they own nothing.
 */
export function createStages(settings: RunSettings, offline = false): Stages {
  if (offline) return { open: () => openStage(settings, OFFLINE), close: () => Promise.resolve() };
  if (settings.isolation === "workflow") {
    return { open: () => openStage(settings), close: () => Promise.resolve() };
  }
  let shared: Promise<Stage> | undefined;
  return {
    async open() {
      shared ??= openStage(settings);
      return { ...(await shared), close: () => Promise.resolve() };
    },
    async close() {
      const last = shared;
      shared = undefined;
      await (await last)?.close();
    },
  };
}

/** Makes a stage for one run. Starts nothing yet. */
export async function openStage(settings: RunSettings, borrowed?: { folder: string; port: number }): Promise<Stage> {
  const { suite, timeout, signal } = settings;
  const folder = borrowed?.folder ?? (await makeRunFolder());
  const port = borrowed?.port ?? (await findFreePort());
  const env = { ...settings.env, MCPVALS_TMP: folder, MCPVALS_PORT: String(port) };
  const hook = async (key: HookName): Promise<void> => {
    const command = suite.config[key];
    if (command !== undefined)
      await runHook(key, expandText(command, env, key), { folder: suite.folder, env, timeout });
  };
  let prepared: Promise<void> | undefined;
  let started: { key: string; session: Promise<ServerSession | ServerFailure> } | undefined;
  let clock: ClockState | undefined;
  const start = async ({ features, recorded }: Offer, ms: number): Promise<ServerSession | ServerFailure> => {
    const { server } = expandServer(requireServer(suite, settings.server), env);
    clock = undefined;
    await (prepared ??= copyState(suite, folder)
      .then(() => hook("reset"))
      .then(() => hook("setup")));
    const client = buildClientSide(readClientScript(suite, env), features);
    const protocol = wishOf(server.protocol, recorded);
    const options = { server, folder: suite.folder, timeout, env: settings.env, port, client, protocol, signal };
    if (ms === 0) return orFailure(startServer(options));
    const isOurs = server.transport === "stdio" || server.command !== undefined;
    clock = { moved: false, why: isOurs ? "it did not start" : "mcpvals does not start it" };
    if (!isOurs) return orFailure(startServer(options));
    const session = await startWithClock(options, ms);
    if (!(session instanceof ServerFailure)) clock = session.clock;
    return session;
  };
  const end = async (): Promise<void> => {
    const session = await started?.session.catch(() => undefined);
    if (session !== undefined && !(session instanceof ServerFailure)) await session.close();
  };
  return {
    env,
    folder,
    port,
    places: createStageVeil(settings, { env, folder, port }),
    async start(offer = { features: featuresOf(suite.config) }, { clock: asked = 0 } = {}) {
      // A shared server keeps running from run to run, and its clock with it.
      const ms = settings.isolation === "suite" ? 0 : asked;
      const key = JSON.stringify([offer, ms]);
      // Runs that share a stage may have been recorded with different offers; the server learns an offer only at its
      // start.
      if (started !== undefined && started.key !== key) await end();
      if (started?.key !== key) started = { key, session: start(offer, ms) };
      const session = await started.session;
      if (ms !== asked) clock = { moved: false, why: 'all workflows share it ("isolation": "suite")' };
      return session;
    },
    clock: () => clock,
    async close() {
      try {
        await end();
        if (started !== undefined) await hook("teardown");
      } finally {
        if (borrowed === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

function createStageVeil(
  settings: RunSettings,
  { env, folder, port }: Pick<Stage, "env" | "folder" | "port">,
): Stage["places"] {
  const { suite, redactor } = settings;
  return createVeil({
    redactor,
    paths: suite.config.redact?.paths ?? [],
    places: createPlaces({
      ...readMachine(suite.folder),
      run: readForms(folder),
      port,
      server: readAddress(settings, env),
      env: readVariables(settings),
    }),
  });
}

/** Starts a server of ours with its clock moved. */
async function startWithClock(
  options: Parameters<typeof startServer>[0],
  ms: number,
): Promise<ServerSession | ServerFailure> {
  // Not the run's own folder: a server may list its contents.
  const told = await makeRunFolder();
  try {
    return await orFailure(startServer({ ...options, clock: { ms, folder: told } }));
  } finally {
    await rm(told, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Returns a fault of the server at its start as a failure; other errors are thrown. */
async function orFailure(starting: Promise<ServerSession>): Promise<ServerSession | ServerFailure> {
  try {
    return await starting;
  } catch (error) {
    if (error instanceof ServerFailure) return error;
    throw error;
  }
}

/** The variables that are places: those without secrets, with the values that they have once secrets are hidden. */
function readVariables({ suite, redactor }: RunSettings): Record<string, string> {
  const known = suite.variables.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, redactor.redact(value)] as const],
  );
  return Object.fromEntries(known.filter(([, value]) => !isPlaceholder(value)));
}

/** The URL of an HTTP server; undefined for stdio, and where the URL is unknown until the variables are set. */
function readAddress({ server }: RunSettings, env: Stage["env"]): string | undefined {
  if (server === undefined || server.transport === "stdio") return undefined;
  try {
    return expandText(server.url, env, "server.url");
  } catch {
    return undefined;
  }
}
