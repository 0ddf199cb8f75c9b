// Finds the MCP configuration that a command gives to its agent, and rewrites it so that each server stands behind
// mcpvals.
import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readClientServers } from "../config/client-entry.js";
import { McpvalsError, messageOf } from "../errors.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";

export interface AgentConfig {
  /** By name, as they are written. */
  servers: Record<string, JsonObject>;
  /** Where they are written, for messages. */
  from: string | undefined;
  /** The command's arguments with another configuration in place of its own. */
  argumentsWith: (file: string) => string[];
}

const FLAG = "--mcp-config";
/** Bytes. */
const LARGEST = 4 * 1024 * 1024;

/** `--mcp-config` of the command, else `.mcp.json` of the folder. Throws FILE_NOT_FOUND, CONFIG_INVALID. */
export function findAgentConfig(command: string, args: readonly string[], cwd: string): AgentConfig {
  const found = takeFlag(args);
  if (found.values.length > 0) {
    const servers = Object.assign({}, ...found.values.map((value) => readServers(value, cwd)));
    return {
      servers,
      from: FLAG,
      argumentsWith: (file) => [...found.before, FLAG, file, ...found.after],
    };
  }
  const file = join(cwd, ".mcp.json");
  const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const servers = isThere ? readServers(file, cwd) : {};
  const isClaude = /^claude(?:\.exe|\.cmd)?$/.test(basename(command));
  return {
    servers,
    from: isThere ? ".mcp.json" : undefined,
    argumentsWith: (other) => (isThere && isClaude ? [...args, FLAG, other, "--strict-mcp-config"] : [...args]),
  };
}

/** The values of the flag: all words up to the next flag. */
function takeFlag(args: readonly string[]): { values: string[]; before: string[]; after: string[] } {
  const at = args.findIndex((arg) => arg === FLAG || arg.startsWith(`${FLAG}=`));
  const first = args[at];
  if (first === undefined) return { values: [], before: [...args], after: [] };
  if (first !== FLAG) {
    return { values: [first.slice(FLAG.length + 1)], before: args.slice(0, at), after: args.slice(at + 1) };
  }
  const next = args.findIndex((arg, index) => index > at && arg.startsWith("-"));
  const end = next < 0 ? args.length : next;
  return { values: args.slice(at + 1, end), before: args.slice(0, at), after: args.slice(end) };
}

/** A file, or the JSON itself. Shows nothing of it: it may hold a secret. */
function readServers(value: string, cwd: string): Record<string, JsonObject> {
  const isInline = value.trim().startsWith("{");
  const where = isInline ? `the JSON after ${FLAG}` : value;
  let text = value;
  if (!isInline) {
    const file = resolve(cwd, value);
    try {
      if (statSync(file).size > LARGEST) throw new Error("it is too large");
      text = readFileSync(file, "utf8");
    } catch (error) {
      throw new McpvalsError("FILE_NOT_FOUND", `cannot read ${where}: ${messageOf(error)}`, {
        fix: "Name the agent's MCP configuration.",
      });
    }
  }
  const parsed = readJson(text);
  const found = readClientServers(parsed);
  if (found === undefined) {
    throw new McpvalsError("CONFIG_INVALID", `${where} lists no servers`, {
      fix: 'The agent\'s configuration lists them under "mcpServers".',
    });
  }
  return found.entries;
}

/** Variables that are the agent's alone. */
export const AGENT_ONLY = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "CLAUDE_CONFIG_DIR",
  "MCPVALS_MCP_CONFIG",
] as const;

export interface RewriteOptions {
  /** Node and the file of this program. */
  program: readonly [string, string];
  socket: string;
  /** The address of our proxy for a server over HTTP. */
  openHttp: (name: string, url: URL) => Promise<string>;
}

/** What a server is called in a cassette, where a slash is between a server and its tool. */
export function linkName(server: string): string {
  return server.replaceAll("/", "_");
}

/** The same servers, each behind mcpvals. Throws CONFIG_INVALID for one that cannot be. */
export async function rewriteServers(
  servers: Readonly<Record<string, JsonObject>>,
  { program: [node, file], socket, openHttp }: RewriteOptions,
): Promise<Record<string, JsonObject>> {
  const rewritten: Record<string, JsonObject> = {};
  for (const [name, entry] of Object.entries(servers)) {
    const { type, command, args, url, env } = entry;
    const link = linkName(name);
    if (Object.keys(servers).some((other) => other !== name && linkName(other) === link)) {
      throw new McpvalsError("CONFIG_INVALID", `the server ${name} and another one would both be called ${link}`, {
        fix: "Rename one of them in the configuration that the command gets.",
      });
    }
    if (typeof url === "string" && URL.canParse(url) && type !== "sse" && type !== "ws") {
      rewritten[name] = { ...entry, url: await openHttp(link, new URL(url)) };
      continue;
    }
    if (typeof command !== "string") {
      throw new McpvalsError("CONFIG_INVALID", `the server ${name} cannot be put behind mcpvals`, {
        evidence: `It is of type ${typeof type === "string" ? type : "unknown"}. mcpvals takes servers with a command, and those over streamable HTTP with a URL.`,
        fix: "Leave it out of the configuration that the command gets.",
      });
    }
    const own = isJsonObject(env) ? Object.keys(env) : [];
    const drop = AGENT_ONLY.filter((variable) => !own.includes(variable));
    rewritten[name] = {
      ...entry,
      command: node,
      args: [file, "wrapped-server", socket, link, drop.join(","), "--", command, ...(Array.isArray(args) ? args : [])],
    };
  }
  return rewritten;
}
