// Parses the arguments into a command with its flags, with the form checked, or into a request for help. Not with
// yargs: it lays out a command's help whenever it runs the command, which takes longer than `list` may.
import { parseArgs } from "node:util";
import { isConfigLike } from "../config/config-name.js";
import { didYouMean } from "../config/did-you-mean.js";
import { McpvalsError } from "../errors.js";
import { bad } from "./flag-values.js";
import {
  AS_CONFIGURED,
  COMMAND_NAMES,
  FLAGS,
  isCommandName,
  LAST_REPLAY,
  SINCE_BASE,
  type CommandName,
} from "./flags.js";
import { flagNames, shortName } from "./flag-names.js";
import { explainForeign } from "./foreign-flags.js";
import type { Invocation } from "./invocation.js";
import { parserOptions } from "./parser-options.js";

export type Parsed =
  /** Help, version or completion: `args` for `renderHelp`; none where the command line is empty. */
  { kind: "text"; args: string[] } | { kind: "command"; invocation: Invocation };

const COMPLETE = "--get-yargs-completions";
const TEXT_FLAGS = ["--help", "-h", "--version", "-v"];

/**
 * Reads a command line.
 * @throws McpvalsError BAD_USAGE for an unknown command or flag, and for a flag without its value.
 */
export function parseArguments(args: readonly string[]): Parsed {
  const [first, ...rest] = args;
  if (first === undefined) return { kind: "text", args: [] };
  if (first === "help") return { kind: "text", args: [...rest, "--help"] };
  if (first === "completion" || first === COMPLETE) return { kind: "text", args: [...args] };

  const terminator = args.indexOf("--");
  const own = terminator < 0 ? rest : args.slice(1, terminator);
  const asksForText = [first, ...own].some((arg) => TEXT_FLAGS.includes(arg));
  if (asksForText && (isCommandName(first) || first.startsWith("-"))) return { kind: "text", args: [first, ...own] };
  if (!isCommandName(first)) throw first.startsWith("-") ? noCommand(first) : unknownCommand(first);

  const { values, configs } = readFlags(first, withOptionalValues(first, own));
  const serverCommand = terminator < 0 ? undefined : args.slice(terminator + 1);
  if (serverCommand?.length === 0) {
    throw new McpvalsError("BAD_USAGE", "There is no command after --", { fix: "Example: -- node server.js" });
  }
  return { kind: "command", invocation: { command: first, configs, values, serverCommand } };
}

function readFlags(command: CommandName, args: string[]): Pick<Invocation, "values" | "configs"> {
  const { options, canonical } = parserOptions(command);
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const configs: string[] = [];
  const unknown: string[] = [];
  const values: Record<string, string[] | true> = {};
  for (const token of tokens) {
    if (token.kind === "positional") configs.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName, value } = token;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) {
      unknown.push(rawName);
      continue;
    }
    const name = canonical[token.name] ?? token.name;
    if (option.type === "boolean") {
      if (value !== undefined) throw bad(name, `takes no value, so "=${value}" says nothing`, "Alone it switches on.");
      values[name] = true;
    } else {
      // `--model --debug`: a flag is not a value, unless it is written with `=`.
      const missing = value === undefined || value === "" || (!token.inlineValue && value.startsWith("-"));
      if (missing) throw bad(name, "needs a value", `Example: --${name}=VALUE`);
      const before = values[name];
      values[name] = [...(before === undefined || before === true ? [] : before), value];
    }
  }
  if (unknown.length > 0) throw unknownFlags(command, unknown);
  return { values, configs };
}

/**
 * `--bail [n]`, `record --check [n]`: a number may follow, `--changed [REF]`: a commit, but a config's name must not be taken as one. `show NAME
 * --diff [REF|FILE]`: after a name, the next word is the value.
 */
function withOptionalValues(command: CommandName, args: readonly string[]): string[] {
  return args.map((arg, at) => {
    const next = args[at + 1] ?? "";
    const number = /^-?\d/.test(next);
    if (arg === "--bail" && !number) return "--bail=1";
    if (arg === "--check" && !number) return `--check=${AS_CONFIGURED}`;
    // A config may follow, and a branch may have any other name.
    if (arg === "--changed" && (next === "" || next.startsWith("-") || isConfigLike(next))) {
      return `--changed=${SINCE_BASE}`;
    }
    if (arg !== "--diff" || command !== "show") return arg;
    const named = args.slice(0, at).some((one) => !one.startsWith("-"));
    return next === "" || next.startsWith("-") || !named ? `--diff=${LAST_REPLAY}` : arg;
  });
}

function unknownFlags(command: CommandName, unknown: readonly string[]): McpvalsError {
  const [first = ""] = unknown;
  const foreign = unknown.length === 1 ? explainForeign(command, longNameOf(first.replace(/^-+/, ""))) : undefined;
  if (foreign !== undefined) {
    return new McpvalsError("BAD_USAGE", `Unknown flag ${first}: ${command} does not have it`, {
      evidence: foreign.why,
      fix: `${foreign.instead} See \`mcpvals ${command} --help\`.`,
    });
  }
  const near = unknown.flatMap((flag) => didYouMean(flag.replace(/^-+/, ""), flagNames(command)) ?? []);
  const meant = near.map((name) => (name.length === 1 ? `-${name}` : `--${name}`)).join(" or ");
  return new McpvalsError("BAD_USAGE", `Unknown flag${unknown.length > 1 ? "s" : ""} ${unknown.join(", ")}`, {
    fix: `${meant === "" ? "" : `Did you mean ${meant}? `}See \`mcpvals ${command} --help\`.`,
  });
}

/** Of a letter, the name of the flag that another command has under it. */
function longNameOf(name: string): string {
  if (name.length > 1) return name;
  const all = COMMAND_NAMES.flatMap((command) =>
    Object.keys(FLAGS[command]).filter((flag) => shortName(command, flag) === name),
  );
  return all[0] ?? name;
}

function noCommand(first: string): McpvalsError {
  return new McpvalsError("BAD_USAGE", `No command before ${first}`, {
    fix: "Flags come after the command, as in `mcpvals replay --debug`; see `mcpvals --help`.",
  });
}

function unknownCommand(name: string): McpvalsError {
  const near = didYouMean(name, COMMAND_NAMES);
  const file = /[./\\]/.test(name) ? `mcpvals replay ${name}` : undefined;
  const meant = near === undefined ? file : `mcpvals ${near}`;
  return new McpvalsError("BAD_USAGE", `Unknown command ${JSON.stringify(name)}`, {
    fix: `${meant === undefined ? "" : `Did you mean \`${meant}\`? `}See \`mcpvals --help\`.`,
  });
}
