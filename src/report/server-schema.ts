// Defines how a report writes who a server says it is.
import * as z from "zod";

/** The keys of one server. */
export const oneServer = {
  name: z.string(),
  version: z.string(),
  protocol: z.string(),
  client: z
    .array(z.enum(["sampling", "elicitation", "roots"]))
    .optional()
    .describe("what the client declares it can do for the server"),
  roots: z.array(z.string()).optional().describe("the roots that the client named, as URIs"),
};

/** A server, or several. */
export const serverIdentity = z.object({
  ...oneServer,
  servers: z
    .record(z.string(), z.object(oneServer))
    .optional()
    .describe("of a side with several servers: each, by its name in the config; the keys beside it then say nothing"),
});
