// Runs `mcpvals eval`: the workflows live, scored. Takes one suite of a folder and never looks below it, because it
// spends money.
import { evaluateSuite, planEvaluation } from "../../run/evaluate.js";
import { askClaude } from "../ask-claude.js";
import type { CommandContext } from "../context.js";
import { bad, oneOf, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { buildRunOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";
import { fairly, readSides } from "../sides.js";

/** Resolves to the exit code. */
export async function runEval(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildRunOptions(invocation, context.platform);
  const prompt = oneOf(invocation.values, "ask");
  if (prompt !== undefined && switchedOn(invocation.values, "dry-run") === true) {
    throw bad("dry-run", "has no meaning beside --ask: nobody knows what a new question costs");
  }
  const sides = await readSides(invocation.values, context.cwd);
  if (prompt !== undefined && sides !== undefined) throw bad("ask", "asks one model, and --model names several");
  if (prompt !== undefined) return askClaude(prompt, invocation, context);
  if (switchedOn(invocation.values, "save") === true) throw bad("save", "needs --ask: it writes what was asked");
  return runSuites(invocation, context, {
    command: "eval",
    spends: true,
    allowUnset: "as-configured",
    options: sides === undefined ? options : fairly(options),
    sides,
    starts: true,
    plan: planEvaluation,
    run: evaluateSuite,
  });
}
