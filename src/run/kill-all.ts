// The way from the command line's signals to the proxy's process groups, and nothing else.

export { killAllGroups } from "../proxy/process-group.js";
