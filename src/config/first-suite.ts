// Writes the smallest suite, for messages to people who have none yet. Pure.

/** The lines of a config to paste. `servers`: the key of the config with its JSON. */
export function renderFirstSuite(servers: string): string[] {
  return ["{", `  ${servers},`, `  ${FIRST_WORKFLOWS}`, "}"];
}

/** The key of a config to paste. */
export const FIRST_WORKFLOWS =
  '"workflows": [{ "name": "first", "steps": [{ "user": "What Claude is asked", "expectTools": ["a_tool"] }] }]';
