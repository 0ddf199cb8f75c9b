// Decides whether the config leaves out a whole suite, or has it replayed without its server. Pure.
import { buildUnset } from "../config/refuse.js";
import { skipReason } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";

export type Due =
  | { kind: "run" }
  /** `reason`: one sentence. */
  | { kind: "leave-out"; reason: string }
  /** Variables are missing, and `replay` is to do without the server. */
  | { kind: "offline"; reason: string };

/**
 * What the config says about running the suite here: `skip`, and `whenEnvMissing` where a variable is missing. `offline`:
 * what the command does anyway; undefined for one that needs the server. Throws ENV_UNSET for such a command where the
 * config says "offline".
 */
export function decideDue(
  { config, variables, name }: Pick<Suite, "config" | "variables" | "name">,
  offline?: boolean,
): Due {
  const skipped = skipReason(config);
  if (skipped !== undefined) return { kind: "leave-out", reason: skipped };
  const rule = config.whenEnvMissing ?? "fail";
  // CI gives an empty value for a secret that a fork may not see.
  const missing = variables.filter(
    ({ required, value = "", onlyKey }) => required && onlyKey !== true && value.trim() === "",
  );
  if (rule === "fail" || missing.length === 0 || offline === true) return { kind: "run" };
  const names = missing.map((variable) => variable.name);
  const reason = `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not set (whenEnvMissing: ${rule}).`;
  if (rule === "skip") return { kind: "leave-out", reason: `Not run: ${reason}` };
  if (offline === undefined)
    throw buildUnset(
      name,
      names.map((one) => ({ name: one, path: [] })),
    );
  return { kind: "offline", reason: `Replayed without its server, which proves nothing about it: ${reason}` };
}
