// Picks the servers to start from a suite and an optional flag, or reports that there is none.
import { McpvalsError } from "../errors.js";
import type { NamedServer } from "./servers.js";
import type { Suite } from "./suite.js";

/** The servers to run against. Throws CONFIG_INVALID where neither the config nor a flag names one. */
export function requireServers(suite: Suite, servers: readonly NamedServer[]): readonly NamedServer[] {
  if (servers.length > 0) return servers;
  throw new McpvalsError("CONFIG_INVALID", `The suite "${suite.name}" names no server to run against`, {
    evidence: suite.file === null ? undefined : `"server" is missing in ${suite.file}`,
    fix: 'Add "server" to the config, or name one for this run: --command "CMD", --url URL, or -- CMD ARGS…',
  });
}
