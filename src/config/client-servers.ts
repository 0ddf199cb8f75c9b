// Knows the configuration of an MCP client again, and says what to write instead of it. Pure.
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { shellWords } from "../shell-words.js";
import { renderFirstSuite } from "./first-suite.js";
import { slugOf } from "./slug.js";

/**
 * The error for a config with `mcpServers`, as most clients have it, or with `servers`, as VS Code has it; undefined for
 * any other. Shows names of variables and headers, but no value of one.
 */
export function describeClientConfig(raw: unknown, where: string): McpvalsError | undefined {
  if (!isJsonObject(raw)) return undefined;
  const key = ["mcpServers", "servers"].find((one) => isJsonObject(raw[one]));
  const servers = key === undefined ? undefined : raw[key];
  if (key === undefined || !isJsonObject(servers) || "server" in raw) return undefined;
  const [[name, entry] = ["", {}]] = Object.entries(servers);
  const { server, left } = serverOf(isJsonObject(entry) ? entry : {});
  const isSuite = "workflows" in raw || "toolHealthSuites" in raw;
  const names = Object.keys(servers);
  const file = `${slugOf(name === "" ? "my-server" : name)}.mcp-eval.config.json`;
  const lines = isSuite ? [`"server": ${server}`] : renderFirstSuite(server);
  return new McpvalsError(
    "CONFIG_INVALID",
    isSuite
      ? `${where}: "${key}" is a key of clients; a suite has one "server"`
      : `${where} is the configuration of a client, not a suite`,
    {
      evidence: [
        `It lists ${names.length === 1 ? "one server" : `${names.length} servers`}: ${names.join(", ") || "none"}. A suite is one server, and what Claude is asked to do with it:`,
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

/** The server as a suite writes it, and the names whose values it takes from the environment. */
function serverOf(entry: JsonObject): { server: string; left: string[] } {
  const { command, args, cwd } = entry;
  const url = [entry["url"], entry["serverUrl"]].find((one) => typeof one === "string");
  const env = isJsonObject(entry["env"]) ? Object.keys(entry["env"]) : [];
  const headers = isJsonObject(entry["headers"]) ? Object.keys(entry["headers"]) : [];
  const variables = headers.map((name) => name.toUpperCase().replaceAll(/\W/g, "_"));
  const server =
    url === undefined
      ? {
          transport: "stdio",
          command: typeof command === "string" ? command : "node",
          ...(Array.isArray(args) ? { args } : {}),
          ...(env.length === 0 ? {} : { env: Object.fromEntries(env.map((name) => [name, `\${${name}}`])) }),
          ...(typeof cwd === "string" ? { cwd } : {}),
        }
      : {
          transport: entry["type"] === "sse" ? "sse" : "shttp",
          // A query may hold a key.
          url: url.replace(/[?#].*$/s, ""),
          ...(headers.length === 0
            ? {}
            : { headers: Object.fromEntries(headers.map((name, at) => [name, `\${${variables[at] ?? ""}}`])) }),
        };
  const spaced = JSON.stringify(server, null, 1).replaceAll(/\n\s*/g, " ");
  return { server: spaced, left: url === undefined ? env : variables };
}
