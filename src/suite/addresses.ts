// Reads the addresses of a suite's servers, as places: somebody else's server is at another address on another machine.
import { expandText } from "../config/expand.js";
import { serverKey, type NamedServer } from "../config/servers.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The URLs of the servers over HTTP. `envOf`: the environment of one of them. A URL whose variables are not set is
 * unknown.
 */
export function readAddresses(
  servers: readonly NamedServer[],
  envOf: (server: string | undefined) => Environment,
): { server?: string; servers?: Record<string, string> } {
  const named: [string, string][] = [];
  for (const { name, server } of servers) {
    if (server.transport === "stdio") continue;
    const url = tryExpand(server.url, envOf(name), `${serverKey(name)}.url`);
    if (url === undefined) continue;
    if (name === undefined) return { server: url };
    named.push([name, url]);
  }
  return named.length === 0 ? {} : { servers: Object.fromEntries(named) };
}

function tryExpand(text: string, env: Environment, where: string): string | undefined {
  try {
    return expandText(text, env, where);
  } catch {
    return undefined;
  }
}
