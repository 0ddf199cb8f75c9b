// Lists the commands: what help says about each, and which module to import for it.
import type { CommandRun } from "./context.js";
import type { CommandName } from "./flags.js";

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** The first lines of the command's own help. */
  about: string;
  /** Its argument in the list of commands, as yargs writes it: `[config..]` without one, "" for none. */
  argument?: `[${string}]` | `<${string}>` | "";
  /** Its whole usage line, where the argument alone is not enough. */
  usage?: string;
  /** What the argument is, where it is not a list of configs. */
  takes?: string;
  examples: readonly (readonly [line: string, meaning: string])[];
  load: () => Promise<CommandRun>;
}

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  init: {
    summary: "Set up a suite for the server of this folder",
    argument: "",
    about:
      "Finds the server, starts it, and calls the tools that only read and need no argument. Shows what it will write: a config, scripts, a CI file. Overwrites nothing, and may be run again. Needs no key.",
    usage: "[-- CMD ARGS… | --url URL | --from FILE]",
    examples: [
      ["mcpvals init", "the server that .mcp.json, package.json or pyproject.toml names"],
      ["mcpvals init -- node build/server.js", "this one"],
      ["mcpvals init --from .mcp.json --name travel --ci gitlab", "one of several, with GitLab"],
      ["mcpvals init --url 'http://127.0.0.1:${MCPVALS_PORT}/mcp' -- node http.js", "over HTTP"],
    ],
    load: async () => (await import("./commands/init.js")).runInit,
  },
  import: {
    summary: "Make workflows of what Claude already did with the server: its transcripts",
    argument: "<transcript..>",
    about:
      "Takes the calls of one server out of a transcript (a session of Claude Code, its stream-json, requests of the Messages API, a session of mcpvals proxy), makes them on the server of the config, compares each result, and writes a workflow with its cassette. Needs no key.",
    takes: "Files, folders or globs",
    examples: [
      ["mcpvals import ~/.claude/projects/NAME/SESSION.jsonl", "one session, into the suite of this folder"],
      ["mcpvals import run.jsonl --map /old/ws=fixtures/ws --state fixtures/ws", "with the files that it worked on"],
      ['mcpvals import session.yaml --prompt "Book a table"', "a session of mcpvals proxy"],
      ["mcpvals import ~/.claude/projects/NAME --server travel --dry-run", "what would be taken, call by call"],
    ],
    load: async () => (await import("./commands/import.js")).runImport,
  },
  eval: {
    summary: "Run the workflows live with Claude and score them",
    about:
      "Claude works through the workflows against the server; the metrics score what happened. Needs ANTHROPIC_API_KEY. Spends money, so of several suites in a folder it runs those that you name.",
    examples: [
      ["mcpvals eval", "the suite in this folder"],
      ["mcpvals eval weather.mcp-eval.config.json", "one of several"],
      ["mcpvals eval ./mcp-eval.config.json --reporter json", "the report as JSON on stdout"],
      ["mcpvals eval -t 'book-*' --debug", "some workflows, with everything shown"],
      ["mcpvals eval --repeat 10 --model claude-haiku-4-5 --model claude-sonnet-5-5", "which model is better"],
      ['mcpvals eval --ask "File a bug about the login page" -- node server.js', "one question, without any config"],
    ],
    load: async () => (await import("./commands/eval.js")).runEval,
  },
  record: {
    summary: "Record what replay cannot decide into cassettes, and check that they replay",
    about:
      "Runs the workflows live, writes cassettes, and replays each twice on the same server to learn what differs on its own. Needs ANTHROPIC_API_KEY and spends money, so of several suites in a folder it takes those that you name; --check does neither and takes all.",
    examples: [
      ["mcpvals record", "new and stale workflows, and those that replay leaves open"],
      ["mcpvals record -t book-a-table", "this one again"],
      ["mcpvals record --from-last", "the last eval, without asking Claude again; no key"],
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
      ["mcpvals replay --watch", "again at each save, until q"],
    ],
    load: async () => (await import("./commands/replay.js")).runReplay,
  },
  accept: {
    summary: "Accept one difference from the last replay, with a reason",
    argument: "<id..>",
    about:
      "A difference from the recording is called a drift. Writes it with both values to accepted.yaml beside the cassettes: replay then lets exactly this value pass; another value there is a new drift. Needs no key.",
    usage: "ID… -m WHY [config…]",
    takes: "Ids of drifts as the report of the last replay shows them, and configs",
    examples: [
      ['mcpvals accept d-3f2a91c0 -m "the fixture user moved to example.org"', "one drift"],
      ['mcpvals accept d-3f2a91c0 --same -m "reworded, same meaning"', "the same drift in other workflows, too"],
      ["mcpvals accept --remove d-3f2a91c0", "no longer accept it"],
    ],
    load: async () => (await import("./commands/accept.js")).runAccept,
  },
  show: {
    summary: "Show a cassette, or the last run, as a readable transcript",
    argument: "<name>",
    about:
      "Needs no server and no key; a cassette's file is shown without a config, too. For git: git config diff.mcpvals.textconv 'mcpvals show --textconv'",
    usage: "NAME|FILE [config…]",
    takes: "A workflow's name or a cassette's file, and configs to look in",
    examples: [
      ["mcpvals show book-a-table", "the recorded run"],
      ["mcpvals show book-a-table --diff", "beside the last replay, with drift in the margin"],
      ["mcpvals show book-a-table --last", "what Claude did in the last run, also without a cassette"],
      ["mcpvals show book-a-table --diff main", "what changed since another commit, or another file"],
      ["mcpvals show book-a-table --format markdown --full", "all of it, in Markdown"],
      ["mcpvals show book-a-table --standalone", "the cassette as one file, its contract in line"],
    ],
    load: async () => (await import("./commands/show.js")).runShow,
  },
  lint: {
    summary: "Check cassettes before they are committed: form, seal, secrets, size, orphans",
    argument: "[path..]",
    about:
      "Checks every cassette, contract and blob, and whether they fit the configs. Exit code 1 where something is found. Runs nothing and needs no key.",
    takes: "Cassettes, folders, globs or configs; all in and below this folder without one",
    examples: [
      ["mcpvals lint", "everything in and below this folder"],
      ["mcpvals lint --fix", "fix what can be fixed automatically"],
      ["mcpvals lint cassettes --config 'suites/*.config.json' -r github", "annotations in a workflow of GitHub"],
    ],
    load: async () => (await import("./commands/lint.js")).runLint,
  },
  review: {
    summary: "Show what changed in cassettes, as a person wants to read it in a pull request",
    argument: "[path..]",
    about:
      "Compares the cassettes, contracts, accepted drift and JSON configs of the work tree with a commit. Runs nothing, needs no config, server or key, and judges nothing: its exit code is 0 whatever it shows.",
    takes: "Only these files, or what changed below these folders",
    examples: [
      ["mcpvals review", "since this branch left the default branch"],
      ["mcpvals review --base v1.2.0 cassettes/travel", "one suite, since a tag"],
      ["mcpvals review --format html=review.html", "a page for people, in a file"],
      ["mcpvals review --format json", "for programs"],
    ],
    load: async () => (await import("./commands/review.js")).runReview,
  },
  proxy: {
    summary: "Run between any client and a server, and record what passes",
    argument: "",
    about:
      "Put it into a client's configuration in place of the server. Bytes, exit code and signals are the server's own. The session is written to the file at the end, without secrets. An existing recording stays: the next one is session-2.yaml.",
    usage: "--out FILE (-- CMD ARGS… | --url URL)",
    examples: [
      ["mcpvals proxy --out session.yaml -- node server.js", "in place of node server.js"],
      ["mcpvals proxy --out session.yaml --url https://example.com/mcp --port 8123", "over HTTP, until Ctrl-C"],
      ["mcpvals proxy --out session.yaml --print-config cursor -- node server.js", "what goes into the client's file"],
    ],
    load: async () => (await import("./commands/proxy.js")).runProxy,
  },
  serve: {
    summary: "Serve a recorded server from a cassette, to any client",
    argument: "<file>",
    about:
      "Plays the server side of a session (mcpvals proxy) or of a workflow's cassette over stdio, or over HTTP on this machine. Starts no server and needs no key. A request that is not recorded gets an error that names the nearest recording; the report at the end lists what the client did not request.",
    usage: "FILE",
    takes: "A cassette's file",
    examples: [
      ["mcpvals serve session.yaml", "over stdio: the line for a client's configuration"],
      ["mcpvals serve session.yaml --http 3333", "at http://127.0.0.1:3333/mcp, until Ctrl-C"],
      ["mcpvals serve session.yaml --on-miss fail", "a request that is not recorded ends it with exit code 1"],
    ],
    load: async () => (await import("./commands/serve.js")).runServe,
  },
  wrap: {
    summary: "Record an agent such as Claude Code with its model, and replay it against the live servers",
    argument: "[file]",
    about:
      "Runs a command that starts an agent. With --record the model is real and is recorded; without it, the recorded model plays, against the agent's live servers: no key, no tokens. The servers come from --mcp-config of the command, or from .mcp.json. Exit code 1 also where the command itself failed.",
    usage: "[--record] FILE -- CMD ARGS…",
    takes: "The cassette to play",
    examples: [
      ["mcpvals wrap --record agent.yaml -- claude -p 'Book a table'", "with the real model"],
      ["mcpvals wrap agent.yaml -- claude -p 'Book a table'", "with the recorded one, in CI"],
    ],
    load: async () => (await import("./commands/wrap.js")).runWrap,
  },
  diff: {
    summary: "Compare two versions of a server: contract, results and scores, under one recorded model",
    about:
      "Plays the recorded model against the new server, and against the old one or beside its cassettes. Needs no key. Files of one kind are compared without a server.",
    usage: "[config] [--to [NAME=]CMD|URL] [--from [NAME=]CMD|URL] | OLD NEW",
    takes: "A config; or two cassettes, two folders of them, or two JSON reports",
    examples: [
      ['mcpvals diff suite.json --to "npx -y my-server@next"', "the new version against the cassettes"],
      ['mcpvals diff suite.json --from "npx my-server@1" --to "npx my-server@2"', "two live versions"],
      ['mcpvals diff suite.json --live --repeat 10 --to "node next.js"', "with the live model on both servers"],
      ["mcpvals diff main/cassettes cassettes", "two folders of cassettes"],
      ["mcpvals diff before.json after.json -r markdown", "two JSON reports, for a pull request"],
    ],
    load: async () => (await import("./commands/diff.js")).runDiff,
  },
  "merge-reports": {
    summary: "Join the JSON reports of all shards of a run into one report and one exit code",
    argument: "<file..>",
    about:
      "The shards are what --shard 1/n … n/n of one command wrote with --reporter json=FILE. Shards that are missing, doubled or of another commit, config or selection are an error that names them.",
    usage: "FILE…",
    takes: "JSON reports, or globs",
    examples: [
      ["mcpvals replay --shard 2/4 -r json=shards/2.json", "on the second of four machines"],
      ["mcpvals merge-reports shards/*.json -r console -r html=report.html", "afterwards, on one"],
    ],
    load: async () => (await import("./commands/merge-reports.js")).runMergeReports,
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
