// Builds the cassette of a live run, with placeholders in place of what belongs to the machine, and of secrets.
import { buildCassette } from "../cassette/build-cassette.js";
import type { Scores, WrittenCassette } from "../cassette/schema.js";
import type { Workflow } from "../config/schema.js";
import { hideTrace } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import { BY } from "../suite/identify.js";
import type { Contract } from "../trace/contract.js";
import type { Trace } from "../trace/trace.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import type { judgeWorkflow } from "./judge-workflow.js";
import { scoresOf } from "./replay-workflow.js";

interface RunWithVerdict {
  workflow: Workflow;
  trace: Trace;
  judged: Awaited<ReturnType<typeof judgeWorkflow>>;
}

export interface BuiltRecording {
  cassette: WrittenCassette;
  contract: Contract;
}

export function buildRecording({ workflow, trace, judged }: RunWithVerdict, places: Veil): BuiltRecording {
  const hidden = hideTrace(trace, places);
  const scores = {
    ...scoresOf(trace, workflow),
    ...(judged === undefined ? {} : { "llm-judge": judged.result.score }),
  };
  return buildUnchecked(hidden, BY, scores, judged?.judgement === undefined ? [] : [judged.judgement]);
}

/** The cassette of a run that has its placeholders, before any check. */
export function buildUnchecked(
  hidden: Trace,
  by: string,
  scores: Scores,
  judge: WrittenCassette["judge"],
): BuiltRecording {
  // Until the check, only the times of the run count as variables: they are safe to recognize.
  const learned = learnedOfVersion1(runOf(hidden), []);
  return { cassette: buildCassette(hidden, { by, scores, learned, judge }), contract: hidden.contract };
}
