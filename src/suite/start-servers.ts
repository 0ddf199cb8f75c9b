// Starts the servers of a run, each as a process and a proxy of its own, and joins them into one session.
import { rm } from "node:fs/promises";
import { expandServer } from "../config/expand.js";
import { serverKey, type NamedServer } from "../config/servers.js";
import { McpvalsError } from "../errors.js";
import type { ClientSide } from "../server/client-side.js";
import { closeAll, failureOf, joinClocks, JoinedSession } from "../server/joined-session.js";
import type { ClockState } from "../server/moved-clock.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import { startServer, wishOf } from "../server/start-server.js";
import { makeRunFolder } from "./run-folder.js";
import { portsFor, type RunPort } from "./run-ports.js";
import type { RunSettings } from "./settings.js";
import type { Offer } from "./stage-server.js";

export interface ServersToStart {
  settings: Pick<RunSettings, "suite" | "timeout" | "env" | "signal">;
  servers: readonly NamedServer[];
  /** The environment of the run, with its folder. */
  env: Readonly<Record<string, string | undefined>>;
  ports: readonly RunPort[];
  offer: Offer;
  client: ClientSide;
  /** By how many milliseconds to move the servers' clocks. */
  ms: number;
}

/** `clock`: whether the clocks were moved; undefined where that was not asked for. */
export interface StartedServers {
  session: ServerSession | ServerFailure;
  clock: ClockState | undefined;
}

interface Started {
  name: string | undefined;
  session: ServerSession | ServerFailure;
  clock: ClockState | undefined;
}

/**
 * At the same time. Where one fails, the others are ended, and the failure says whose it is. Throws for a fault outside
 * the servers; then nothing is left running.
 */
export async function startServers(toStart: ServersToStart): Promise<StartedServers> {
  const tries = await Promise.allSettled(toStart.servers.map((one) => startOne(one, toStart)));
  const started = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const sessions = started.flatMap(({ name, session }) =>
    session instanceof ServerFailure ? [] : [[name, session] as const],
  );
  const clock = joinClocks(started.flatMap((one) => (one.clock === undefined ? [] : [[one.name, one.clock] as const])));
  const fault = tries.find((one) => one.status === "rejected");
  const failed = started.find(({ session }) => session instanceof ServerFailure)?.session;
  if (fault !== undefined || failed instanceof ServerFailure) await closeAll(sessions.map(([, session]) => session));
  if (fault !== undefined) throw fault.reason;
  if (failed instanceof ServerFailure) return { session: failed, clock };
  const [only] = sessions;
  if (only !== undefined && only[0] === undefined) return { session: only[1], clock };
  return { session: new JoinedSession(sessions.map(([name = "", session]) => [name, session])), clock };
}

async function startOne(one: NamedServer, toStart: ServersToStart): Promise<Started> {
  try {
    return await startOwn(one, toStart);
  } catch (error) {
    throw one.name === undefined ? error : withName(one.name, error);
  }
}

async function startOwn({ name, server: written }: NamedServer, toStart: ServersToStart): Promise<Started> {
  const { settings, env, ports, offer, client, ms } = toStart;
  const { suite, timeout, signal } = settings;
  const { server } = expandServer(written, { ...env, ...portsFor(name, ports) }, serverKey(name));
  const recorded = name === undefined ? offer.recorded : offer.recordedOf?.[name];
  const protocol = wishOf(server.protocol, recorded);
  const port = ports.find((own) => own.server === name)?.port;
  const options = { server, folder: suite.folder, timeout, env: settings.env, port, client, protocol, signal };
  const found = (session: ServerSession | ServerFailure, clock?: ClockState): Started => ({
    name,
    session: session instanceof ServerFailure && name !== undefined ? failureOf(name, session) : session,
    clock,
  });
  if (ms === 0) return found(await orFailure(startServer(options)));
  const isOurs = server.transport === "stdio" || server.command !== undefined;
  const still = { moved: false, why: isOurs ? "it did not start" : "mcpvals does not start it" } as const;
  const session = await (isOurs ? startWithClock(options, ms) : orFailure(startServer(options)));
  return found(session, !isOurs || session instanceof ServerFailure ? still : session.clock);
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

/** The error of one of several servers. */
function withName(name: string, error: unknown): unknown {
  if (!(error instanceof McpvalsError)) return error;
  const { code, message, evidence, fix } = error;
  return new McpvalsError(code, `server "${name}": ${message}`, { evidence, fix, cause: error });
}
