// Defines the key that says which agent works through the workflows.
import * as z from "zod";
import { text } from "./schema-place.js";

const started = {
  args: z.array(text).optional().describe("Its arguments. Default none; those of Claude Code come after ours."),
  env: z.record(z.string(), z.string()).optional().describe("Variables for it, in addition to the environment."),
  inherit: z.boolean().optional().describe("It uses the user's own settings folder. Default false: an empty one."),
};

/** An agent of somebody else in place of our own loop. */
export const agentChoice = z
  .union(
    [
      z.literal("claude-code"),
      z.strictObject({
        type: z.literal("claude-code").describe("Claude Code, without a person (`claude -p`)."),
        command: text.optional().describe("Default claude, from the project's node_modules/.bin or PATH."),
        ...started,
      }),
      z.strictObject({
        type: z.literal("command").describe("An agent of your own that reads ANTHROPIC_BASE_URL."),
        command: text.describe("Started once for each step, in the config's folder, with the prompt on stdin."),
        ...started,
      }),
    ],
    { error: 'expected "claude-code", or { "type": "claude-code" or "command", … }' },
  )
  .describe("Who works through the workflows, see docs/agents.md. Default: Claude, in a loop of mcpvals.");
