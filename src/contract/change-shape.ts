// Defines the shape of a contract change as data, for everything that writes or reads one: the diff, `.mcpvals/last/`,
// `accepted.yaml`.
import * as z from "zod";
import { CONTRACT_WORST_FIRST } from "./classes.js";

const subjectKeys = {
  kind: z.enum(["server", "capability", "instructions", "tool", "prompt", "resource", "resource-template"]),
  name: z.string().optional().describe("of the tool or prompt, the URI of the resource, the key of the capability"),
  server: z.string().optional().describe("of several servers, whose it is"),
};

/** The keys of a change without its id and its words. `json` is the shape of its values. */
export function changeKeys<Json extends z.ZodType>(json: Json, object: typeof z.object | typeof z.strictObject) {
  return {
    rule: z.string().describe("stable; docs/diff.md lists them"),
    class: z.enum(CONTRACT_WORST_FIRST),
    subject: object(subjectKeys),
    path: z.string().describe("a JSON pointer into the subject as the server lists it; empty for the whole"),
    before: json.optional().describe("absent where there was no value"),
    after: json.optional().describe("absent where there is no value now"),
  };
}
