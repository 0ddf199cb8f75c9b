// The stage of a run: its own folder and port, and, once started, `setup` done and the server there.
// With `"isolation": "suite"` all runs of a command share one stage.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlaces } from "../cassette/places.js";
import { expandServer, expandText } from "../config/expand.js";
import { createVeil, type Veil } from "../redaction/veil.js";
import { requireServer } from "../config/require-server.js";
import { findFreePort } from "../server/free-port.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import { startServer } from "../server/start-server.js";
import { runHook } from "./hook.js";
import { readForms, readMachine } from "./machine.js";
import type { RunSettings } from "./settings.js";

export interface Stage {
  /** The environment, with MCPVALS_TMP and MCPVALS_PORT. */
  env: Readonly<Record<string, string | undefined>>;
  /** What hides and shows all texts of the run: secrets and places. */
  places: Veil;
  /** The run's own folder, absolute, and its own port. */
  folder: string;
  port: number;
  /** Runs `setup` and starts the server, or says why there is none. Throws for a fault of the environment. */
  start(): Promise<ServerSession | ServerFailure>;
  /** Ends the server, runs `teardown`, removes the folder. */
  close(): Promise<void>;
}

export interface Stages {
  open(): Promise<Stage>;
  /** Ends what is shared. */
  close(): Promise<void>;
}

/** Names for what an offline run does not have; equal in every run, and put back into placeholders in the report. */
const OFFLINE = { folder: join(tmpdir(), "mcpvals-offline"), port: 65_535 };

/** Stages for the runs of one command. With `offline` nothing is ever started on them, so they own nothing. */
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
      await (await shared)?.close();
    },
  };
}

/** A stage of its own. Nothing is started yet. */
export async function openStage(settings: RunSettings, borrowed?: { folder: string; port: number }): Promise<Stage> {
  const { suite, timeout, signal } = settings;
  const folder = borrowed?.folder ?? (await mkdtemp(join(tmpdir(), "mcpvals-")));
  const port = borrowed?.port ?? (await findFreePort());
  const env = { ...settings.env, MCPVALS_TMP: folder, MCPVALS_PORT: String(port) };
  const hook = async (key: "setup" | "teardown"): Promise<void> => {
    const command = suite.config[key];
    if (command !== undefined)
      await runHook(key, expandText(command, env, key), { folder: suite.folder, env, timeout });
  };
  let started: Promise<ServerSession | ServerFailure> | undefined;
  const start = async (): Promise<ServerSession | ServerFailure> => {
    const { server } = expandServer(requireServer(suite, settings.server), env);
    await hook("setup");
    try {
      return await startServer({ server, folder: suite.folder, timeout, env: settings.env, signal });
    } catch (error) {
      if (error instanceof ServerFailure) return error;
      throw error;
    }
  };
  return {
    env,
    folder,
    port,
    places: createVeil({
      redactor: settings.redactor,
      paths: suite.config.redact?.paths ?? [],
      places: createPlaces({
        ...readMachine(suite.folder),
        run: readForms(folder),
        port,
        server: readAddress(settings, env),
        env: Object.fromEntries(
          suite.variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
        ),
      }),
    }),
    start: () => (started ??= start()),
    async close() {
      try {
        const server = await started?.catch(() => undefined);
        if (server !== undefined && !(server instanceof ServerFailure)) await server.close();
        if (started !== undefined) await hook("teardown");
      } finally {
        if (borrowed === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}

/** The URL of an HTTP server; undefined for stdio, and where the URL is not known before the variables are set. */
function readAddress({ server }: RunSettings, env: Stage["env"]): string | undefined {
  if (server === undefined || server.transport === "stdio") return undefined;
  try {
    return expandText(server.url, env, "server.url");
  } catch {
    return undefined;
  }
}
