// Ends the stages of a command, and reports a failed `teardown` beside the verdict rather than in place of it: by then
// the server has been judged, so the fault is outside of it.
import { McpvalsError, renderError } from "../errors.js";
import type { Evaluation } from "../report/report.js";
import type { Stage, Stages } from "./stage.js";

/**
 * Evaluates on stages, and adds a failed `teardown` to the evaluation: a workflow that did not fail then ends as an
 * error.
 */
export async function evaluateOn(
  stages: Stages,
  evaluate: (stages: Stages) => Promise<Evaluation>,
): Promise<Evaluation> {
  let fault: McpvalsError | undefined;
  let last: Stage | undefined;
  const evaluation = await evaluate({
    expect: (runs) => stages.expect(runs),
    settle: () => stages.settle(),
    close: () => stages.close(),
    async open() {
      // The check of a recording meets what the recording left, also what the server writes when it exits.
      await last?.gone();
      const stage = await stages.open();
      last = stage;
      return { ...stage, close: async () => void (fault = (await closeStage(stage)) ?? fault) };
    },
  });
  return fault === undefined ? evaluation : addFault(evaluation, fault);
}

/** Ends a stage, or all stages of a command; returns the fault of `teardown`, if it failed. */
export async function closeStage(stage: Pick<Stages, "close">): Promise<McpvalsError | undefined> {
  try {
    await stage.close();
    return undefined;
  } catch (error) {
    // Only a teardown can fail like this at the end.
    if (error instanceof McpvalsError && error.code === "SETUP_FAILED") return error;
    throw error;
  }
}

/** Keeps metrics and reasons; the verdict is the worse of the two, as exit code 1 is worse than 4. */
export function addFault(evaluation: Evaluation, fault: McpvalsError): Evaluation {
  const failed = evaluation.verdict === "failed";
  return {
    ...evaluation,
    ...(failed ? {} : { verdict: "error", passed: false }),
    reasons: [...evaluation.reasons, renderError(fault)],
  };
}
