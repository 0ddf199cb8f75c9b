// Maps MCP tool names to names that Claude takes, and back. Pure: the same names always give the same mapping.

/** The mapping between a list of MCP tool names and the names that Claude is given for them. */
export interface ToolNames {
  /** Returns a name that Claude takes, also for a tool that is not listed (Claude made it up, or it is gone). */
  toClaude(mcpName: string): string;
  /** Returns the MCP name; an unknown name comes back unchanged. */
  toMcp(claudeName: string): string;
}

const LEGAL = /^[a-zA-Z0-9_-]{1,128}$/;
const MAX_LENGTH = 128;
const HASH_LENGTH = 8;

/**
 * Maps MCP names to Claude's `^[a-zA-Z0-9_-]{1,128}$`, one to one. A legal name stays as it is, whatever other tools
 * there are. In any other name, odd characters become `_`; a hash follows only where two tools would get the same name.
 * The order of the list never matters.
 */
export function buildToolNames(mcpNames: Iterable<string>): ToolNames {
  const claudeOf = new Map<string, string>();
  const mcpOf = new Map<string, string>();
  const give = (mcpName: string, claudeName: string): void => {
    claudeOf.set(mcpName, claudeName);
    mcpOf.set(claudeName, mcpName);
  };
  const names = [...new Set(mcpNames)].toSorted();
  const odd = names.filter((name) => !LEGAL.test(name));
  for (const name of names) if (LEGAL.test(name)) give(name, name);

  const wanted = new Map<string, number>();
  for (const name of odd) wanted.set(replaceOdd(name), (wanted.get(replaceOdd(name)) ?? 0) + 1);
  const crowded: string[] = [];
  for (const name of odd) {
    const claudeName = replaceOdd(name);
    if (wanted.get(claudeName) === 1 && !mcpOf.has(claudeName)) give(name, claudeName);
    else crowded.push(name);
  }
  for (const name of crowded)
    give(
      name,
      withHash(name, (candidate) => mcpOf.has(candidate)),
    );

  return {
    toClaude: (mcpName) => {
      const known = claudeOf.get(mcpName);
      if (known !== undefined) return known;
      const claudeName = replaceOdd(mcpName);
      return mcpOf.has(claudeName) ? withHash(mcpName, (candidate) => mcpOf.has(candidate)) : claudeName;
    },
    toMcp: (claudeName) => mcpOf.get(claudeName) ?? claudeName,
  };
}

function replaceOdd(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/gu, "_").slice(0, MAX_LENGTH) || "_";
}

function withHash(name: string, isTaken: (candidate: string) => boolean): string {
  const stem = replaceOdd(name).slice(0, MAX_LENGTH - HASH_LENGTH - 1);
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
