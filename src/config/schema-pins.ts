// Says what the config may pin: which value of a result goes into which argument.
import * as z from "zod";
import { place, pointer, text } from "./schema-place.js";

/** The config's `pins`. What does not go together in one is found by cross-check.ts. */
export const pinsSchema = z
  .array(
    z.strictObject({
      tool: place.tool.optional().describe("The tool whose result has the value, or a glob; left out with constant."),
      path: place.path
        .optional()
        .describe("JSON pointer into that result; * stands for one part. Left out with constant."),
      argument: pointer.describe("JSON pointer into the arguments of a later call."),
      into: text.describe("The tool of the later call."),
      token: z
        .number()
        .int()
        .positive()
        .optional()
        .describe("Which run of letters and digits of the argument it is, from 1. Default: the whole argument."),
      constant: z.literal(true).optional().describe("In place of tool and path: this argument is sent as recorded."),
      as: z
        .enum(["upper", "lower", "base64", "percent", "number", "text"])
        .optional()
        .describe("How the argument was made of the value. Default: it is the value."),
    }),
  )
  .describe("Which value of a result goes into which argument of a later call, where replay cannot tell.");
