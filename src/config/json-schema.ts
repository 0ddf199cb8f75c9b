// In: nothing. Out: the JSON Schema of the config, for editors (`docs/config.schema.json` is this, written by `npm run schema`).
import * as z from "zod";
import { configSchema } from "./schema.js";

/** The config's JSON Schema, draft 7: the draft that editors read best. */
export function buildJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { target: "draft-7", io: "input" });
  return {
    $schema,
    title: "mcpvals config",
    description:
      "A suite for mcpvals: an MCP server, the workflows that Claude works through with it, what is expected.",
    ...schema,
  };
}
