// Names the variables that only a run knows: its own folder and its own ports.

const FOLDER = "MCPVALS_TMP";
const PORT = "MCPVALS_PORT";

/** The variable that holds the port of one of several servers: `MCPVALS_PORT_TRAVEL`. */
export function portVariable(server: string): string {
  return `${PORT}_${server.toUpperCase().replaceAll("-", "_")}`;
}

/** The run's variables where the suite has these servers; without names, one. */
export function runVariables(servers: readonly string[] = []): string[] {
  return [FOLDER, PORT, ...servers.map(portVariable)];
}

/** True for the name of a variable of the run. */
export function isRunVariable(name: string): boolean {
  return name === FOLDER || name === PORT || /^MCPVALS_PORT_[A-Z0-9_]{1,32}$/.test(name);
}

/** True for a text of a workflow or a tool test that names a variable of the run: the run expands the whole text. */
export function isRunText(text: string): boolean {
  return [FOLDER, PORT].some((name) => text.includes(`\${${name}`));
}
