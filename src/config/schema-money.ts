// Defines the keys that limit what a command spends on the model.
import * as z from "zod";

const dollars = z.number().min(0);

/** Keys of a suite. */
export const moneyKeys = {
  maxBudgetUsd: z
    .number()
    .positive()
    .optional()
    .describe("US dollars that eval and record may spend on Claude; checked before each request. Default no limit."),
  tokenLimit: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("Tokens of all kinds that eval and record may use; checked before each request. Default no limit."),
  prices: z
    .record(
      z.string(),
      z.strictObject({
        input: dollars,
        output: dollars,
        cacheRead: dollars.optional().describe("Default: a tenth of input."),
        cacheWrite: dollars.optional().describe("Default: 1.25 times input."),
      }),
    )
    .optional()
    .describe("US dollars per million tokens, by the name of the model; overrides the list that mcpvals has."),
};
