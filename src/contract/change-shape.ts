// Describes a change of the contract as data, for all that writes or reads one: the diff, `.mcpvals/last/`, `accepted.yaml`.
import * as z from "zod";
import { CONTRACT_WORST_FIRST } from "./classes.js";

const subjectKeys = {
  kind: z.enum(["server", "capability", "instructions", "tool", "prompt", "resource", "resource-template"]),
  name: z.string().optional().describe("of the tool or prompt, the URI of the resource, the key of the capability"),
};

/** The keys of what a change is; its id and its words aside. `json` is what its values have to be. */
export function changeKeys<Json extends z.ZodType>(json: Json, object: typeof z.object | typeof z.strictObject) {
  return {
    rule: z.string().describe("stable; docs/diff.md lists them"),
    class: z.enum(CONTRACT_WORST_FIRST),
    subject: object(subjectKeys),
    path: z.string().describe("a JSON pointer into the subject as the server lists it; empty for the whole"),
    before: json.optional().describe("absent where there was nothing"),
    after: json.optional().describe("absent where there is nothing"),
  };
}
