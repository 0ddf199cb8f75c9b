// Defines how a config names a place in results.
import * as z from "zod";
import { parsePointer } from "../json/pointer.js";

/** A text that is not empty. */
export const text = z.string().min(1, { abort: true });

/** A JSON pointer. */
export const pointer = z.string().refine((value) => parsePointer(value) !== undefined, {
  error: 'is not a JSON pointer: it begins with "/" ("/content/0/text"), or is empty for the whole value',
});

/** The keys of a place. */
export const place = {
  tool: text.describe("The tool's name, or a glob."),
  path: pointer.describe("JSON pointer into the result; * matches one part."),
};
