// Names the variables that only a run knows: its own folder and its own port.

/** Names of the run's variables. */
export const RUN_VARIABLES: readonly string[] = ["MCPVALS_TMP", "MCPVALS_PORT"];

/** True for a text of a workflow or a tool test that names a variable of the run: the run expands the whole text. */
export function isRunText(text: string): boolean {
  return RUN_VARIABLES.some((name) => text.includes(`\${${name}`));
}
