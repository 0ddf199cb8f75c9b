// Refuses what makes no sense beside `--watch`.
import { McpvalsError } from "../errors.js";
import { isCi } from "../suite/ci.js";
import type { CommandContext } from "./context.js";
import { bad } from "./flag-values.js";
import type { Invocation } from "./invocation.js";

const EXCLUDED = {
  shard: "each machine of several runs once",
  changed: "what changed is what is watched",
  judge: "each change would spend tokens",
  update: "a run that writes cassettes would start the next one",
} as const;

/** Throws BAD_USAGE for a flag that makes no sense beside `--watch`, and REFUSED_IN_CI. */
export function refuseWatch({ values }: Invocation, env: CommandContext["env"]): void {
  for (const [flag, why] of Object.entries(EXCLUDED)) {
    if (values[flag] !== undefined) throw bad("watch", `and --${flag} exclude each other: ${why}`);
  }
  if (!isCi(env)) return;
  throw new McpvalsError("REFUSED_IN_CI", "replay --watch does not run in CI (the variable CI is set)", {
    evidence: "It waits for changes and does not end on its own.",
    fix: "Leave out --watch.",
  });
}
