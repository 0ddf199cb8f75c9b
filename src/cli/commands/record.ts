// Runs `mcpvals record`: records what replay cannot judge into cassettes. Where it asks Claude it takes one suite of a
// folder and never looks below it, because that spends money.
import { planRecording, recordSuite } from "../../run/record.js";
import type { CommandContext } from "../context.js";
import { bad, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { buildRecordOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";

/** Resolves to the exit code. */
export function runRecord(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildRecordOptions(invocation, context.platform);
  const spends = options.checkOnly !== true && options.fromLast !== true;
  if (!spends && switchedOn(invocation.values, "dry-run") === true) {
    throw bad("dry-run", "shows what would be spent, and --check and --from-last spend nothing");
  }
  return runSuites(invocation, context, {
    command: "record",
    spends,
    allowUnset: "as-configured",
    options,
    starts: true,
    plan: (suite, shared) => planRecording(suite, { ...options, ...shared }),
    run: (suite, shared) => recordSuite(suite, { ...options, ...shared }),
  });
}
