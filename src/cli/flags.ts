// The flags of every command: names, aliases and help, as yargs takes them for help and completion, and as parseArgs
// takes them. The one place where a flag is added.
import type { Options } from "yargs";

/** In the order in which help shows them. */
export const COMMAND_NAMES = [
  "eval",
  "record",
  "replay",
  "accept",
  "show",
  "lint",
  "review",
  "diff",
  "list",
  "proxy",
  "serve",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

export function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((one) => one === name);
}

/** What `--diff` without a value stands for; no ref and no file is called so. */
export const LAST_REPLAY = "last replay";

/** What `--check` without a number stands for. */
export const AS_CONFIGURED = "as configured";

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
  reporter: text("console, json, junit, markdown, html or github; =FILE writes it there; repeatable", "r"),
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
    "no-check": onOff("Leave out the replays that learn what differs on its own"),
    check: text("Only check the cassettes that exist, N times (without N: as the config says, or 2); needs no key"),
    "no-check-clock": onOff("Leave the server's clock alone in the checks"),
    try: onOff("Make a doubtful call once with each reading, where no guess can do harm"),
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
  accept: {
    message: text("Why it is harmless; needed", "m"),
    same: onOff("Accept the same drift in the suite's other workflows, too"),
    remove: onOff("Take accepted drift back"),
    ...allowCi,
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  show: {
    diff: text("Beside the last replay; with REF or FILE: what changed since that recording"),
    format: text("text (default), markdown or json"),
    full: onOff("Fold nothing"),
    standalone: onOff("With the contract; without --format the cassette itself, all in one file"),
    textconv: onOff("For git: all of it, without times; a file that is no cassette as it is"),
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  lint: {
    config: text("Hold the cassettes against this config, not those in and below the folder; repeatable"),
    fix: onOff("Mend what is mechanical; a broken seal only of a cassette that is named"),
    ignore: text("Leave out this rule; repeatable"),
    "max-size": text("Bytes that a file may have (default 1 MiB for texts, 5 MiB for blobs)"),
    ...output,
    reporter: text("console, json or github (annotations), =FILE writes it there; repeatable", "r"),
  },
  review: {
    base: text("Compare with this branch, tag or commit (default: the pull request's base, else the default branch)"),
    format: text("markdown (default), or json"),
    debug: output.debug,
    quiet: output.quiet,
    "no-color": output["no-color"],
  },
  proxy: {
    out: text("The session cassette that is written; needed", "o"),
    url: text("Stand before the server at this URL, on 127.0.0.1; without, the command behind -- is started"),
    port: text("The port for --url; a free one without"),
    name: text("What the session is called; the file's name without"),
    mode: text("Where the file is there: number (default: session-2.yaml, …), replace, or keep (records nothing)"),
    wait: text("Seconds that writing the session may take in the end (default 10; 0: as long as it takes)"),
    "print-config": text(
      "Print what goes into the configuration of claude-desktop, claude-code, cursor, vscode, windsurf, zed or codex, and do nothing",
    ),
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  serve: {
    http: text("Serve over streamable HTTP at this port of 127.0.0.1, 0 for a free one; over stdio without"),
    "on-miss": text("error: a request that is not recorded gets an error (default); fail: the first one also ends it"),
    timing: text("none: at once (default); recorded: everything takes as long as it took"),
    timeout: text("Milliseconds that the client has to answer a request of the server (default 60000)"),
    run: text("The folder that [run] in the cassette stands for; it stays as it is without"),
    debug: output.debug,
    quiet: onOff("No report in the end, errors only", "q"),
    "no-color": output["no-color"],
  },
  diff: {
    to: text("The new side: a command line, or an http(s) URL; without it the config's server"),
    from: text("The old side: the same; without it the cassettes"),
    ...selection,
    strict: onOff("Accept nothing"),
    "fail-on": text("breaking (default), regression, changed or never: from where on the exit code is 1"),
    "on-inconclusive": text("fail (default, exit 3), or warn (exit 0, same report)"),
    ...judge,
    timeout: server.timeout,
    concurrency: server.concurrency,
    full: onOff("Fold nothing"),
    ...output,
    reporter: text("console, json, markdown, html or github; =FILE writes it there; repeatable", "r"),
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
