// Lists the flags of every command: names, aliases and help, for yargs (help, completion) and for parseArgs. Add a flag
// here and nowhere else.
import type { Options } from "yargs";

/** In the order in which help shows them. */
export const COMMAND_NAMES = [
  "init",
  "import",
  "eval",
  "record",
  "replay",
  "accept",
  "show",
  "lint",
  "review",
  "diff",
  "list",
  "merge-reports",
  "proxy",
  "serve",
  "wrap",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

export function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((one) => one === name);
}

/** The value of `--diff` where none is given; no ref and no file has this name. */
export const LAST_REPLAY = "last replay";

/** The value of `--changed` where no commit is given. */
export const SINCE_BASE = "since base";

/** The value of `--check` where no number is given. */
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
  quiet: onOff("No progress; of the console report only what did not pass, and the sum", "q"),
  "no-color": onOff("No colours (also NO_COLOR; FORCE_COLOR asks for them)"),
} satisfies Flags;

const long = { verbose: onOff("The console's long form: every metric, drift and reason in full") } satisfies Flags;

const selection = { workflow: text("Only workflows of this name or glob; repeatable", "t") } satisfies Flags;

const variables = {
  "env-file": text("Variables from this file, such as .env, where the environment has none; repeatable", "e"),
} satisfies Flags;

const choice = {
  ...selection,
  tag: text("Only workflows with this tag, or a glob; repeatable: one of them is enough"),
} satisfies Flags;

const lastFailed = {
  "last-failed": onOff("Only workflows that did not pass when they were last run here (.mcpvals/last/)"),
} satisfies Flags;

const changed = {
  changed: text("Only suites whose config, cassettes or inputs changed since REF (without REF: the default branch)"),
} satisfies Flags;

const shard = {
  shard: text("Run only part i of n (i/n), split by recorded time; see merge-reports"),
} satisfies Flags;

const server = {
  command: text('Start this server instead of the config\'s: "node build/server.js --flag"; also -- CMD ARGS…'),
  url: text("Use the server at this URL instead of the config's"),
  timeout: text("Milliseconds for connecting, for listing, and for each call"),
  concurrency: text("Workflows at a time, over all suites", "j"),
  bail: text("Stop after N workflows that did not pass (without N: 1)"),
} satisfies Flags;

const model = { model: text("The Claude model; beats the config") } satisfies Flags;
const models = {
  model: text("The Claude model; beats the config; repeatable: the models are compared"),
} satisfies Flags;
const agent = {
  agent: text("claude-code: Claude Code works through the workflows in place of our own loop; see docs/agents.md"),
} satisfies Flags;
const trials = {
  repeat: text("Make N trials of each workflow: a pass rate with an interval, and which workflows are flaky"),
  sure: onOff("Stop a workflow's trials as soon as its rate is surely above or below passAt (at most 40, or --repeat)"),
} satisfies Flags;
const money = {
  "max-budget-usd": text("US dollars that may be spent; checked before each request"),
  "token-limit": text("Tokens of all kinds that may be used; checked before each request"),
} satisfies Flags;
const plan = {
  "dry-run": onOff("Only show what would be run, why, and what it would cost; needs no key"),
  yes: onOff("Do not ask on a terminal before more than $1 is spent", "y"),
} satisfies Flags;
const goOn = {
  continue: onOff("Take the trials that the same command judged before it was stopped; pay only for the others"),
} satisfies Flags;
const judge = { llm: onOff("Ask the LLM judge too", "llm-judge") } satisfies Flags;
const allowCi = { "allow-ci": onOff("Write cassettes although CI is set") } satisfies Flags;

