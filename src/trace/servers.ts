// Joins what several servers say of themselves into one contract, whose tools are named `server/tool`, and takes it apart.
// Sorted by name: the order of the servers in a config means nothing. Pure.
import type { Contract, ServerSays, Tool } from "./contract.js";
import type { ServerIdentity, Trace } from "./trace.js";

/** What a server may be called in a config. */
export const SERVER_NAME = /^[a-z0-9-]{1,32}$/;

/** What a server may be called in a cassette: the servers of an agent have the names of its own configuration. */
export const WRITTEN_SERVER_NAME = /^(?!__proto__$)[^/\p{C}]{1,100}$/u;

/** The name that people write and read: `travel/book`; the tool's own where the suite has one server. */
export function toolOn(server: string | undefined, tool: string): string {
  return server === undefined ? tool : `${server}/${tool}`;
}

/** The server and the tool in a name of {@link toolOn}. Call it only where there are several servers. */
export function splitTool(name: string): { server: string; tool: string } {
  const at = name.indexOf("/");
  return { server: name.slice(0, Math.max(0, at)), tool: name.slice(at + 1) };
}

/** Several servers in the order of everything that is written: by name. */
export function byServerName<T>(entries: Iterable<readonly [string, T]>): [string, T][] {
  return Array.from(entries, ([name, value]): [string, T] => [name, value]).toSorted(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
}

/** The contract of several servers together. */
export function joinContracts(contracts: Iterable<readonly [string, Contract]>): Contract {
  const sorted = byServerName(contracts);
  return {
    server: {},
    capabilities: {},
    tools: sorted.flatMap(([name, { tools }]) => onServer(name, tools)),
    servers: Object.fromEntries(sorted.map(([name, contract]) => [name, withoutTools(contract)])),
  };
}

function withoutTools(contract: Contract): ServerSays {
  const { tools: _, servers: _servers, ...says } = contract;
  return says;
}

/** The tools of one server under the names that people read. */
export function onServer(server: string, tools: readonly Tool[]): Tool[] {
  return tools.map((tool) => ({ ...tool, name: toolOn(server, tool.name) }));
}

/** One server of a contract, or the only one. */
export interface ContractOf {
  server: string | undefined;
  contract: Contract;
}

/** The contract of each server, with the tools' own names; one without a name where there is one server. */
export function contractsIn(contract: Contract): ContractOf[] {
  const { servers, tools } = contract;
  if (servers === undefined) return [{ server: undefined, contract }];
  return byServerName(Object.entries(servers)).map(([server, says]) => ({
    server,
    contract: { ...says, tools: toolsOf(server, tools) },
  }));
}

/** What each server says of itself, without its tools. */
export function saysIn(contract: Contract): { server: string | undefined; says: ServerSays }[] {
  const { servers, tools: _, ...says } = contract;
  if (servers === undefined) return [{ server: undefined, says }];
  return byServerName(Object.entries(servers)).map(([server, its]) => ({ server, says: its }));
}

/** The tools of one server under their own names. */
export function toolsOf(server: string, tools: readonly Tool[]): Tool[] {
  return tools.flatMap((tool) => {
    const split = splitTool(tool.name);
    return split.server === server ? [{ ...tool, name: split.tool }] : [];
  });
}

/** Several servers as one. */
export function joinIdentities(identities: Iterable<readonly [string, ServerIdentity]>): ServerIdentity {
  const sorted = byServerName(identities);
  return {
    name: sorted.map(([name]) => name).join(" + "),
    version: "",
    protocol: "",
    servers: Object.fromEntries(sorted),
  };
}

/** Each server, or the only one. */
export function identitiesIn(identity: ServerIdentity): { server: string | undefined; identity: ServerIdentity }[] {
  if (identity.servers === undefined) return [{ server: undefined, identity }];
  return byServerName(Object.entries(identity.servers)).map(([server, its]) => ({ server, identity: its }));
}

/** The server that has a tool; one that says nothing where no server is called so. */
export function serverOf(identity: ServerIdentity, tool: string): ServerIdentity {
  const { servers } = identity;
  if (servers === undefined) return identity;
  const { server } = splitTool(tool);
  return (Object.hasOwn(servers, server) ? servers[server] : undefined) ?? { name: server, version: "", protocol: "" };
}

/** The names of the servers of a run; none where it has one server. */
export function serverNamesOf({ server }: Pick<Trace, "server">): string[] {
  return identitiesIn(server).flatMap(({ server: name }) => name ?? []);
}

/** Each server in a few words: `travel: travel-mcp 2.0.1, protocol 2025-11-25`; the only one without its key. */
export function describeServers(identity: ServerIdentity): string[] {
  return identitiesIn(identity).map(({ server, identity: { name, version, protocol } }) => {
    const said = `${name} ${version}, protocol ${protocol}`;
    return server === undefined ? said : `${server}: ${said}`;
  });
}
