// Builds a dispatcher that uses the proxy named in the environment; undefined where none is named. Node's own fetch
// ignores proxy variables.
import type { Dispatcher } from "undici";
import { McpvalsError } from "../errors.js";

/** undici's own limits on a response that does not begin, or that is silent. */
const UNDICI_LIMIT = 300_000;

/**
 * The dispatcher for the model's requests, where the default is not enough: a proxy is named, or `silence`
 * (milliseconds) is longer than undici waits. Throws PROXY_SETTING.
 */
export async function startModelDispatcher(
  env: Readonly<Record<string, string | undefined>>,
  silence: number,
): Promise<Dispatcher | undefined> {
  return silence < UNDICI_LIMIT ? startProxyDispatcher(env) : startPatientDispatcher(env);
}

/** The dispatcher that waits for a response however long it takes. Throws PROXY_SETTING. */
export async function startPatientDispatcher(env: Readonly<Record<string, string | undefined>>): Promise<Dispatcher> {
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const proxied = await startProxyDispatcher(env, limits);
  if (proxied !== undefined) return proxied;
  const { Agent } = (await import("undici")).default;
  return new Agent(limits);
}

/**
 * Throws PROXY_SETTING for a value that is not the URL of a proxy; does not show the value, which may hold a password.
 */
export async function startProxyDispatcher(
  env: Readonly<Record<string, string | undefined>>,
  limits: { headersTimeout?: number; bodyTimeout?: number } = {},
): Promise<Dispatcher | undefined> {
  const read = (name: string): { name: string; value: string } | undefined => {
    const given = [name.toLowerCase(), name].find((variable) => (env[variable]?.trim() ?? "") !== "");
    return given === undefined ? undefined : { name: given, value: env[given]?.trim() ?? "" };
  };
  const proxies = [read("HTTP_PROXY"), read("HTTPS_PROXY")];
  if (proxies.every((proxy) => proxy === undefined)) return undefined;
  for (const proxy of proxies) if (proxy !== undefined) checkProxy(proxy.name, proxy.value);
  // The bundle knows only the default export of a CommonJS package that is imported late.
  const { EnvHttpProxyAgent } = (await import("undici")).default;
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxies[0]?.value ?? "",
    httpsProxy: proxies[1]?.value ?? "",
    noProxy: buildNoProxy(read("NO_PROXY")?.value),
  });
}

/** Requests to this machine do not go through a proxy. */
function buildNoProxy(value: string | undefined): string {
  if (value === "*") return value;
  return ["localhost", "127.0.0.1", "[::1]", ...(value === undefined ? [] : [value])].join(",");
}

function checkProxy(name: string, value: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "") return;
  throw new McpvalsError("PROXY_SETTING", `${name} is no URL of a proxy.`, {
    fix: `Write it as http://host:port, or unset ${name}.`,
  });
}
