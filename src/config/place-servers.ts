// Puts the servers before the tools of places in a config with several servers: `echo` is that tool of any of them. Pure.
import { isGlob } from "../trace/glob.js";
import type { ParsedConfig } from "./schema.js";
import { serversIn } from "./servers.js";

/** A glob for the names of all servers of a config. */
export function anyServer(config: Pick<ParsedConfig, "server" | "servers">): string {
  const names = serversIn(config).flatMap(({ name }) => name ?? []);
  return names.length === 1 ? (names[0] ?? "") : `{${names.join(",")}}`;
}

/** The config with a server, or a glob for them, before each tool of `varies`, `ignore`, `pins` and `redact`. */
export function placeServers(config: ParsedConfig): ParsedConfig {
  const { servers, varies, ignore, pins, redact } = config;
  if (servers === undefined) return config;
  const any = anyServer(config);
  const of = (tool: string): string => {
    const [server = "", ...rest] = tool.split("/");
    const isNamed = rest.length > 0 && (isGlob(server) || Object.hasOwn(servers, server));
    return isNamed ? tool : `${any}/${tool}`;
  };
  const place = <T extends { tool: string }>(one: T): T => ({ ...one, tool: of(one.tool) });
  return {
    ...config,
    ...(varies === undefined ? {} : { varies: varies.map(place) }),
    ...(ignore === undefined ? {} : { ignore: ignore.map(place) }),
    ...(pins === undefined
      ? {}
      : {
          pins: pins.map((pin) => ({
            ...pin,
            ...(pin.tool === undefined ? {} : { tool: of(pin.tool) }),
            into: of(pin.into),
          })),
        }),
    ...(redact?.paths === undefined ? {} : { redact: { ...redact, paths: redact.paths.map(place) } }),
  };
}
