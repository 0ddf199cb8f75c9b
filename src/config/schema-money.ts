// Defines the keys that say what the model costs.
import * as z from "zod";

const dollars = z.number().min(0);

/** Keys of a suite. */
export const moneyKeys = {
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
