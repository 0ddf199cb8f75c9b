// Maps MCP tool names to names that Claude takes, and back. Pure: the same names always give the same mapping.
import { splitTool } from "../servers.js";

/** The mapping between a list of MCP tool names and the names that Claude is given for them. */
export interface ToolNames {
  /** Returns a name that Claude takes, also for a tool that is not listed (Claude made it up, or it is gone). */
  toClaude(mcpName: string): string;
  /** Returns the MCP name; an unknown name comes back unchanged. */
  toMcp(claudeName: string): string;
}

const LEGAL = /^[a-zA-Z0-9_-]+$/;
/** The Messages API takes 128 characters. Hosts that join servers keep to 64, as older versions of the API did. */
const MAX_LENGTH = 128;
const MAX_JOINED = 64;
const HASH_LENGTH = 8;

/**
 * Maps MCP names to Claude's `^[a-zA-Z0-9_-]{1,128}$`, one to one. A legal name stays as it is, whatever other tools
 * there are. In any other name, odd characters become `_`; a hash follows only where two tools would get the same name.
 * The order of the list never matters. `pattern`: where the suite has several servers, so that the names are
 * `server/tool`: how a host joins them.
 */
export function buildToolNames(mcpNames: Iterable<string>, pattern?: string): ToolNames {
  const limit = pattern === undefined ? MAX_LENGTH : MAX_JOINED;
  const claudeOf = new Map<string, string>();
  const mcpOf = new Map<string, string>();
  const give = (mcpName: string, claudeName: string): void => {
    claudeOf.set(mcpName, claudeName);
    mcpOf.set(claudeName, mcpName);
  };
  const isTaken = (name: string): boolean => mcpOf.has(name);
  const raw = (mcpName: string): string => (pattern === undefined ? mcpName : joinName(mcpName, pattern));
  const isLegal = (mcpName: string): boolean => LEGAL.test(raw(mcpName)) && raw(mcpName).length <= limit;
  const short = (mcpName: string): string => replaceOdd(raw(mcpName)).slice(0, limit);
  const hashed = (mcpName: string): string => withHash(mcpName, short(mcpName), limit, isTaken);

  const names = [...new Set(mcpNames)].toSorted();
  const odd = names.filter((name) => !isLegal(name));
  const crowded: string[] = [];
  for (const name of names) {
    if (!isLegal(name)) continue;
    if (isTaken(raw(name))) crowded.push(name);
    else give(name, raw(name));
  }
  const wanted = new Map<string, number>();
  for (const name of odd) wanted.set(short(name), (wanted.get(short(name)) ?? 0) + 1);
  for (const name of odd) {
    if (wanted.get(short(name)) === 1 && !isTaken(short(name))) give(name, short(name));
    else crowded.push(name);
  }
  for (const name of crowded) give(name, hashed(name));

  return {
    toClaude: (mcpName) => {
      const known = claudeOf.get(mcpName);
      if (known !== undefined) return known;
      return isTaken(short(mcpName)) ? hashed(mcpName) : short(mcpName);
    },
    toMcp: (claudeName) => mcpOf.get(claudeName) ?? claudeName,
  };
}

/** A name without a server is one that Claude made up. */
function joinName(mcpName: string, pattern: string): string {
  const { server, tool } = splitTool(mcpName);
  if (server === "") return mcpName;
  return pattern.replace(/\{(server|tool)\}/g, (_, part: string) => (part === "server" ? server : tool));
}

function replaceOdd(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/gu, "_") || "_";
}

function withHash(name: string, short: string, limit: number, isTaken: (candidate: string) => boolean): string {
  const stem = short.slice(0, limit - HASH_LENGTH - 1);
  for (let salt = 0; ; salt += 1) {
    const candidate = `${stem}_${hash(salt === 0 ? name : `${name}\u0000${String(salt)}`)}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** FNV-1a, 32 bits: short and stable. Nothing here needs a cryptographic hash. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(16).padStart(HASH_LENGTH, "0");
}
