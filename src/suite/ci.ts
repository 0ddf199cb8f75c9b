// Prevents commands that write committed files, or spend money, from running in CI by accident.
import { McpvalsError } from "../errors.js";

/** Throws REFUSED_IN_CI where `CI` is set and the user did not allow it. `what` begins the message. */
export function refuseInCi(
  what: string,
  { env, allowCi }: { env: Readonly<Record<string, string | undefined>>; allowCi: boolean | undefined },
): void {
  if (allowCi === true || !isCi(env)) return;
  throw new McpvalsError("REFUSED_IN_CI", `${what} does not run in CI (the variable CI is set)`, {
    evidence: "Cassettes are made by a person and reviewed; CI replays them.",
    fix: "Run it on your own machine, or pass --allow-ci.",
  });
}

export function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  const ci = env["CI"]?.toLowerCase() ?? "";
  return ci !== "" && ci !== "0" && ci !== "false";
}
