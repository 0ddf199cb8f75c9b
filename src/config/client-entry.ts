// Reads the entries of an MCP client's configuration: `mcpServers`, as most clients have it, or `servers`, as VS Code has
// it. Turns an entry into a suite's server, with the client's variables in our form. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** The servers of a client's configuration. */
export interface ClientServers {
  key: "mcpServers" | "servers";
  entries: Record<string, JsonObject>;
}

/** Undefined for anything that lists no servers. */
export function readClientServers(raw: unknown): ClientServers | undefined {
  if (!isJsonObject(raw)) return undefined;
  for (const key of ["mcpServers", "servers"] as const) {
    const servers = raw[key];
    if (!isJsonObject(servers)) continue;
    const entries = Object.entries(servers).map(([name, entry]) => [name, isJsonObject(entry) ? entry : {}] as const);
    return { key, entries: Object.fromEntries(entries) };
  }
  return undefined;
}

/** A server as a client lists it: not checked yet, but in the form of a suite. */
export interface ClientServer {
  transport: "stdio" | "shttp" | "sse";
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  url?: string;
  headers?: Record<string, string>;
}

/** `root`: the absolute folder that stands for `${workspaceFolder}`. Values stay, secrets among them. */
export function readClientEntry(entry: JsonObject, root: string): ClientServer {
  const text = (value: unknown): string | undefined =>
    typeof value === "string" ? ownVariables(value, root) : undefined;
  const word = (value: JsonValue | undefined): string => text(value) ?? JSON.stringify(value ?? null);
  const texts = (value: JsonValue | undefined): Record<string, string> | undefined =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, word(one)])) : undefined;
  const url = text(entry["url"]) ?? text(entry["serverUrl"]);
  if (url !== undefined) {
    const headers = texts(entry["headers"]);
    const transport = entry["type"] === "sse" ? "sse" : "shttp";
    return { transport, url, ...(headers === undefined ? {} : { headers }) };
  }
  const { args } = entry;
  const [command, env, cwd] = [text(entry["command"]), texts(entry["env"]), text(entry["cwd"])];
  return {
    transport: "stdio",
    ...(command === undefined ? {} : { command }),
    ...(Array.isArray(args) ? { args: args.map(word) } : {}),
    ...(env === undefined ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** `${env:KEY}` and `${input:api-key}` become `${KEY}` and `${API_KEY}`; our own form and all other texts stay. */
function ownVariables(text: string, root: string): string {
  return text
    .replaceAll(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, () => root)
    .replaceAll("${userHome}", "${HOME}")
    .replaceAll(/\$\{env:([A-Za-z_]\w*)\}/g, (_whole, name: string) => `\${${name}}`)
    .replaceAll(/\$\{input:([^}]+)\}/g, (_whole, id: string) => `\${${variableName(id)}}`);
}

/** `api-key` becomes `API_KEY`. */
export function variableName(id: string): string {
  return id
    .toUpperCase()
    .replaceAll(/\W/g, "_")
    .replace(/^(?=\d)/, "_");
}
