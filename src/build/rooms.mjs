// Owns the rooms of the source, from the lowest to the highest, and who may import whom: types and imports at run time count.
// `npm run rooms` writes the lint rules and the table in docs/architecture.md from it; a test compares it with the imports.

/**
 * @typedef {object} Room
 * @property {string} does
 * @property {string} [ignores] What the room must not know.
 * @property {boolean} [pure] No file system, process, network, SDK or clock.
 * @property {string} [sdk] The scope of the one SDK that it may import.
 * @property {string} may The rooms that it imports: all of them, and no other.
 */

/** @type {Readonly<Record<string, Room>>} */
export const ROOMS = {
  base: {
    does: "errors and their exit codes, the version, deadlines, log commands, words of a shell, small collections (the files beside the folders)",
    may: "",
  },
  json: {
    does: "JSON values, pointers, numbers with all their digits, canonical text, schema checks",
    pure: true,
    may: "base",
  },
  statistics: {
    does: "intervals, tests and the sequential rule for trials",
    ignores: "what was tried",
    pure: true,
    may: "",
  },
  proxy: {
    does: "process groups, the byte proxy over stdio and HTTP, the tap",
    ignores: "MCP methods",
    may: "base json",
  },
  trace: {
    does: "the types that everybody shares: trace, contract, drift; small readers of them",
    ignores: "everybody else",
    pure: true,
    may: "base json",
  },
  config: {
    does: "schema, finding and loading configs, variables of a config",
    ignores: "runs",
    may: "base json trace",
  },
  exchange: {
    does: "turns frames into exchanges",
    ignores: "transports",
    pure: true,
    may: "base json proxy trace",
  },
  network: {
    does: "dispatchers, deadlines",
    may: "base",
  },
  server: {
    does: "the server under test: a session over the proxy, or a taped one",
    ignores: "the model",
    sdk: "@modelcontextprotocol",
    may: "base json proxy trace config exchange network",
  },
  "trace/given": {
    does: "what Claude is given: results, tool names, tools as the Messages API takes them",
    pure: true,
    may: "json trace",
  },
  agent: {
    does: "the loop: messages, calls, dispatch, sampling, elicitation",
    ignores: "the transport",
    may: "base json trace config server trace/given",
  },
  "agent/anthropic": {
    does: "live Claude as a `Model`: requests, streams, retries, the Anthropic SDK",
    sdk: "@anthropic-ai",
    may: "base json trace network trace/given agent",
  },
  git: {
    does: "asks git",
    may: "base",
  },
  "json-schema": {
    does: "compares two JSON Schemas: what a change does to a sender and to a reader",
    ignores: "MCP",
    pure: true,
    may: "base json",
  },
  contract: {
    does: "compares two contracts: rules, changes, guessed renames",
    pure: true,
    may: "base json trace trace/given json-schema",
  },
  reading: {
    does: "reads dates, words, tokens and JSON in what a server returns",
    pure: true,
    may: "json",
  },
  places: {
    does: "folders, ports and addresses of the machine as placeholders, and back",
    may: "json trace config",
  },
  redaction: {
    does: "removes secrets from everything that is written or reported",
    ignores: "the command",
    may: "base json trace config places",
  },
  "render/safe": {
    does: "makes text safe for a terminal, Markdown, XML and CI logs",
    pure: true,
    may: "base",
  },
  variables: {
    does: "learns what differs on its own, and holds a run to it",
    ignores: "files, clocks",
    pure: true,
    may: "base json trace reading",
  },
  drift: {
    does: "compares a recorded run with a present one",
    ignores: "files, clocks",
    pure: true,
    may: "base json trace trace/given json-schema contract reading redaction variables",
  },
  cassette: {
    does: "the file format, the seal, the journal, the store",
    ignores: "the command",
    may: "base json proxy trace config exchange git contract variables",
  },
  metrics: {
    does: "one file for each metric, named as its id",
    ignores: "live or recorded",
    pure: true,
    may: "base json trace config trace/given variables",
  },
  "diff/recordings": {
    does: "compares two recordings of one workflow",
    pure: true,
    may: "base json trace reading variables drift cassette metrics",
  },
  report: {
    does: "the report of a command, as data",
    ignores: "argv",
    pure: true,
    may: "base json statistics trace config contract variables metrics",
  },
  diff: {
    does: "two sides: contract, results and scores before and after, and the verdict",
    ignores: "files, servers",
    pure: true,
    may: "base json trace json-schema contract reading variables drift metrics diff/recordings",
  },
  judge: {
    does: "the prompt, the verdict, the OpenAI SDK",
    ignores: "the command",
    sdk: "openai",
    may: "base json reading trace config network cassette metrics",
  },
  "render/parts": {
    does: "parts that several formats show",
    pure: true,
    may: "base json trace metrics render/safe report",
  },
  suite: {
    does: "what a command needs before it runs: settings, stage, redactor, recordings, staleness",
    may: "base json statistics proxy trace config server agent git contract places redaction variables cassette metrics report judge",
  },
  referee: {
    does: "asks the drift engine turn by turn: for our own loop, and for agents of others",
    may: "trace places redaction drift cassette",
  },
  gateway: {
    does: "the Messages API for agents of others: who may ask, which turn comes next, streams",
    ignores: "drift, MCP",
    may: "base json proxy trace agent/anthropic",
  },
  "wrap/shim": {
    does: "a server in the place where a wrapped agent starts it",
    ignores: "who listens",
    may: "base json proxy exchange",
  },
  wrap: {
    does: "`wrap`: an agent of others with its servers, recorded and replayed",
    ignores: "argv",
    may: "base json proxy trace config exchange network agent/anthropic places redaction variables drift cassette metrics diff suite referee gateway wrap/shim",
  },
  run: {
    does: "eval, record, replay, accept, list",
    ignores: "argv, formatting",
    may: "base json proxy trace config server agent agent/anthropic contract places redaction variables drift cassette metrics report judge suite referee wrap",
  },
  init: {
    does: "`init`: finds a server, explores it, plans and writes the files of its suite",
    ignores: "argv",
    may: "base json trace config server redaction cassette metrics report suite run",
  },
  import: {
    does: "`import`: reads transcripts of other clients, plays them on the server, writes workflows with cassettes",
    ignores: "argv",
    may: "base json trace trace/given config server places redaction drift variables cassette report suite run init",
  },
  "diff/sides": {
    does: "runs the sides of `diff`: live servers, cassettes, reports",
    may: "base trace config server places cassette metrics diff/recordings report diff suite run",
  },
  lint: {
    does: "finds what is wrong with committed cassettes, configs and their data",
    may: "base json trace config reading redaction variables cassette suite",
  },
  review: {
    does: "two states of cassettes, as a person reads a change",
    ignores: "servers",
    pure: true,
    may: "base json trace config variables drift cassette metrics diff/recordings",
  },
  "render/comment": {
    does: "the comment of `review`",
    pure: true,
    may: "base json render/safe cassette metrics diff/recordings render/parts review",
  },
  "render/formats": {
    does: "the reporters of a report and of a diff, and the page of a review",
    pure: true,
    may: "base json trace contract render/safe cassette metrics diff/recordings report diff render/parts review",
  },
  "render/transcript": {
    does: "the transcript of `show`",
    pure: true,
    may: "json reading trace render/safe variables metrics",
  },
  "review/files": {
    does: "reads both states of `review` from git and the work tree",
    may: "base json trace config git cassette diff/recordings suite review",
  },
  "session/serve": {
    does: "plays a recorded server for any client",
    ignores: "the model",
    may: "base json proxy trace config exchange places cassette",
  },
  "session/tape": {
    does: "records any client and any server: relay, tape, thread, journal",
    may: "base json proxy config exchange places redaction cassette suite",
  },
  show: {
    does: "`show`",
    may: "base trace config git variables cassette diff/recordings report suite render/transcript",
  },
  cli: {
    does: "argv, exit code, signals, progress",
    ignores: "how a run works",
    may: "base json trace config render/safe report diff suite run init import diff/sides lint review render/comment render/formats render/transcript review/files session/serve session/tape wrap/shim wrap show",
  },
  library: {
    does: "the public API (`index.ts`, `library.ts`, `vitest.ts`)",
    may: "base trace config json-schema contract cassette metrics report diff suite run diff/sides lint review render/comment render/formats render/transcript review/files wrap show",
  },
};
