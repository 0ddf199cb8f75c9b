// Asks of each check whether the recorded call would have been made with the same choice.
import { argumentLeaves } from "./arguments.js";
import type { Beside } from "./beside.js";
import { findRechosen, type SentArgument } from "./chosen.js";
import { argumentsOf, type Plan, type Question } from "./plan.js";
import type { Pin } from "./pins.js";
import { matchesGlob } from "../trace/glob.js";
import type { Run, RunCall } from "./run.js";
import type { JsonObject } from "../json/value.js";

/** The arguments that were chosen from a list, and that a check's list gives no more. */
export function chosenOtherwise(
  run: Run,
  call: RunCall,
  plan: Plan,
  checks: readonly Beside[],
  pins: readonly Pin[],
): Question[] {
  for (const [index, check] of checks.entries()) {
    const results = run.calls.flatMap((recorded, at) => {
      const live = check.calls[at];
      return live === undefined || recorded.turn >= call.turn
        ? []
        : [{ recorded: recorded.outcome, live: live.outcome }];
    });
    const args = pairArguments(call, argumentsOf(call.arguments, plan.sendings, index), pins);
    const found = findRechosen(args, results, run.prompts);
    if (found !== undefined)
      return [{ call: call.id, at: found.at, value: found.recorded, readings: [], derived: "chosen" }];
  }
  return [];
}

/** The arguments of a call both ways, but for those of which a pin says what they are. */
export function pairArguments(
  { tool, arguments: recorded }: Pick<RunCall, "tool" | "arguments">,
  live: JsonObject,
  pins: readonly Pin[],
): SentArgument[] {
  const now = new Map(argumentLeaves(live).map(({ at, value }) => [at, value]));
  return argumentLeaves(recorded).flatMap(({ at, value }) => {
    if (pins.some((pin) => pin.argument === at && matchesGlob(pin.into, tool))) return [];
    return [{ at, recorded: value, live: now.get(at) ?? value }];
  });
}
