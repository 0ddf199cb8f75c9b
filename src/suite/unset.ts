// Finds variables that are not set, in a run that needs no server and may do without them. Pure.
import { buildUnset } from "../config/refuse.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";

/**
 * The variables of the suite that are not set and that occur in the text; such a text stays as the config writes it.
 */
export function findUnset({ variables }: Pick<Suite, "variables">, text: string): string[] {
  return variables
    .filter(({ name, required, value }) => required && value === undefined && text.includes(`\${${name}}`))
    .map(({ name }) => name);
}

/** Throws ENV_UNSET where an expectation needs a variable: without its value there is nothing to look for. */
export function requireExpectations(suite: Pick<Suite, "variables">, workflows: readonly Workflow[]): void {
  for (const { name, steps, expectTools } of workflows) {
    const expected = [expectTools, ...steps.map((step) => [step.expectedState, step.expectTools])];
    const unset = findUnset(suite, JSON.stringify(expected)).map((variable) => ({ name: variable, path: [] }));
    if (unset.length > 0) throw buildUnset(`what workflow ${JSON.stringify(name)} expects`, unset);
  }
}
