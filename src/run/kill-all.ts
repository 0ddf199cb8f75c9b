// Gives the command line's signal handlers access to the proxy's process groups, and to nothing else.

export { killAllGroups } from "../proxy/process-group.js";
