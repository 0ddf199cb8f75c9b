// Tests in each check whether Claude would have chosen the same element of a list for the recorded call.
import { argumentLeaves } from "./arguments.js";
import type { Beside } from "./beside.js";
import { findRechosen, type SentArgument } from "./chosen.js";
import { argumentsOf, type Plan, type Question } from "./plan.js";
import type { Pin } from "./pins.js";
import { matchesGlob } from "../trace/glob.js";
import type { Run, RunCall } from "./run.js";
import { findStrayed } from "./strayed.js";
import type { JsonObject } from "../json/value.js";

/** Returns the arguments that were chosen from a list, and that the list of a check would not give any more, or gives to another row. */
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
    const strayed = findStrayed(args, results, run.prompts);
    if (strayed !== undefined)
      return [{ call: call.id, at: strayed.at, value: strayed.recorded, readings: [], derived: "moved" }];
  }
  return [];
}

/** Pairs the recorded and the live arguments of a call, except those that a pin explains. */
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
