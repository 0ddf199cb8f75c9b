// Whether a stream gets colours and live lines: the flag, the environment, then what the stream is.
import type { CommandContext, Output } from "./context.js";

/** `--no-color` beats FORCE_COLOR, that beats NO_COLOR, that beats what the stream is. */
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

/** Lines are painted over on a real terminal only, never in CI, whose logs keep every byte. */
export function canRepaint(output: Pick<Output, "isTTY">, env: CommandContext["env"]): boolean {
  const ci = env["CI"];
  return output.isTTY && env["TERM"] !== "dumb" && (ci === undefined || ci === "" || ci === "false");
}
