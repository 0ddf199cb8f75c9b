// Builds the environment of a server: the safe base of MCP hosts, what the config lets through, and its own variables.
// Pure.
import type { ServerConfig } from "../config/schema.js";

type Environment = Readonly<Record<string, string | undefined>>;

// The same names as in the official SDK.
const BASE_POSIX = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
const BASE_WINDOWS = [
  "APPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PROCESSOR_ARCHITECTURE",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "USERNAME",
  "USERPROFILE",
  "PROGRAMFILES",
];
/** Keys and settings of our own models; only the server's own `env` can pass them on. */
const OURS = /^(?:ANTHROPIC|OPENAI)_/i;

/** The server's environment: what it gets from our `env` by `inheritEnv`, overridden by its own `env`. */
export function buildServerEnvironment(
  server: Pick<ServerConfig, "env" | "inheritEnv">,
  env: Environment,
  platform: string = process.platform,
): Record<string, string> {
  const base = platform === "win32" ? BASE_WINDOWS : BASE_POSIX;
  const { inheritEnv } = server;
  const wanted = new Set([...base, ...(Array.isArray(inheritEnv) ? inheritEnv : [])].map((name) => name.toUpperCase()));
  const sameName = (name: string): boolean =>
    platform === "win32" ? wanted.has(name.toUpperCase()) : base.includes(name) || namedIn(inheritEnv, name);
  const inherited: [string, string][] = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    // A value that begins with "()" is an exported shell function: code, not data.
    if (value === undefined || OURS.test(name) || value.startsWith("()")) return [];
    return inheritEnv === true || sameName(name) ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(inherited), ...server.env };
}

function namedIn(inheritEnv: ServerConfig["inheritEnv"], name: string): boolean {
  return Array.isArray(inheritEnv) && inheritEnv.includes(name);
}
