// Puts the servers of one agent together: one contract, and one name for each tool. Pure.
import type { Contract } from "../trace/contract.js";
import { contractsIn, joinContracts, joinIdentities, splitTool, toolOn } from "../trace/servers.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { LinkCall } from "./server-link.js";

export interface MetServer {
  name: string;
  server: ServerIdentity;
  contract: Contract;
}

/**
 * The name of a tool where a person reads it: `server/tool`, and `tool` where there is one server. `isJoined`: the first
 * in any case, because a suite gives its only server a name.
 */
export function toolName(
  servers: readonly string[],
  { server, tool }: Pick<LinkCall, "server" | "tool">,
  isJoined = servers.length !== 1,
): string {
  return toolOn(isJoined ? server : undefined, tool);
}

/** The server and the tool of such a name. */
export function splitToolName(servers: readonly string[], name: string): { server: string; tool: string } {
  const [only = ""] = servers;
  return servers.length === 1 && !name.startsWith(`${only}/`) ? { server: only, tool: name } : splitTool(name);
}

/** A server of the agent as a person reads it: `server` is our name for the only one of a suite. */
export function nameAgentServer(name: string): string {
  return name === "server" ? "the server" : `the server ${name}`;
}

/** For a call that no turn of the model asked for: of an agent whose model did not pass mcpvals, or made twice. */
export function describeUnasked(tool: string): string {
  return `${tool} was called, and no turn of the model that passed mcpvals asked for it`;
}

/** What Claude Code calls a tool. */
export function claudeCodeName(server: string, tool: string): string {
  const plain = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, "_");
  return `mcp__${plain(server)}__${plain(tool)}`;
}

/** Names each listed tool as the agent does: as Claude Code, or by its own name as the SDK's runner. */
export function agentNames(met: readonly MetServer[], isJoined?: boolean): Map<string, string> {
  const servers = met.map(({ name }) => name);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name: server, contract } of met) {
    for (const { name: tool } of contract.tools) {
      const own = toolName(servers, { server, tool }, isJoined);
      for (const agentName of [claudeCodeName(server, tool), tool]) {
        // Two tools with one name: only the id of a call says which it is.
        if (taken.has(agentName)) names.delete(agentName);
        else names.set(agentName, own);
        taken.add(agentName);
      }
    }
  }
  return names;
}

/** One server as it is; several as the servers of a suite. */
export function joinServers(
  met: readonly MetServer[],
  isJoined = met.length !== 1,
): { server: ServerIdentity; contract: Contract } {
  const [only] = met;
  if (!isJoined && only !== undefined) return { server: only.server, contract: only.contract };
  return {
    server: joinIdentities(met.map(({ name, server }) => [name, server])),
    contract: joinContracts(met.map(({ name, contract }) => [name, contract])),
  };
}

/** Without the lists that the agent asked for only now, or only then: they say nothing about a server. */
export function keepListsOfBoth(now: Contract, recorded: Contract): Contract {
  const then = new Map(contractsIn(recorded).map(({ server, contract }) => [server, contract]));
  const kept = contractsIn(now).map(({ server, contract }) => {
    const own = { ...contract };
    for (const list of ["prompts", "resources", "resourceTemplates"] as const)
      if (then.get(server)?.[list] === undefined || own[list] === undefined) delete own[list];
    return [server, own] as const;
  });
  const [only] = kept;
  if (only !== undefined && only[0] === undefined) return only[1];
  return joinContracts(kept.map(([server = "", contract]) => [server, contract]));
}
