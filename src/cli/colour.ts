// Decides whether a stream gets colours and live lines, from the flag, the environment, and the kind of stream.
import type { CommandContext, Output } from "./context.js";

/** `--no-color` overrides FORCE_COLOR, which overrides NO_COLOR, which overrides the kind of stream. */
export function hasColor(
  output: Pick<Output, "isTTY">,
  env: CommandContext["env"],
  noColorFlag: true | undefined,
): boolean {
  if (noColorFlag === true) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  return output.isTTY && env["TERM"] !== "dumb";
}

/** Lines are repainted only on a real terminal, never in CI, whose logs keep every byte. */
export function canRepaint(output: Pick<Output, "isTTY">, env: CommandContext["env"]): boolean {
  const ci = env["CI"];
  return output.isTTY && env["TERM"] !== "dumb" && (ci === undefined || ci === "" || ci === "false");
}
