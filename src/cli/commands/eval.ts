// Runs `mcpvals eval`: the workflows live, scored. Takes one suite of a folder and never looks below it, because it
// spends money.
import { evaluateSuite, planEvaluation } from "../../run/evaluate.js";
import { askClaude } from "../ask-claude.js";
import type { CommandContext } from "../context.js";
import { bad, oneOf, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { buildRunOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";

/** Resolves to the exit code. */
export async function runEval(invocation: Invocation, context: CommandContext): Promise<number> {
  const options = buildRunOptions(invocation, context.platform);
  const prompt = oneOf(invocation.values, "ask");
  if (prompt !== undefined && switchedOn(invocation.values, "dry-run") === true) {
    throw bad("dry-run", "has no meaning beside --ask: nobody knows what a new question costs");
  }
  if (prompt !== undefined) return askClaude(prompt, invocation, context);
  if (switchedOn(invocation.values, "save") === true) throw bad("save", "needs --ask: it writes what was asked");
  return runSuites(invocation, context, {
    command: "eval",
    spends: true,
    allowUnset: "as-configured",
    options,
    starts: true,
    plan: (suite, shared) => planEvaluation(suite, { ...options, ...shared }),
    run: (suite, shared) => evaluateSuite(suite, { ...options, ...shared }),
  });
}
