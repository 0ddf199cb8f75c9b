// Says what a suite needs for itself while it runs, so that suites which would meet each other do not run at the same time.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { expandText } from "../config/expand.js";
import { isRunText } from "../config/run-variables.js";
import type { ServerConfig } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import type { RunOptions } from "./options.js";
import { chooseServers, runsOneByOne } from "./settings.js";

/** A folder or an address. Suites share it, unless one of them needs it for itself. */
export interface Claim {
  on: string;
  alone: boolean;
}

/** True where the suites of both claims must not run at the same time. */
export function excludes(one: readonly Claim[], other: readonly Claim[]): boolean {
  return one.some((mine) => other.some(({ on, alone }) => on === mine.on && (alone || mine.alone)));
}

/**
 * A suite whose runs are one by one needs its working folders for itself: its runs meet there, and so would those of
 * another suite. An address is that of one server.
 */
export async function readClaims(suite: Suite, options: Pick<RunOptions, "server" | "env">): Promise<Claim[]> {
  const servers = chooseServers(suite, options.server).map(({ server }) => server);
  // Whatever `-j` says: that counts over all suites.
  const alone = await runsOneByOne(suite, {});
  const folders = new Set(
    [".", ...servers.map(({ cwd = "." }) => cwd)].map((cwd) => realFolder(resolve(suite.folder, cwd))),
  );
  return [
    ...[...folders].map((folder) => ({ on: folder, alone })),
    ...servers.flatMap((server) => claimAddress(server, options.env ?? process.env)),
  ];
}

function claimAddress(server: ServerConfig, env: Readonly<Record<string, string | undefined>>): Claim[] {
  if (server.transport === "stdio" || isRunText(server.url)) return [];
  const url = readUrl(server.url, env);
  if (url === undefined) return [];
  const host = /^(?:localhost|\[::1\])$/.test(url.hostname) ? "127.0.0.1" : url.hostname;
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const address = `${host}:${port}`;
  // A server of ours takes the port; on a port of somebody else there may be several.
  if (server.command !== undefined) return [{ on: address, alone: true }];
  return [
    { on: address, alone: false },
    { on: `${address}${url.pathname}`, alone: true },
  ];
}

/** Undefined where the run will say what is wrong with it. */
function readUrl(text: string, env: Readonly<Record<string, string | undefined>>): URL | undefined {
  try {
    return new URL(expandText(text, env, "server.url"));
  } catch {
    return undefined;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
