// The environment in, a dispatcher that goes through the proxy it names out; undefined where it names none.
// Node's own fetch knows no proxy variables.
import type { Dispatcher } from "undici";
import { McpvalsError } from "../errors.js";

/** Throws PROXY_SETTING for a value that is no URL of a proxy; its text is not shown, it may hold a password. */
export async function startProxyDispatcher(
  env: Readonly<Record<string, string | undefined>>,
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
    httpProxy: proxies[0]?.value ?? "",
    httpsProxy: proxies[1]?.value ?? "",
    noProxy: buildNoProxy(read("NO_PROXY")?.value),
  });
}

/** What runs on this machine is not behind a proxy. */
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
