// Says on which other port a server listens that does not answer where the config expects it. Pure.
import type { Listener } from "./listeners.js";

/**
 * What is known of a server whose URL nobody answers: `listeners` from the system, where it tells, else what the server
 * printed. `own`: the run's port, `${MCPVALS_PORT}`. Undefined where neither names another port.
 */
export function describeOtherPort(
  url: URL,
  { listeners, output, own }: { listeners: readonly Listener[]; output: string; own: number | undefined },
): string | undefined {
  const wanted = portOf(url);
  const here = listeners.filter(({ port }) => port === wanted);
  const [beside] = here;
  if (beside !== undefined && here.every(({ host }) => host === "[::1]")) {
    return `The server listens on [::1]:${wanted} only, and "url" names ${url.hostname}: write [::1] there.`;
  }
  const ports = [...new Set(listeners.map(({ port }) => port))];
  if (here.length > 0) return undefined;
  const printed = ports.length > 0 ? [] : portsIn(output).filter((port) => port !== wanted);
  const [port] = [...ports, ...printed];
  if (port === undefined) return undefined;
  const verb = ports.length > 0 ? "listens" : "says that it listens";
  return `The server ${verb} on ${ports.length > 1 ? ports.join(" and ") : port}, not on ${sayWanted(wanted, own)}. ${adviseOn(port)}`;
}

/** The same of a server that ended because its port is taken: several runs at a time want the same one. */
export function describeTakenPort(url: URL, output: string, own: number | undefined): string | undefined {
  const [, node, python] =
    /EADDRINUSE\D*?(?:\S*:)?(\d{2,5})\b|, (\d{2,5})\)\]?: (?:\[errno \d+\] )?address already in use/i.exec(output) ??
    [];
  const taken = node ?? python;
  const port = Number(taken);
  if (taken === undefined || port === portOf(url)) return undefined;
  return `The server wants to listen on ${port}, which is taken, not on ${sayWanted(portOf(url), own)}. ${adviseOn(port)}`;
}

function portOf(url: URL): number {
  return Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
}

function sayWanted(port: number, own: number | undefined): string {
  return port === own ? "${MCPVALS_PORT}" : String(port);
}

function adviseOn(port: number): string {
  return `Tell it the port, as it takes one: "env": { "PORT": "\${MCPVALS_PORT}" }, or an argument. Or write ${port} into "url", with "concurrency": 1.`;
}

/** Ports that a text says somebody listens on, in its order. */
export function portsIn(text: string): number[] {
  const shapes =
    /\bhttps?:\/\/[^\s/:]*(?:\[[\da-f:]*\])?:(\d{2,5})\b|\b(?:port|listening(?: on)?|localhost|0\.0\.0\.0|127\.0\.0\.1)\W{1,4}(\d{2,5})\b/gi;
  const found = Array.from(text.matchAll(shapes), ([, one, other]) => Number(one ?? other));
  return [...new Set(found)].filter((port) => port > 0 && port < 65_536);
}
