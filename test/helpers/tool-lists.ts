// Published tool lists of real servers, from the data folder beside the project, where it is there.
import { existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../src/json/value.js";
import type { Contract, Tool } from "../../src/trace/contract.js";

const FOLDER = new URL("../../../shared/data/tool-lists/", import.meta.url);

/** Tests that need the lists skip without them. */
export const hasToolLists = existsSync(FOLDER);

/** A dump of `<server>@<version>`: the contract, and the protocol version that was agreed on. */
export function readDump(name: string): { contract: Contract; protocol: string } {
  const { initialize, tools } = read(`${name}.json`) as {
    initialize: { protocolVersion: string; capabilities: JsonObject; serverInfo: JsonObject; instructions?: string };
    tools: { tools: Tool[] };
  };
  const { capabilities, serverInfo: server, instructions, protocolVersion } = initialize;
  const contract = {
    server,
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    tools: tools.tools,
  };
  return { contract, protocol: protocolVersion };
}

/** The 70 servers of LiveMCPBench, 527 tools. */
export function readServers(): Contract[] {
  const servers = read("livemcpbench-70-servers.json") as {
    tools: Record<string, { server_name: string; version: string; tools: Tool[] }>;
  }[];
  return servers.flatMap(({ tools }) =>
    Object.values(tools).map((list) => ({
      server: { name: list.server_name, version: list.version },
      capabilities: { tools: {} },
      tools: list.tools,
    })),
  );
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
}
