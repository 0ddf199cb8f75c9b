// Defines where a report says that an agent of somebody else was stopped.
import * as z from "zod";

export const stoppedSchema = z
  .object({
    kind: z
      .enum(["drift", "client", "request", "environment", "server"])
      .describe(
        "who differs: the server; the agent, in what it passes on; its request; its own tool; a server is gone",
      ),
    message: z.string(),
    server: z.string().optional(),
    call: z.number().int().optional().describe("the ordinal of the recorded call"),
    tool: z.string().optional(),
    path: z.string().optional().describe("a JSON pointer into the call's result"),
    turn: z.number().int().optional().describe("the recorded turn that was not played, from 1"),
  })
  .describe("of an agent such as Claude Code: the difference at which it was stopped");
