// Runs `mcpvals diff --live`: lets Claude work through a suite on two servers, and compares how often it passes.
import { McpvalsError } from "../../errors.js";
import { gateComparison } from "../../report/gate-comparison.js";
import { evaluateSuite, planEvaluation } from "../../run/evaluate.js";
import type { CommandContext } from "../context.js";
import { buildDiffForm } from "../diff-options.js";
import { bad } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { buildRunOptions } from "../run-options.js";
import { runSuites } from "../run-suites.js";
import { fairly, refuseUnfair } from "../sides.js";

/** Resolves to the exit code. */
export async function runLiveDiff(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values } = invocation;
  const form = buildDiffForm(invocation, context.platform);
  if (form.kind === "files") throw bad("live", "has no meaning between two files: no server is started");
  const { from, to, failOn, onInconclusive } = form.options;
  if (from === undefined && to === undefined) {
    throw new McpvalsError("BAD_USAGE", "--live compares two servers, and one is named: the config's", {
      fix: 'Name the new one: --to "CMD ARGS…". Without --from, the old one is the config\'s.',
    });
  }
  if (values["strict"] !== undefined) throw bad("strict", "has no meaning beside --live: nothing is accepted there");
  refuseUnfair(values);
  return runSuites(invocation, context, {
    command: "eval",
    spends: true,
    allowUnset: false,
    options: fairly(buildRunOptions(invocation, context.platform)),
    sides: [
      { name: "old", options: { server: from } },
      { name: "new", options: { server: to } },
    ],
    finish: (reports) => gateComparison(reports, { failOn, onInconclusive }),
    starts: true,
    plan: planEvaluation,
    run: evaluateSuite,
  });
}
