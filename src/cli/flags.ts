// The flags of every command: names, aliases and help, as yargs takes them for help and completion, and as parseArgs
// takes them. The one place where a flag is added.
import type { Options } from "yargs";

export type CommandName = "eval" | "record" | "replay" | "list";

type Flags = Readonly<Record<string, Options>>;

const text = (describe: string, alias?: string | string[]): Options => ({
  type: "string",
  describe,
  ...(alias === undefined ? {} : { alias }),
});
const onOff = (describe: string, alias?: string | string[]): Options => ({
  type: "boolean",
  describe,
  ...(alias === undefined ? {} : { alias }),
});

const output = {
  reporter: text("console or json, =FILE writes it there; repeatable", "r"),
  debug: onOff("Show every turn, call and result, all drift, and the server's stderr", "d"),
  quiet: onOff("No progress, errors only", "q"),
  "no-color": onOff("No colours (also NO_COLOR; FORCE_COLOR asks for them)"),
} satisfies Flags;

const selection = { workflow: text("Only workflows of this name or glob; repeatable", "t") } satisfies Flags;

const server = {
  command: text('Start this server in place of the config\'s: "node build/server.js --flag"; also -- CMD ARGS…'),
  url: text("Use the server at this URL in place of the config's"),
  timeout: text("Milliseconds for connecting, for listing, and for each call"),
  concurrency: text("Workflows at a time", "j"),
  bail: text("Stop after N workflows that did not pass (without N: 1)"),
} satisfies Flags;

const model = { model: text("The Claude model; beats the config") } satisfies Flags;
const judge = { llm: onOff("Ask the LLM judge too", "llm-judge") } satisfies Flags;
const allowCi = { "allow-ci": onOff("Write cassettes although CI is set") } satisfies Flags;

/** All flags of each command. */
export const FLAGS: Readonly<Record<CommandName, Flags>> = {
  eval: { ...selection, ...model, ...judge, ...server, ...output },
  record: {
    ...selection,
    mode: text("changed: what replay cannot decide (default); missing: what has no cassette; all"),
    "no-check": onOff("Leave out the replay that finds what differs by itself"),
    check: onOff("Only check the cassettes that exist; needs no key"),
    ...allowCi,
    ...model,
    ...judge,
    ...server,
    ...output,
  },
  replay: {
    ...selection,
    offline: onOff("The server side comes from the cassette too; proves nothing about a server"),
    update: onOff("Rewrite the scores in the cassettes, nothing else", "u"),
    ...allowCi,
    strict: onOff("Accept no drift at all"),
    "after-drift": text("stop (default), or play: make the later calls too, for information only"),
    "fail-on": text("any (default), or regression: what failed already when recorded does not fail"),
    "on-inconclusive": text("fail (default, exit 3), or warn (exit 0, same report)"),
    // Known, so that it gets its own message.
    model: { type: "string", hidden: true },
    ...judge,
    ...server,
    ...output,
  },
  list: { ...selection, json: onOff("The same as --reporter json"), ...output },
};

/** Long names and aliases of a command's flags, those that help does not show left out. */
export function flagNames(command: CommandName): string[] {
  return Object.entries(FLAGS[command]).flatMap(([name, flag]) =>
    flag.hidden === true ? [] : [name, ...aliases(flag)],
  );
}

export interface ParserOptions {
  options: Record<string, { type: "string" | "boolean"; short?: string }>;
  /** Aliases of more than one letter, to the name of their flag. */
  canonical: Record<string, string>;
}

/** The flags of a command as `parseArgs` takes them. */
export function parserOptions(command: CommandName): ParserOptions {
  const options: ParserOptions["options"] = {};
  const canonical: ParserOptions["canonical"] = {};
  for (const [name, flag] of Object.entries(FLAGS[command])) {
    const type = flag.type === "boolean" ? "boolean" : "string";
    const short = aliases(flag).find((alias) => alias.length === 1);
    options[name] = short === undefined ? { type } : { type, short };
    for (const alias of aliases(flag).filter((one) => one.length > 1)) {
      options[alias] = { type };
      canonical[alias] = name;
    }
  }
  return { options, canonical };
}

function aliases(flag: Options): readonly string[] {
  return typeof flag.alias === "string" ? [flag.alias] : (flag.alias ?? []);
}
