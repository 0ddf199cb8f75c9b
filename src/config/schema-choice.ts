// Defines the keys that say which workflows are run at all.
import * as z from "zod";
import { text } from "./schema-place.js";

const reason = text.refine((value) => value.trim() !== "", { error: "must not be white space only" });
const skip = z.union([z.boolean(), reason], { error: "expected true, false or the reason as a string" });
const tags = z.array(text);

/** Keys of a workflow. */
export const workflowChoice = {
  skip: skip.optional().describe("Leave this workflow out; it is counted as skipped. A string is the reason."),
  tags: tags.optional().describe("For `--tag`, in addition to the suite's tags."),
};

/** Keys of a suite. */
export const suiteChoice = {
  skip: skip.optional().describe("Leave the whole suite out; it is counted as skipped. A string is the reason."),
  tags: tags.optional().describe("For `--tag`: tags of all workflows, and of the tool tests."),
  inputs: z
    .array(text)
    .optional()
    .describe(
      "For `--changed`: globs of the files that the suite depends on, relative to the config's folder. Default: that folder without the cassettes.",
    ),
  whenEnvMissing: z
    .enum(["fail", "skip", "offline"])
    .optional()
    .describe(
      "What to do where a variable without default is not set or empty. fail: an error. skip: leave the suite out. offline: replay it without its server; eval and record fail. Default fail.",
    ),
};
