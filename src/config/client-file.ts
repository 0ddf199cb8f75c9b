// Reads the configuration file of an MCP client. Never shows a line of it: one may hold a secret.
import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { McpvalsError } from "../errors.js";
import { readClientServers, type ClientServers } from "./client-entry.js";
import { decodeConfig } from "./decode-config.js";
import { withoutComments } from "./json-with-comments.js";
import { describeMissingFile } from "./not-found.js";
import { parseJson } from "./parse-json.js";
import { showPath } from "./show-path.js";

/** Bytes. */
const LARGEST = 4 * 1024 * 1024;

export interface ClientFile extends ClientServers {
  /** Absolute: the folder in which the client starts its servers. */
  root: string;
}

/** Throws FILE_NOT_FOUND, and CONFIG_INVALID where it is no JSON or lists no servers. `file` is absolute. */
export async function readClientFile(file: string, cwd: string): Promise<ClientFile> {
  const where = showPath(file, cwd);
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) {
    throw await describeMissingFile(file, cwd, "Name the configuration of a client, such as .mcp.json.");
  }
  // A suite may be a stranger's, and name a device.
  if (!stats.isFile() || stats.size > LARGEST) throw noServers(where);
  const bytes = await readFile(file);
  const servers = readClientServers(parse(decodeConfig(bytes, where), where));
  if (servers !== undefined) return { ...servers, root: rootOf(file) };
  throw noServers(where);
}

function noServers(where: string): McpvalsError {
  return new McpvalsError("CONFIG_INVALID", `${where} lists no servers`, {
    evidence: 'The configuration of a client lists them under "mcpServers" or "servers".',
    fix: "Name a file that does, such as .mcp.json.",
  });
}

/** `.vscode/mcp.json` and `.cursor/mcp.json` are for the folder above theirs. */
function rootOf(file: string): string {
  const folder = dirname(file);
  return /^\.\w/.test(basename(folder)) ? dirname(folder) : folder;
}

function parse(text: string, where: string): unknown {
  try {
    return parseJson(withoutComments(text), where);
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    throw new McpvalsError(error.code, error.message, { fix: error.fix });
  }
}
