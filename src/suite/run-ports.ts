// Gives each server of a run a port of its own, and says what it is called in the environment.
import type { NamedServer } from "../config/servers.js";
import { portVariable } from "../config/run-variables.js";
import { findFreePort } from "../server/free-port.js";

/** The port of one server; of the only one where `server` is undefined. */
export interface RunPort {
  server: string | undefined;
  port: number;
}

/** A free port for each server; one also where the suite names no server, for its texts. */
export async function findPorts(servers: readonly NamedServer[]): Promise<RunPort[]> {
  const found: RunPort[] = [];
  for (const server of namesOf(servers)) {
    let port = await findFreePort();
    // The system may give a port again that nobody took yet.
    while (found.some((other) => other.port === port)) port = await findFreePort();
    found.push({ server, port });
  }
  return found;
}

/** Ports that nothing listens on, the same in every run, for runs that start nothing. */
export function fixedPorts(servers: readonly NamedServer[]): RunPort[] {
  return namesOf(servers).map((server, at) => ({ server, port: 65_535 - at }));
}

/** `MCPVALS_PORT`, or `MCPVALS_PORT_NAME` of each of several servers. */
export function portVariables(ports: readonly RunPort[]): Record<string, string> {
  return Object.fromEntries(
    ports.map(({ server, port }) => [server === undefined ? "MCPVALS_PORT" : portVariable(server), String(port)]),
  );
}

/** What the part of one server in the config may name: all of them, and its own as `MCPVALS_PORT`. */
export function portsFor(server: string | undefined, ports: readonly RunPort[]): Record<string, string> {
  const own = ports.find((one) => one.server === server)?.port;
  return { ...portVariables(ports), ...(own === undefined ? {} : { MCPVALS_PORT: String(own) }) };
}

/** The ports as places. */
export function placesOfPorts(ports: readonly RunPort[]): { port?: number; ports?: Record<string, number> } {
  const named = ports.flatMap(({ server, port }) => (server === undefined ? [] : [[server, port] as const]));
  const only = ports.find(({ server }) => server === undefined);
  if (only !== undefined) return { port: only.port };
  return { ports: Object.fromEntries(named) };
}

function namesOf(servers: readonly NamedServer[]): (string | undefined)[] {
  return servers.length === 0 ? [undefined] : servers.map(({ name }) => name);
}
