// Defines the keys that say how often a live workflow is run, and how many of its trials have to pass.
import * as z from "zod";

/** The most trials of one workflow. */
const MOST = 1000;

/** Keys of a suite, and of a workflow, where they override the suite's. */
export const trialKeys = {
  repeat: z
    .number()
    .int()
    .min(1)
    .max(MOST)
    .optional()
    .describe("How many trials eval and record make of a workflow. Default 1; 40 at most with sure."),
  keepTrials: z
    .boolean()
    .optional()
    .describe("record writes each trial as a take of its own, and replay plays them all. Default false."),
  passAt: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("The share of the trials, 0 to 1, that has to pass for the workflow to pass. Default 1."),
  sure: z
    .boolean()
    .optional()
    .describe(
      "Stop the trials of a workflow as soon as it is known, with an error of at most 2.5 % on each side, whether its pass rate is above or below passAt; inconclusive where that stays open. Default false.",
    ),
};
