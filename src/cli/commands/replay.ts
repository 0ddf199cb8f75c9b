// Runs `mcpvals replay`: the recorded model against the live server.
import { replaySuite } from "../../run/replay.js";
import type { CommandContext } from "../context.js";
import type { Invocation } from "../invocation.js";
import { buildReplayOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";

/** Resolves to the exit code. */
export function runReplay(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildReplayOptions(invocation, context.platform);
  return runSuites(invocation, context, {
    command: "replay",
    spends: false,
    allowUnset: options.offline === true || "as-configured",
    last: "replay",
    options,
    starts: options.offline !== true,
    run: (suite, shared) => replaySuite(suite, { ...options, ...shared }),
  });
}
