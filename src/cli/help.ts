// Renders help, the version or a completion script with yargs, from the same table of flags.
import yargs, { type Argv } from "yargs";
import { CONFIG_NAMES } from "../config/config-name.js";
import { McpvalsError } from "../errors.js";
import { VERSION } from "../version.js";
import { COMMANDS } from "./commands.js";
import { COMMAND_NAMES, FLAGS } from "./flags.js";

/** For a person who typed `mcpvals` and nothing else. */
const FIRST_WORDS = `mcpvals lets Claude work with an MCP server, and replays that without a key.
  mcpvals init      sets up a suite for the server of this folder; needs no key
  mcpvals record    Claude works through a suite; needs ANTHROPIC_API_KEY
  mcpvals replay    plays the recordings against the server; needs no key
All commands: mcpvals --help
Start with: mcpvals init
`;

/** The requested text, at most `columns` wide, ending with a newline. */
export function renderHelp(args: readonly string[], columns: number): string {
  if (args.length === 0) return FIRST_WORDS;
  let printed = "";
  buildProgram(columns).parseSync([...args], {}, (_error, _argv, output) => {
    printed = output;
  });
  return printed === "" ? "" : `${printed.trimEnd()}\n`;
}

function buildProgram(columns: number): Argv {
  const program = yargs()
    .scriptName("mcpvals")
    .locale("en")
    .wrap(Math.min(columns, 100))
    .exitProcess(false)
    .usage("Evaluate an MCP server by letting Claude work with it, and replay that without a key.\n\n$0 <command>")
    .help()
    .alias("help", "h")
    .version(VERSION)
    .alias("version", "v")
    .completion("completion", "Print a completion script for bash or zsh")
    .epilogue(
      "`mcpvals <command> --help` shows its flags and examples. Without [config…]: the suites here, mcp-eval.config.* or NAME.mcp-eval.config.*",
    )
    .fail((message, error) => {
      throw error ?? new McpvalsError("BAD_USAGE", message);
    });
  for (const name of COMMAND_NAMES) {
    const { summary, about, examples, argument = "[config..]", takes, usage } = COMMANDS[name];
    program.command(`${name} ${argument}`.trimEnd(), summary, (command: Argv) => {
      command.usage(`$0 ${name} ${usage ?? argument.replace("..", "…")} [flags]\n\n${about}`);
      if (argument !== "") {
        command.positional(argument.replaceAll(/[^a-z]/g, ""), {
          type: "string",
          array: argument.includes(".."),
          ...(argument.startsWith("[") ? { defaultDescription: "none" } : {}),
          describe: takes ?? `Config files, folders or globs; without one ${CONFIG_NAMES} here`,
        });
      }
      command
        .options(FLAGS[name])
        // Not yargs' own examples: they wrap inside a command, which then cannot be copied.
        .epilogue(["Examples:", ...examples.map(([line, meaning]) => `  ${line}\n      ${meaning}`)].join("\n"));
    });
  }
  return program;
}
