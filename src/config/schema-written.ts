// Defines the config as users write it: the schema of schema.ts, with the server perhaps named in a client's file.
import * as z from "zod";
import { configSchema, serverSchema } from "./schema.js";
import { text } from "./schema-place.js";

/** A server that stands in the configuration of a client. */
export const serverFromSchema = z.strictObject({
  from: text.describe("A client's configuration that lists the server, such as .mcp.json, relative to the config."),
  name: text.optional().describe("The server's key in it. May be left out where it lists one server."),
});

/** The config in its file. */
export const writtenConfigSchema = z.strictObject({
  ...configSchema.shape,
  server: z.union([serverSchema, serverFromSchema]).optional().describe("The server under test."),
});

/** The config as users write it: what `defineConfig`, `evaluate` and config files take. */
export type Config = z.input<typeof writtenConfigSchema>;
