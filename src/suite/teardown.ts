// The stages of a command in; stages whose failing `teardown` is told beside what was judged on them, and not in place of
// it, out. The server has been judged by then: what fails is the outside.
import { McpvalsError, renderError } from "../errors.js";
import type { Evaluation } from "../report/report.js";
import type { Stages } from "./stage.js";

/** Evaluates on stages. What a `teardown` says is part of the evaluation: a workflow that did not fail ends as an error. */
export async function evaluateOn(
  stages: Stages,
  evaluate: (stages: Stages) => Promise<Evaluation>,
): Promise<Evaluation> {
  let fault: McpvalsError | undefined;
  const evaluation = await evaluate({
    ...stages,
    async open() {
      const stage = await stages.open();
      return { ...stage, close: async () => void (fault = (await closeStage(stage)) ?? fault) };
    },
  });
  return fault === undefined ? evaluation : addFault(evaluation, fault);
}

/** Ends a stage, or all stages of a command; gives back what went wrong in its `teardown`. */
export async function closeStage(stage: Pick<Stages, "close">): Promise<McpvalsError | undefined> {
  try {
    await stage.close();
    return undefined;
  } catch (error) {
    // Only a teardown can fail so at the end.
    if (error instanceof McpvalsError && error.code === "SETUP_FAILED") return error;
    throw error;
  }
}

/** Metrics and reasons stay; the verdict is the worse of the two, as exit code 1 is worse than 4. */
export function addFault(evaluation: Evaluation, fault: McpvalsError): Evaluation {
  const failed = evaluation.verdict === "failed";
  return {
    ...evaluation,
    ...(failed ? {} : { verdict: "error", passed: false }),
    reasons: [...evaluation.reasons, renderError(fault)],
  };
}
