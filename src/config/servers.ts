// Lists the servers of a config: the only one, without a name, or several, by name. Pure.
import { byServerName } from "../trace/servers.js";
import type { ParsedConfig, ServerConfig } from "./schema.js";

/** A server of a suite. */
export interface NamedServer {
  /** Its key in `servers`; undefined where the suite has one `server`. */
  name: string | undefined;
  server: ServerConfig;
}

/** None where the config names none. The order in the config means nothing: they are sorted by name. */
export function serversIn({ server, servers }: Pick<ParsedConfig, "server" | "servers">): NamedServer[] {
  if (servers === undefined) return server === undefined ? [] : [{ name: undefined, server }];
  return byServerName(Object.entries(servers)).map(([name, its]) => ({ name, server: its }));
}

/** Where a server stands in the config, for messages: `servers.travel`. */
export function serverKey(name: string | undefined): string {
  return name === undefined ? "server" : `servers.${name}`;
}
