// Names the sides of a diff as a user would: the command, the URL, or the folder. Keeps secrets in.
import { storePlaceOf } from "../../cassette/store-place.js";
import { showPath } from "../../config/show-path.js";
import type { Suite } from "../../config/suite.js";
import type { RunSettings } from "../../suite/settings.js";

/** Returns the command line or the URL of a server, its variables not put in. */
export function labelServer({ server }: Pick<RunSettings, "server">): string {
  if (server === undefined) return "no server";
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
