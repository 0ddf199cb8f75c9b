// Finds the MCP configuration that a command gives to its agent, and says how the command gets another one.
import { readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readClientServers } from "../config/client-entry.js";
import { McpvalsError, messageOf } from "../errors.js";
import { readJson } from "../json/read-json.js";
import type { JsonObject } from "../json/value.js";

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
