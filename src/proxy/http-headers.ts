// Selects the raw HTTP headers to pass on, and recognizes hosts of this machine. Pure; names keep their case, values
// their bytes, repeated headers their order.

const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers without those that belong to one connection; with `host`, under that name wherever they name one. */
export function buildForwardedHeaders(raw: readonly string[], host?: string): string[] {
  const dropped = new Set(HOP_BY_HOP);
  for (const [name, value] of pairs(raw)) {
    if (name.toLowerCase() !== "connection") continue;
    for (const named of value.split(",")) dropped.add(named.trim().toLowerCase());
  }
  return pairs(raw).flatMap(([name, value]) => {
    const key = name.toLowerCase();
    if (dropped.has(key)) return [];
    return [name, key === "host" && host !== undefined ? host : value];
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}

/** True for `localhost`, `127.x.x.x` and `[::1]`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}

/** True for an `Origin` that is a page of this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return host !== undefined && isLoopbackHost(host);
}
