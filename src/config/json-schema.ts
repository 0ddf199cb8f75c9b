// Builds the JSON Schema of the config, for editors (`npm run schema` writes it to `docs/config.schema.json`).
import * as z from "zod";
import { writtenConfigSchema } from "./schema-written.js";

/** The config's JSON Schema, draft 7, the draft that editors support best. */
export function buildJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(writtenConfigSchema, { target: "draft-7", io: "input" });
  return {
    $schema,
    title: "mcpvals config",
    description:
      "A suite for mcpvals: an MCP server, the workflows that Claude works through with it, what is expected.",
    ...schema,
  };
}
