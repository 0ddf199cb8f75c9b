// Defines what the config may say about the checks that follow a recording.
import * as z from "zod";
import { parseClockOffset } from "./clock-offset.js";

const clockOffset = z.string().refine((value) => parseClockOffset(value) !== undefined, {
  error: 'is not a time to move a clock by: write "+25h" or "+190d 5h", with d, h, m or s, within 100 years',
});

/** The config's `check`. */
export const checksSchema = z
  .strictObject({
    runs: z
      .number()
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe("How often a new recording is replayed on its own server. Default 2."),
    clock: z
      .union([z.literal(false), z.array(clockOffset).min(1)], {
        error: 'expected false or a list of times such as "+25h"',
      })
      .optional()
      .describe(
        'By how much each check moves the server\'s clock; false never moves it. Default ["+25h", "+190d 5h"].',
      ),
    try: z
      .boolean()
      .optional()
      .describe(
        "Send the call of a doubtful argument once with each reading, to exclude readings that fail; only for tools with readOnlyHint, or with reset. Default false.",
      ),
  })
  .describe("The checks that follow a recording.");
