// Runs `mcpvals record`: records what replay cannot judge into cassettes. Where it asks Claude it takes one suite of a
// folder and never looks below it, because that spends money.
import { recordSuite } from "../../run/record.js";
import type { CommandContext } from "../context.js";
import type { Invocation } from "../invocation.js";
import { buildRecordOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";

/** Resolves to the exit code. */
export function runRecord(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildRecordOptions(invocation, context.platform);
  return runSuites(invocation, context, {
    command: "record",
    spends: options.checkOnly !== true && options.fromLast !== true,
    allowUnset: "as-configured",
    options,
    starts: true,
    run: (suite, shared) => recordSuite(suite, { ...options, ...shared }),
  });
}
