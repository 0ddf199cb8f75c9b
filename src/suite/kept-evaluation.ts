// Defines an evaluation as files of `.mcpvals/last/` hold it: as it was reported, without the transcript, which is in the
// run beside it. Pure.
import * as z from "zod";
import type { Evaluation } from "../report/report.js";
import { evaluationSchema } from "../report/schema.js";

export const keptEvaluation = z.custom<Evaluation>(isEvaluation, "expected an evaluation");

export function withoutTranscript(evaluation: Evaluation): Evaluation {
  const { transcript: _, ...rest } = evaluation;
  return rest;
}

function isEvaluation(value: unknown): boolean {
  try {
    return evaluationSchema.safeParse(value).success;
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
