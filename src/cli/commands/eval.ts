// Runs `mcpvals eval`: the workflows live, scored. Never looks below a folder, because it spends money.
import { evaluateSuite } from "../../run/evaluate.js";
import type { CommandContext } from "../context.js";
import type { Invocation } from "../invocation.js";
import { buildRunOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";

/** Resolves to the exit code. */
export function runEval(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildRunOptions(invocation, context.platform);
  return runSuites(invocation, context, {
    command: "eval",
    below: false,
    allowUnset: false,
    options,
    run: (suite, shared) => evaluateSuite(suite, { ...options, ...shared }),
  });
}
