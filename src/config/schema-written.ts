// Defines the config as users write it: the schema of schema.ts, with the server perhaps named in a client's file.
import * as z from "zod";
import { configSchema } from "./schema.js";
import { serverSchema } from "./schema-server.js";
import { serversOf } from "./schema-servers.js";
import { text } from "./schema-place.js";

/** A server that stands in the configuration of a client. */
export const serverFromSchema = z.strictObject({
  from: text.describe("A client's configuration that lists the server, such as .mcp.json, relative to the config."),
  name: text.optional().describe("The server's key in it. May be left out where it lists one server."),
});

const [stdioServer, httpServer] = serverSchema.options;
const { transport: _, ...serverKeys } = { ...stdioServer.shape, ...httpServer.shape };

/** Some keys of a server, for a config that extends another one. */
const serverPartSchema = z.strictObject(serverKeys).partial();

const writtenServer = z.union([serverSchema, serverFromSchema, serverPartSchema]);

/** The config in its file. */
export const writtenConfigSchema = z.strictObject({
  ...configSchema.shape,
  extends: z
    .union([text, z.array(text)], { error: "expected a path or a list of paths" })
    .optional()
    .describe(
      "Configs whose keys hold where this one does not name them; later ones win. Objects are merged, lists replaced, and relative paths stay relative to their own file.",
    ),
  server: writtenServer.optional().describe("The server under test."),
  servers: serversOf(writtenServer).optional(),
});

/** The config as users write it: what `defineConfig`, `evaluate` and config files take. */
export type Config = z.input<typeof writtenConfigSchema>;
