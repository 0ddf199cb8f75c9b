// Names the sides of a diff as a user would: the command, the URL, or the folder. Keeps secrets in.
import { storePlaceOf } from "../../cassette/store-place.js";
import { showPath } from "../../config/show-path.js";
import type { ServerConfig } from "../../config/schema.js";
import type { Suite } from "../../config/suite.js";
import type { RunSettings } from "../../suite/settings.js";

/** Returns the command line or the URL of each server, its variables not put in. */
export function labelServers({ servers }: Pick<RunSettings, "servers">): string {
  if (servers.length === 0) return "no server";
  return servers
    .map(({ name, server }) => (name === undefined ? labelServer(server) : `${name}=${labelServer(server)}`))
    .join(", ");
}

function labelServer(server: ServerConfig): string {
  if (server.command === undefined) return "url" in server ? server.url : "";
  return [server.command, ...(server.args ?? [])].map(quote).join(" ");
}

/** Returns the folder of a suite's cassettes. */
export function labelCassettes(suite: Suite, cwd: string): string {
  return showPath(storePlaceOf(suite).cassettes, cwd);
}

function quote(word: string): string {
  return /^[^\s"'\\]+$/.test(word) ? word : JSON.stringify(word);
}
