// Picks the server to start from a suite and an optional flag, or reports that there is none.
import { McpvalsError } from "../errors.js";
import type { ServerConfig } from "./schema.js";
import type { Suite } from "./suite.js";

/** The server to run against. Throws CONFIG_INVALID where neither the config nor a flag names one. */
export function requireServer(suite: Suite, server: ServerConfig | undefined = suite.config.server): ServerConfig {
  if (server !== undefined) return server;
  throw new McpvalsError("CONFIG_INVALID", `The suite "${suite.name}" names no server to run against`, {
    evidence: suite.file === null ? undefined : `"server" is missing in ${suite.file}`,
    fix: 'Add "server" to the config, or name one for this run: --command "CMD", --url URL, or -- CMD ARGS…',
  });
}
