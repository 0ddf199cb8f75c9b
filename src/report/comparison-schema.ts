// Describes what a report says about two compared sides, as zod schemas: a part of the JSON Schema of reports.
import * as z from "zod";
import { intervalSchema, spentSchema } from "./trials-schema.js";

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const between = z.number().min(-1).max(1);
const verdict = z
  .enum(["better", "worse", "undecided"])
  .describe("of the second side; undecided also where nothing was compared");

const side = z.object({
  name: z.string(),
  mean: z
    .object({ mean: share, low: share, high: share })
    .optional()
    .describe("the mean of its workflows' pass rates with a 95 % interval; trials of one workflow are one cluster"),
  spent: spentSchema.optional().describe("what all of its runs were asked for"),
});

const rate = z.object({ passed: count, rate: share, interval: intervalSchema });

const pairs = z.object({
  trials: count.describe("how many pairs there are: so many trials of each side"),
  counts: z
    .object({ both: count, onlyFirst: count, onlySecond: count, neither: count })
    .describe("how the pairs of trials ended: which side passed"),
  first: rate,
  second: rate,
  difference: z
    .object({ difference: between, low: between, high: between })
    .describe("the second rate minus the first, with a 95 % interval (Newcombe)"),
  p: share.describe("McNemar's exact test, two-sided, not corrected"),
});

export const comparisonSchema = z.object({
  first: side,
  second: side,
  workflows: z.array(
    z.object({
      name: z.string(),
      unpaired: count.describe("trials without a judged partner"),
      pairs: pairs.optional().describe("absent without a pair"),
      verdict: verdict.describe("of the second side; those of all workflows together have the error of `level`"),
    }),
  ),
  overall: pairs.optional().describe("over the pairs of all workflows"),
  verdict,
  level: share.describe("how often the verdict is wrong at most, where the two do not differ"),
  sentence: z.string(),
});
