// Describes what a report says about a suite of direct tool tests, as a zod schema: a part of the JSON Schema of reports.
import * as z from "zod";
import { VERDICTS_WORST_FIRST } from "../metrics/verdicts.js";

const verdict = z.enum(VERDICTS_WORST_FIRST);

export const toolHealthSchema = z.object({
  name: z.string(),
  verdict,
  passed: z.boolean(),
  tests: z.array(
    z.object({
      tool: z.string(),
      description: z.string().optional(),
      verdict,
      details: z.string(),
      ms: z.number().describe("milliseconds"),
      attempts: z.int().min(0),
      expected: z.json().optional(),
      actual: z.json().optional(),
    }),
  ),
});
