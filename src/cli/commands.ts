// The table of commands: what help says of each, and where its code is, imported when it is asked for.
import type { CommandContext } from "./context.js";
import type { CommandName } from "./flags.js";
import type { Invocation } from "./invocation.js";

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** What its own help begins with. */
  about: string;
  examples: readonly (readonly [line: string, meaning: string])[];
  /** Its code: runs the command and resolves to the exit code. */
  load: () => Promise<(invocation: Invocation, context: CommandContext) => Promise<number>>;
}

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  eval: {
    summary: "Run the workflows live with Claude and score them",
    about:
      "Claude works through the workflows against the server; the metrics score what happened. Needs ANTHROPIC_API_KEY.",
    examples: [
      ["mcpvals eval", "the config in this folder"],
      ["mcpvals eval ./mcp-eval.config.json --reporter json", "the report as JSON on stdout"],
      ["mcpvals eval -t 'book-*' --debug", "some workflows, with everything shown"],
    ],
    load: async () => (await import("./commands/eval.js")).runEval,
  },
  record: {
    summary: "Record what replay cannot decide into cassettes, and check that they replay",
    about:
      "Runs the workflows live, writes cassettes, and replays each once on the same server to learn what differs by itself. Needs ANTHROPIC_API_KEY, except with --check.",
    examples: [
      ["mcpvals record", "new and stale workflows, and those that replay leaves open"],
      ["mcpvals record -t book-a-table", "this one again"],
      ["mcpvals record --check", "only check the cassettes that exist; no key"],
    ],
    load: async () => (await import("./commands/record.js")).runRecord,
  },
  replay: {
    summary: "Play the recorded model against the live server; no key, no tokens",
    about:
      "The model side comes from the cassettes, the server is the real one. Scores are compared with what was recorded. Looks below the folder, too.",
    examples: [
      ["mcpvals replay", "every suite in and below this folder"],
      ["mcpvals replay -r console -r json=report.json", "both reports"],
      ["mcpvals replay suite.json -- node build/server.js", "the same suite against another build"],
      ["mcpvals replay --offline", "without the server"],
    ],
    load: async () => (await import("./commands/replay.js")).runReplay,
  },
  list: {
    summary: "Show suites, workflows, the state of their cassettes, and what each needs",
    about: "Runs nothing and needs no key.",
    examples: [
      ["mcpvals list", "every suite in and below this folder"],
      ["mcpvals list ./mcp-eval.config.json --json", "as JSON"],
    ],
    load: async () => (await import("./commands/list.js")).runList,
  },
};

export const COMMAND_NAMES: readonly CommandName[] = ["eval", "record", "replay", "list"];

export function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((one) => one === name);
}
