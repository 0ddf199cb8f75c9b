// Defines how a config says what a server is and how it starts.
import * as z from "zod";
import { text } from "./schema-place.js";
import { headers } from "./schema-servers.js";

/** A URL, or one that a variable is put into. */
export const url = text.refine((value) => value.includes("${") || /^https?:$/.test(protocolOf(value)), {
  error: "is not an http or https URL",
});

const start = {
  args: z.array(z.string()).optional().describe("Arguments of the command."),
  env: z
    .record(z.string(), z.string())
    .optional()
    .describe("Environment variables for the server, beside a safe base environment."),
  cwd: text.optional().describe("Working folder of the server, relative to the config's folder (the default)."),
  inheritEnv: z
    .union([z.boolean(), z.array(text)], { error: "expected true, false or a list of variable names" })
    .optional()
    .describe(
      "true passes the whole environment of the shell, a list passes the named variables. The API keys of mcpvals are never passed.",
    ),
};

const protocol = {
  protocol: z
    .enum(["auto", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    .optional()
    .describe(
      "The protocol version to speak. Default auto: initialize, or 2026-07-28 where the server supports nothing else.",
    ),
};

const stdioServer = z.strictObject({
  transport: z.literal("stdio").describe("stdio: the server is a program that each run starts again."),
  command: text.describe("The program that is the server."),
  ...start,
  ...protocol,
});

const httpServer = z.strictObject({
  transport: z.enum(["shttp", "sse"]).describe("shttp: streamable HTTP. sse: the old HTTP+SSE."),
  url: url.describe("The server's URL; ${MCPVALS_PORT} is a free port for each run."),
  headers: headers.optional().describe("HTTP headers sent with every request."),
  command: text.optional().describe("Starts the server before each run, ready when the URL answers."),
  ...start,
  ...protocol,
});

/** The server of the config. */
export const serverSchema = z.discriminatedUnion("transport", [stdioServer, httpServer]);

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : "";
}
