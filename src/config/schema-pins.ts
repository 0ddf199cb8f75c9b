// Defines what the config may pin: which value of a result goes into which argument.
import * as z from "zod";
import { place, pointer, text } from "./schema-place.js";

/** The config's `pins`. cross-check.ts finds keys that do not go together. */
export const pinsSchema = z
  .array(
    z.strictObject({
      tool: place.tool.optional().describe("The tool whose result holds the value, or a glob. Omit it with constant."),
      path: place.path.optional().describe("JSON pointer into that result; * matches one part. Omit it with constant."),
      argument: pointer.describe("JSON pointer into the arguments of a later call."),
      into: text.describe("The tool of the later call."),
      token: z
        .number()
        .int()
        .positive()
        .optional()
        .describe(
          "Which group of letters and digits of the argument holds the value, from 1. Default: the whole argument.",
        ),
      constant: z.literal(true).optional().describe("Instead of tool and path: send this argument as recorded."),
      as: z
        .enum(["upper", "lower", "base64", "percent", "number", "text"])
        .optional()
        .describe("How the argument was made from the value. Default: it is the value."),
    }),
  )
  .describe("Which value of a result goes into which argument of a later call, where replay cannot find out.");
