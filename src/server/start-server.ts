// The server of a config in, a connected session out: the way to a live server.
import { LiveSession } from "./live-session.js";
import { Requests } from "./requests.js";
import type { ServerSession } from "./session.js";
import type { StartOptions } from "./wire.js";

/**
 * Starts the server, or connects to it, and does `initialize`.
 * Rejects with `ServerFailure` where the server is at fault (exits, never answers, answers rubbish), with McpvalsError
 * COMMAND_NOT_FOUND or SERVER_UNREACHABLE where the outside is. Nothing is left running then.
 */
export async function startServer(options: StartOptions): Promise<ServerSession> {
  const { server } = options;
  options.signal?.throwIfAborted();
  const requests = new Requests();
  if (server.transport === "stdio") {
    const { startStdioWire } = await import("./stdio-wire.js");
    return new LiveSession(await startStdioWire(server.command, options, requests), requests, options.timeout);
  }
  const { startHttpWire } = await import("./http-wire.js");
  return new LiveSession(await startHttpWire(server, options, requests), requests, options.timeout);
}
