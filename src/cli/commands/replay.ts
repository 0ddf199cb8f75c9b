// Runs `mcpvals replay`: the recorded model against the live server.
import { planReplay, replaySuite } from "../../run/replay.js";
import type { CommandContext } from "../context.js";
import { switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { buildReplayOptions } from "../run-options.js";
import type { SuiteCommand } from "../run-planned.js";
import { runSuites } from "../run-suites.js";
import { watchSuites } from "../watch.js";

/** Resolves to the exit code. */
export function runReplay(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildReplayOptions(invocation, context.platform);
  const spec: SuiteCommand = {
    command: "replay",
    spends: options.judge === "live",
    allowUnset: options.offline === true || "as-configured",
    last: "replay",
    options,
    starts: options.offline !== true,
    ...(options.judge === "live" && { plan: (suite, shared) => planReplay(suite, { ...options, ...shared }) }),
    run: (suite, shared) => replaySuite(suite, { ...options, ...shared }),
  };
  return switchedOn(invocation.values, "watch") === true
    ? watchSuites(invocation, context, spec)
    : runSuites(invocation, context, spec);
}
