// Knows the configuration of an MCP client again, and says what to write instead of it. Pure.
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { shellWords } from "../shell-words.js";
import { readClientEntry, readClientServers, variableName } from "./client-entry.js";
import { renderFirstSuite } from "./first-suite.js";
import { slugOf } from "./slug.js";

/**
 * The error for a config with `mcpServers`, as most clients have it, or with `servers`, as VS Code has it; undefined for
 * any other. Shows names of variables and headers, but no value of one.
 */
export function describeClientConfig(raw: unknown, where: string): McpvalsError | undefined {
  const found = readClientServers(raw);
  if (found === undefined || !isJsonObject(raw) || "server" in raw) return undefined;
  const { key, entries } = found;
  const isSuite = "workflows" in raw || "toolHealthSuites" in raw;
  // Ours: a suite with several servers. The schema says what is wrong with one of them.
  const own = Object.values(entries);
  if (key === "servers" && (own.some(isOurs) || (isSuite && own.length === 0))) return undefined;
  const [name = "my-server", ...others] = Object.keys(entries);
  const written = Object.entries(entries).map(([one, entry]) => ({ name: one, ...serverOf(entry) }));
  const left = [...new Set(written.flatMap((one) => one.left))];
  const server = others.length === 0 ? (written[0] ?? serverOf({})).server : undefined;
  const member =
    server === undefined
      ? `"servers": { ${written.map((one) => `${JSON.stringify(slugOf(one.name))}: ${one.server}`).join(", ")} }`
      : `"server": ${server}`;
  const names = Object.keys(entries);
  const file = `${slugOf(name)}.mcp-eval.config.json`;
  const lines = isSuite ? [member] : renderFirstSuite(member);
  return new McpvalsError(
    "CONFIG_INVALID",
    isSuite
      ? `${where}: "${key}" is a key of clients; a suite writes its servers as below`
      : `${where} is the configuration of a client, not a suite`,
    {
      evidence: [
        `It lists ${names.length === 1 ? "one server" : `${names.length} servers`}: ${names.join(", ") || "none"}. A suite is its servers, and what Claude is asked to do with them:`,
        ...lines.map((line) => `  ${line}`),
        ...(left.length === 0
          ? []
          : [`The values of ${left.join(", ")} are left out here: set them in the environment.`]),
      ].join("\n"),
      fix: isSuite
        ? `Write that in place of "${key}".`
        : `Write this into ${file}, then: mcpvals eval ${shellWords(file)}`,
    },
  );
}

function isOurs(entry: JsonObject): boolean {
  return "transport" in entry || "from" in entry;
}

/** The server as a suite writes it, and the names whose values it takes from the environment. */
function serverOf(entry: JsonObject): { server: string; left: string[] } {
  const { transport, command = "node", args, env = {}, cwd, url, headers = {} } = readClientEntry(entry, ".");
  const left = url === undefined ? Object.keys(env) : Object.keys(headers).map(variableName);
  const named = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.keys(values).map((name, at) => [name, `\${${left[at] ?? ""}}`]));
  const server =
    url === undefined
      ? {
          transport,
          command,
          ...(args === undefined ? {} : { args }),
          ...(left.length === 0 ? {} : { env: named(env) }),
          ...(cwd === undefined ? {} : { cwd }),
        }
      : {
          transport,
          // A query may hold a key.
          url: url.replace(/[?#].*$/s, ""),
          ...(left.length === 0 ? {} : { headers: named(headers) }),
        };
  const spaced = JSON.stringify(server, null, 1).replaceAll(/\n\s*/g, " ");
  return { server: spaced, left };
}
