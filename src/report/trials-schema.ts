// Describes what a report says about trials and money, as zod schemas: parts of the JSON Schema of reports.
import * as z from "zod";
import { VERDICTS_WORST_FIRST } from "../metrics/verdicts.js";

const count = z.int().min(0);

const spentOn = {
  input: count.describe("tokens that were neither read from the cache nor written to it"),
  output: count,
  cacheRead: count,
  cacheWrite: count,
  usd: z.number().nullable().describe("US dollars by list price; null where the price of the model is unknown"),
  saved: z
    .number()
    .nullable()
    .optional()
    .describe("US dollars that the prompt cache saved, less what writing to it cost more; null where unknown"),
  prices: z.string().nullable().describe("of when the prices are: a month of the list, or `config`"),
};

export const spentSchema = z.object({
  ...spentOn,
  judge: z
    .object(spentOn)
    .optional()
    .describe("what the LLM judge was asked for; on an account of its own, so not in the numbers beside it"),
});

export const intervalSchema = z
  .object({ low: z.number().min(0).max(1), high: z.number().min(0).max(1) })
  .describe("95 % score interval (Wilson), 0 to 1");
const spread = z.object({ least: z.number(), median: z.number(), most: z.number() });

export const passRateSchema = z
  .object({ workflows: count, mean: z.number().min(0).max(1), ...intervalSchema.shape })
  .describe("of several workflows with trials: the mean of their pass rates, with a 95 % interval over workflows");

export const judgeAgreementSchema = z
  .object({
    runs: count,
    bothPassed: count,
    bothFailed: count,
    onlyMetrics: count.describe("passed by the metrics, failed by the judge"),
    onlyJudge: count.describe("passed by the judge, failed by the metrics"),
    differ: z.array(
      z.object({
        workflow: z.string(),
        trials: z.array(count).optional().describe("from 1; absent where it ran once"),
        passedBy: z.enum(["metrics", "judge"]),
      }),
    ),
    spread: z
      .object({ median: z.number(), most: z.number() })
      .optional()
      .describe("how far the judge's samples of one run are apart; absent where it was asked once for each"),
  })
  .describe("of two runs and more that both the judge and the metrics decided: how often they say the same");

export const trialsSchema = z.object({
  planned: count.describe("how many were asked for, at most"),
  runs: count.describe("those that passed or failed; only they count"),
  passed: count,
  retried: count.describe("trials that an outside failure ended and that were made again"),
  rate: z.number().min(0).max(1).nullable().describe("passed / runs; null without runs"),
  interval: intervalSchema,
  passAt: z.number().min(0).max(1).describe("the share that has to pass"),
  sure: z
    .object({ decided: z.enum(["passed", "failed"]).nullable(), after: count })
    .optional()
    .describe("with --sure: what the rule decided, and after how many trials"),
  passAtK: z
    .array(z.object({ k: count, any: z.number(), all: z.number() }))
    .describe(
      "for each k up to `runs`: the probability that one of k trials passes (pass@k), and that all do (pass^k)",
    ),
  metrics: z.array(
    z.object({ id: z.string(), metric: z.string(), passed: count, runs: count, interval: intervalSchema }),
  ),
  spread: z.object({ turns: spread, calls: spread, tokens: spread, ms: spread }),
  cost: z
    .object({
      least: z.number().min(0),
      mean: z.number().min(0),
      most: z.number().min(0),
      perPass: z.number().min(0).nullable().describe("all trials, for each one that passed; null where none did"),
    })
    .optional()
    .describe("US dollars of the trials that count, without the judge; absent where the price is unknown"),
  parting: z
    .object({
      turn: count.describe("the first turn, from 1, in which trials differ"),
      differ: z.enum(["calls", "words"]).describe("words: all calls are the same, only words or results differ"),
      paths: z.array(
        z.object({
          trials: z.array(count).describe("from 1"),
          passed: count,
          failed: count,
          did: z.string(),
          later: z.array(z.string()).describe("the tools that Claude called after that turn, in the first of these"),
        }),
      ),
    })
    .optional()
    .describe("same prompts, different verdicts: where the paths part"),
  sentence: z.string(),
  shown: count.describe("which trial, from 1, the rest of the evaluation describes"),
  each: z.array(
    z.object({
      verdict: z.enum(VERDICTS_WORST_FIRST),
      turns: count,
      calls: count,
      inputTokens: count,
      outputTokens: count,
      ms: z.number().describe("milliseconds"),
      because: z.string().optional().describe("why it did not pass"),
      judge: z
        .object({
          passed: z.boolean(),
          score: z.number().min(0).max(1),
          spread: z.number().optional().describe("between the lowest and the highest of several samples"),
          metrics: z.enum(["passed", "failed"]).optional().describe("what the metrics say; absent where that is open"),
        })
        .optional()
        .describe("what the judge says; absent where it scored nothing"),
    }),
  ),
});
