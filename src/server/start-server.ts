// Starts or connects the server of a config, and returns a connected session.
import { eraOf } from "../trace/era.js";
import { Answering } from "./answering.js";
import { PLAIN_CLIENT } from "./client-side.js";
import { LiveSession } from "./live-session.js";
import type { ProtocolWish } from "./negotiate.js";
import { Requests } from "./requests.js";
import { ServerFailure, type ServerSession } from "./session.js";
import type { StartOptions, Wire } from "./wire.js";

/**
 * Starts the server, or connects to it, in the requested era, or in the one that it speaks. Rejects with
 * `ServerFailure` for a fault of the server (it exits, never answers, or answers nonsense), with McpvalsError
 * COMMAND_NOT_FOUND or SERVER_UNREACHABLE for a fault outside it; then nothing is left running.
 */
export async function startServer(options: StartOptions): Promise<ServerSession> {
  options.signal?.throwIfAborted();
  const requests = new Requests();
  const answering = new Answering(options.client ?? PLAIN_CLIENT);
  const protocol = options.protocol ?? wishOf(options.server.protocol);
  const wire = await startWire({ ...options, answering, protocol }, requests);
  const session = new LiveSession(wire, requests, answering, options.timeout);
  const spoken = session.identity.protocol;
  if (protocol.only === undefined || protocol.only === spoken) return session;
  await session.close();
  throw new ServerFailure(
    "start",
    `the server speaks ${spoken}; the config asks for ${protocol.only} (server.protocol)`,
  );
}

async function startWire(
  options: StartOptions & { protocol: ProtocolWish; answering: Answering },
  requests: Requests,
): Promise<Wire> {
  const { server } = options;
  if (server.transport === "stdio") {
    const { startStdioWire } = await import("./stdio-wire.js");
    return startStdioWire(server.command, options, requests);
  }
  const { startHttpWire } = await import("./http-wire.js");
  return startHttpWire(server, options, requests);
}

/** Reads a config's `protocol`: the old era first unless it names a version. */
export function wishOf(protocol: string | undefined, recorded?: string): ProtocolWish {
  if (protocol === undefined || protocol === "auto") return { prefer: eraOf(recorded ?? "") };
  return { prefer: eraOf(protocol), only: protocol };
}
