// Reads which servers a cassette names, and the contract of each: one `server`, or several under `servers`. Pure.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { byServerName, joinContracts, joinIdentities } from "../trace/servers.js";
import type { ServerIdentity } from "../trace/trace.js";
import { serializeContract } from "./contract-file.js";
import type { Cassette, WrittenCassette, WrittenServer } from "./schema.js";

/** A server as a cassette writes it; the only one without a name. */
export interface NamedWrittenServer {
  name: string | undefined;
  written: WrittenServer;
}

/** The part of a cassette that names its servers. */
export type WithServers = Pick<WrittenCassette, "server" | "servers">;

/** The servers of a cassette, by name. */
export function serversOfCassette({ server, servers }: WithServers): NamedWrittenServer[] {
  if (servers !== undefined) return byServerName(Object.entries(servers)).map(([name, written]) => ({ name, written }));
  return server === undefined ? [] : [{ name: undefined, written: server }];
}

/** The names of the contracts of all servers, by content: also of one that is in the cassette itself. */
export function contractIdsOf(cassette: Cassette): string {
  return serversOfCassette(cassette)
    .map(({ written: { contract } }) => (typeof contract === "string" ? contract : serializeContract(contract).id))
    .join(" ");
}

/** The same cassette with other contracts, or other names of their files. */
export function withContracts(
  cassette: Cassette,
  contractOf: (written: WrittenServer, name: string | undefined) => WrittenServer["contract"],
): Cassette {
  const change = (written: WrittenServer, name: string | undefined): WrittenServer => ({
    ...written,
    contract: contractOf(written, name),
  });
  if (cassette.cassette === 1) return { ...cassette, server: change(cassette.server, undefined) };
  const { server, servers } = cassette;
  return {
    ...cassette,
    ...(server === undefined ? {} : { server: change(server, undefined) }),
    ...(servers === undefined
      ? {}
      : { servers: Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, change(one, name)])) }),
  };
}

/** The contract of all servers together, from that of each. */
export function joinRead(contracts: readonly (readonly [string | undefined, Contract])[]): Contract {
  const [only] = contracts;
  if (only !== undefined && only[0] === undefined) return only[1];
  return joinContracts(contracts.map(([name = "", contract]) => [name, contract]));
}

/** Who the servers of a cassette say they are. */
export function identityOf(cassette: WithServers): ServerIdentity {
  const all = serversOfCassette(cassette).map(({ name, written }) => {
    const { contract: _, client, roots, ...server } = written;
    const identity: ServerIdentity = {
      ...server,
      ...(client === undefined ? {} : { client }),
      ...(roots === undefined ? {} : { roots }),
    };
    return [name, identity] as const;
  });
  const [only] = all;
  if (only !== undefined && only[0] === undefined) return only[1];
  return joinIdentities(all.map(([name = "", identity]) => [name, identity]));
}

/** The names of contract files in a cassette that was parsed as YAML only. */
export function contractNamesIn(value: JsonValue): string[] {
  if (!isJsonObject(value)) return [];
  const { server, servers } = value;
  const all = [server, ...(isJsonObject(servers) ? Object.values(servers) : [])];
  return all.flatMap((one) => {
    const contract = isJsonObject(one) ? one["contract"] : undefined;
    return typeof contract === "string" && /^[0-9a-f]{12}$/.test(contract) ? [contract] : [];
  });
}
