// Gives the command line's signal handlers access to the proxy's process groups, and to nothing else.
import { killAllGroups } from "../proxy/process-group.js";

/** Kills all servers at once, with all that they started. */
export function killAllServers(): void {
  killAllGroups();
}
