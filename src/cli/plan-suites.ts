// Finds and loads the suites that a command line names, each with the workflow names that are its own. Loads all before
// the first is run, so that a typo in the last one costs nothing.
import { findConfigs } from "../config/find.js";
import { loadSuite } from "../config/load.js";
import { selectWorkflows } from "../config/select.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { allOf } from "./flag-values.js";
import type { Invocation } from "./invocation.js";

export interface Planned {
  suite: Suite;
  /** Names and globs of `-t` that match in this suite; undefined without `-t`. */
  workflows: string[] | undefined;
}

export interface PlanOptions {
  /** Whether to search folders below, too: never for commands that spend money. */
  below: boolean;
  /** Whether variables may be unset. */
  allowUnset: boolean;
}

/**
 * Finds and loads the suites. `faults` are the errors of those that do not load. Throws CONFIG_NOT_FOUND,
 * CONFIG_AMBIGUOUS, and WORKFLOW_NOT_FOUND for a name that matches in no suite.
 */
export async function planSuites(
  { configs, values }: Invocation,
  { cwd, env }: Pick<CommandContext, "cwd" | "env">,
  { below, allowUnset }: PlanOptions,
): Promise<{ planned: Planned[]; faults: McpvalsError[] }> {
  const loaded: Planned[] = [];
  const faults: McpvalsError[] = [];
  for (const { file, isMeant } of await findConfigs(configs, { cwd, below })) {
    try {
      loaded.push({ suite: await loadSuite(file, { cwd, env, allowUnset, mayRun: isMeant }), workflows: undefined });
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      faults.push(error);
    }
  }
  const patterns = allOf(values, "workflow");
  if (patterns === undefined) return { planned: loaded, faults };

  // The name may be one of a suite that does not load.
  if (faults.length === 0) {
    selectWorkflows(
      loaded.flatMap(({ suite }) => suite.config.workflows ?? []),
      patterns,
    );
  }
  const planned = loaded.flatMap((one) => {
    const workflows = patterns.filter((pattern) => isIn(one.suite, pattern));
    return workflows.length === 0 ? [] : [{ ...one, workflows }];
  });
  return { planned, faults };
}

/**
 * Runs a search in the suites that loaded. If it fails, prints the faults too: what it looks for may be in a suite that
 * did not load.
 */
export async function whileSayingFaults<Result>(
  faults: readonly McpvalsError[],
  { stderr }: Pick<CommandContext, "stderr">,
  search: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    for (const fault of faults) await stderr.write(`${renderFailure(fault, false)}\n`);
    throw error;
  }
}

/** A name must match in one suite, not in every one. */
function isIn({ config }: Suite, pattern: string): boolean {
  try {
    return selectWorkflows(config.workflows ?? [], [pattern]).length > 0;
  } catch {
    return false;
  }
}
