// Defines parts of the keys that name servers in a config.
import * as z from "zod";

/** What Claude is told that a tool of one of several servers is called, where the config does not say. */
export const TOOL_NAMES = "{server}__{tool}";

/** Several servers by name. */
export function serversOf<Schema extends z.ZodType>(server: Schema): z.ZodRecord<z.ZodString, Schema> {
  return z
    .record(z.string(), server)
    .describe(
      "Several servers in place of `server`, each by a name of a-z, 0-9 and -. Their tools are written name/tool, or tool where only one server has it.",
    );
}

/** What Claude is told that a tool is called. */
export const toolNamesPattern = z
  .string()
  .refine((value) => ["{server}", "{tool}"].every((part) => value.split(part).length === 2), {
    error: "must hold {server} and {tool}, each once",
  })
  .refine((value) => /^[a-zA-Z0-9_-]*$/.test(value.replace("{server}", "").replace("{tool}", "")), {
    error: "may hold letters, digits, _ and - beside {server} and {tool}",
  })
  .describe(
    "With `servers`: what Claude is told a tool is called, at most 64 characters. Claude Code's is mcp__{server}__{tool}. Default {server}__{tool}.",
  );

/** Headers of requests. */
export const headers = z.record(
  z.string(),
  z.string().refine((value) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value), {
    error: "holds a line break or another character that HTTP headers cannot carry",
  }),
);
