// Defines the shape of a drift and its place as data, for everything that writes or reads one: the report,
// `.mcpvals/last/`, `accepted.yaml`.
import * as z from "zod";
import { DRIFT_WORST_FIRST } from "./drift-classes.js";

const ordinal = z.int().positive();

/** The keys of a place, in the form that `z.object` takes. */
export const placeKeys = {
  part: z.enum(["result", "arguments", "tool", "instructions", "server", "model", "run"]),
  step: ordinal.optional(),
  turn: ordinal.optional(),
  call: ordinal.optional().describe("steps, turns and calls count from 1, in the order of the recorded run"),
  server: z.string().optional().describe("of several servers, the one that declares or does something else"),
  tool: z.string().optional().describe("of several servers: name/tool"),
  path: z.string().describe("a JSON pointer; JSON inside a text block at /content/0 is below /content/0/json"),
};

/** The keys of a drift. `json` is the shape of its values. */
export function driftKeys<Json extends z.ZodType, Place extends z.ZodType>(json: Json, place: Place) {
  return {
    id: z.string().describe("what `mcpvals accept` takes"),
    class: z.enum(DRIFT_WORST_FIRST),
    where: place,
    recorded: json.optional().describe("absent where nothing was recorded"),
    present: json.optional().describe("absent where nothing is there now"),
    note: z.string().optional(),
    accepted: z.literal(true).optional().describe("somebody accepted it"),
    acceptable: z.literal(false).optional().describe("nobody can accept it"),
  };
}