/** All flags of each command. */
export const FLAGS: Readonly<Record<CommandName, Flags>> = {
  init: {
    url: text("The server at this URL; with -- CMD, which is started before each run and serves it"),
    from: text("Take the server from this configuration of a client, such as .mcp.json"),
    name: text("The server's name there"),
    all: onOff("One suite with all servers of the client's configuration"),
    yes: onOff("Write without asking", "y"),
    ci: text("none, github or gitlab; default: what the project has"),
    nightly: onOff("Also let Claude work through the suite each night in CI; needs a key there"),
    timeout: server.timeout,
    ...variables,
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  import: {
    config: text("The suite that the workflows are written into; default: that of this folder"),
    server: text("The server's name in the transcript, where it has calls of several"),
    map: text("FROM=TO: a folder of the transcript, and the folder here that takes its place; repeatable"),
    state: text("The folder that each run starts with a copy of; written into the config"),
    prompt: text("What the user said, where the transcript does not have it; repeatable"),
    leaf: text("The uuid of the last line, where a session has several branches"),
    "dry-run": onOff("Only show what would be taken, call by call; calls nothing"),
    "accept-differences": onOff("Import a run that the server answers otherwise now; its cassette says so"),
    propose: onOff("Write what could be expected of the run, for you to edit"),
    "min-calls": text("Of several transcripts, those with at least N calls of the server"),
    "only-tool": text("Of several transcripts, those that call this tool; repeatable"),
    limit: text("Of several transcripts, at most N (default 20)"),
    yes: onOff("Write although secrets or e-mail addresses were found", "y"),
    ...allowCi,
    timeout: server.timeout,
    ...variables,
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  eval: {
    ask: text("Let Claude work on this once, and print the transcript; needs no config with -- CMD"),
    save: onOff("With --ask: write it as a workflow into mcp-eval.config.json, or into the config that is used"),
    ...choice,
    ...lastFailed,
    ...shard,
    ...trials,
    ...money,
    ...plan,
    ...agent,
    ...models,
    ...goOn,
    matrix: text('Compare what this JSON file names: { "NAME": { keys of the config }, … }'),
    ...judge,
    ...server,
    ...variables,
    ...long,
    ...output,
  },
  record: {
    ...choice,
    mode: text("changed: what replay cannot decide (default); missing: what has no cassette; all"),
    "from-last": onOff("Write the last eval as a cassette instead of asking Claude again; needs no key"),
    "no-check": onOff("Leave out the replays that learn what differs on its own"),
    check: text("Only check the cassettes that exist, N times (without N: as the config says, or 2); needs no key"),
    "no-check-clock": onOff("Leave the server's clock alone in the checks"),
    try: onOff("Make a doubtful call once with each reading, where a wrong guess can do no harm"),
    ...allowCi,
    ...trials,
    "keep-trials": onOff("Write each trial as a take of its own; replay plays them all"),
    ...goOn,
    ...money,
    ...plan,
    ...agent,
    ...model,
    ...judge,
    ...server,
    ...variables,
    ...long,
    ...output,
  },
  replay: {
    ...choice,
    ...lastFailed,
    ...changed,
    ...shard,
    watch: onOff(
      "Run again what a change of the config, cassettes or inputs concerns; keys: a all, f failed, q quit",
      "w",
    ),
    offline: onOff("The server side comes from the cassette too; proves nothing about a server"),
    update: onOff("Rewrite the scores in the cassettes, nothing else", "u"),
    ...allowCi,
    strict: onOff("Accept no drift at all"),
    "after-drift": text("stop (default), or play: make the later calls too, for information only"),
    "fail-on": text("any (default), or regression: what failed already when recorded does not fail"),
    "on-inconclusive": text("fail (default, exit 3), or warn (exit 0, same report)"),
    judge: text("live: ask the judge again instead of taking its recorded verdict; needs a key, spends tokens"),
    ...money,
    ...plan,
    // Accepted by the parser, so that it gets an error message of its own.
    model: { type: "string", hidden: true },
    ...judge,
    ...server,
    ...variables,
    ...long,
    ...output,
  },
  accept: {
    message: text("Why it is harmless; required", "m"),
    same: onOff("Accept the same drift in the suite's other workflows, too"),
    remove: onOff("Remove accepted drift"),
    ...allowCi,
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  show: {
    diff: text("Show it beside the last replay; with REF or FILE: what changed since that recording"),
    last: onOff("Show the last run instead: of eval, record, replay or diff, recorded or not"),
    open: onOff("With --last: write it as an HTML page, and open that; prints where it is"),
    format: text("text (default), markdown or json"),
    full: onOff("Fold nothing"),
    standalone: onOff("With the contract; without --format the cassette itself, all in one file"),
    textconv: onOff("For git: all of it, without times; other files unchanged"),
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  lint: {
    config: text("Compare the cassettes with this config, not those in and below the folder; repeatable"),
    fix: onOff("Fix what can be fixed automatically; a broken seal only of a cassette that you name"),
    ignore: text("Leave out this rule; repeatable"),
    "max-size": text("Bytes that a file may have (default 1 MiB for texts, 5 MiB for blobs)"),
    ...output,
    reporter: text("console, json or github (annotations), =FILE writes it there; repeatable", "r"),
  },
  review: {
    base: text("Compare with this branch, tag or commit (default: the pull request's base, else the default branch)"),
    format: text("markdown (default), json or html; =FILE writes it there"),
    debug: output.debug,
    quiet: output.quiet,
    "no-color": output["no-color"],
  },
  proxy: {
    out: text("The session cassette to write; required", "o"),
    url: text("Run in front of the server at this URL, on 127.0.0.1; without it, start the command after --"),
    port: text("The port for --url; default: a free one"),
    name: text("The name of the session; default: the file's name"),
    mode: text("If the file exists: number (default: session-2.yaml, …), replace, or keep (records nothing)"),
    wait: text("Seconds that writing the session may take at the end (default 10; 0: as long as it takes)"),
    "print-config": text(
      "Print the entry for the configuration of claude-desktop, claude-code, cursor, vscode, windsurf, zed or codex, and exit",
    ),
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  serve: {
    http: text("Serve over streamable HTTP at this port of 127.0.0.1, 0 for a free one; default: over stdio"),
    "on-miss": text("error: a request that is not recorded gets an error (default); fail: the first one also ends it"),
    timing: text("none: answer at once (default); recorded: answer after the recorded time"),
    timeout: text("Milliseconds that the client has to answer a request of the server (default 60000)"),
    run: text("The folder to put in for [run] in the cassette; without it, [run] stays"),
    debug: output.debug,
    quiet: onOff("No report at the end, errors only", "q"),
    "no-color": output["no-color"],
  },
  wrap: {
    record: text("Record into this file, with the real model; without it, play the file that is named"),
    "no-check": onOff("With --record: do not run the command again to learn what differs on its own"),
    inherit: onOff("The agent uses your own settings folder; default: an empty one"),
    strict: onOff("Accept no difference at all, and no other version of the agent"),
    json: onOff("The verdict as JSON, on stderr"),
    debug: onOff("Show where an error came from", "d"),
    "no-color": output["no-color"],
  },
  diff: {
    to: text(
      "The new side: a command line, or an http(s) URL; NAME=CMD where the suite has several servers; without it the config's",
    ),
    from: text("The old side: the same; without it the cassettes (with --live the config's servers)"),
    live: onOff("Let Claude work on both servers, and compare how often it passes; needs a key, spends tokens"),
    repeat: text("With --live: make N trials of each workflow on each side"),
    ...money,
    ...plan,
    ...model,
    ...choice,
    strict: onOff("Accept nothing"),
    "fail-on": text("breaking (default), regression, changed or never: the least change that gives exit code 1"),
    "on-inconclusive": text("fail (default, exit 3), or warn (exit 0, same report)"),
    ...judge,
    timeout: server.timeout,
    concurrency: server.concurrency,
    ...variables,
    full: onOff("Fold nothing"),
    ...output,
    reporter: text("console, json, markdown, html or github; =FILE writes it there; repeatable", "r"),
  },
  "merge-reports": { ...long, ...output },
  list: {
    ...choice,
    ...changed,
    json: onOff("The same as --reporter json"),
    ...variables,
    ...output,
    reporter: text("console or json; =FILE writes it there; repeatable", "r"),
  },
};
