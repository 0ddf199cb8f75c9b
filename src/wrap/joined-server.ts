// Puts the servers of one agent together: one contract, and one name for each tool. Pure.
import type { JsonObject } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { onServer, toolOn } from "../trace/servers.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { LinkCall } from "./server-link.js";

export interface MetServer {
  name: string;
  server: ServerIdentity;
  contract: Contract;
}

/** The name of a tool where a person reads it: `server/tool`, and `tool` where there is one server. */
export function toolName(servers: readonly string[], { server, tool }: Pick<LinkCall, "server" | "tool">): string {
  return toolOn(servers.length === 1 ? undefined : server, tool);
}

/** The server and the tool of such a name. */
export function splitToolName(servers: readonly string[], name: string): { server: string; tool: string } {
  const [only = ""] = servers;
  if (servers.length === 1) return { server: only, tool: name };
  const server = servers.find((one) => name.startsWith(`${one}/`)) ?? "";
  return { server, tool: name.slice(server.length + 1) };
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
export function agentNames(met: readonly MetServer[]): Map<string, string> {
  const servers = met.map(({ name }) => name);
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name: server, contract } of met) {
    for (const { name: tool } of contract.tools) {
      const own = toolName(servers, { server, tool });
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

/** One server as it is; several with their names before everything that they say. */
export function joinServers(met: readonly MetServer[]): { server: ServerIdentity; contract: Contract } {
  const [only] = met;
  if (met.length === 1 && only !== undefined) return { server: only.server, contract: only.contract };
  const servers = met.map(({ name }) => name);
  const of = (read: (contract: Contract) => JsonObject): JsonObject =>
    Object.fromEntries(met.map(({ name, contract }) => [name, read(contract)]));
  const instructions = met.flatMap(({ name, contract }) =>
    contract.instructions === undefined ? [] : [`## ${name}\n${contract.instructions}`],
  );
  const tools = met.flatMap(({ name, contract }) => onServer(name, contract.tools));
  const list = (key: "prompts" | "resources" | "resourceTemplates"): JsonObject[] | undefined => {
    const items = met.flatMap(({ name, contract }) =>
      (contract[key] ?? []).map((item): JsonObject => {
        const own = item["name"];
        return typeof own === "string" ? { ...item, name: `${name}/${own}` } : item;
      }),
    );
    return met.every(({ contract }) => contract[key] === undefined) ? undefined : items;
  };
  const [prompts, resources, resourceTemplates] = [list("prompts"), list("resources"), list("resourceTemplates")];
  return {
    server: {
      name: servers.join(" + "),
      version: met.map(({ server }) => server.version).join(" + "),
      protocol: only?.server.protocol ?? "",
    },
    contract: {
      server: of(({ server }) => server),
      capabilities: of(({ capabilities }) => capabilities),
      ...(instructions.length > 0 && { instructions: instructions.join("\n\n") }),
      tools,
      ...(prompts !== undefined && { prompts }),
      ...(resources !== undefined && { resources }),
      ...(resourceTemplates !== undefined && { resourceTemplates }),
    },
  };
}
