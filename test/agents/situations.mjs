// Lists the situations in which a real agent is recorded and replayed: unchanged ones, which pass, and changed ones, none
// of which may.
import { call, say, SERVERS, toldServers, use, WORLD } from "./play.mjs";

const END = [say("All orders are looked after.")];
const orders = (change) => ({ orders: { ...WORLD.orders, ...change } });
const CHANGED = orders({ "A-1": { id: "A-1", state: "lost", total: 12 } });
const agentUse = (prompt, description = "look") =>
  use("Agent", { description, prompt, subagent_type: "general-purpose" });
const SUB = [[call("say_state", { id: "A-1" })], [say("The order A-1 was looked at.")]];
const SUB_2 = [[call("say_state", { id: "A-2" })], [say("The order A-2 was looked at.")]];
const WITH_AGENTS = { tools: "ToolSearch,Agent" };
const LOOK = { name: "look", description: "Looks at an order.", inputSchema: { type: "object" } };
const OPEN = { result: { content: [{ type: "text", text: "It is open." }] } };
const everything = { servers: () => ({ everything: SERVERS.everything }) };
const on = (name, input) => use(`mcp__everything__${name}`, input);

export const UNCHANGED = [
  { name: "one call", turns: [[say("I look."), call("say_state", { id: "A-1" })], END] },
  { name: "structured content", turns: [[call("get_order", { id: "A-1" })], END] },
  { name: "two calls in turns", turns: [[call("list_orders")], [call("get_order", { id: "A-2" })], END] },
  {
    name: "three calls at once",
    turns: [
      [call("say_state", { id: "A-1" }), call("say_state", { id: "A-2" }), call("say_state", { id: "A-3" })],
      END,
    ],
    world: { delays: { "A-1": 300 } },
    changed: { delays: { "A-3": 300 } },
  },
  {
    name: "two equal calls at once",
    turns: [[call("say_state", { id: "A-1" }), call("say_state", { id: "A-1" })], END],
  },
  { name: "an error of a tool", turns: [[call("get_order", { id: "A-9" })], END] },
  { name: "a call with bad arguments", turns: [[call("get_order", { key: 1 })], END] },
  { name: "a picture", turns: [[call("picture")], END] },
  { name: "a result of 60 KB", turns: [[call("read_log")], END] },
  {
    name: "thinking",
    turns: [
      [{ type: "thinking", thinking: "Which order?", signature: "c2lnbmVk" }, call("say_state", { id: "A-1" })],
      END,
    ],
  },
  {
    name: "overloaded twice",
    turns: [[call("say_state", { id: "A-1" })], { blocks: END, fail: { status: 529, times: 2 } }],
  },
  {
    name: "a rate limit at the start",
    turns: [
      { blocks: [call("say_state", { id: "A-1" })], fail: { status: 429, times: 1, type: "rate_limit_error" } },
      END,
    ],
  },
  { name: "a stream that was cut", turns: [[call("say_state", { id: "A-1" })], { blocks: END, cut: "end" }] },
  { name: "a stream with an error event", turns: [[call("say_state", { id: "A-1" })], { blocks: END, cut: "error" }] },
  {
    name: "another folder and another home",
    turns: [[call("say_state", { id: "A-1" })], END],
    replay: { elsewhere: true },
  },
  { name: "another date", turns: [[call("say_state", { id: "A-1" })], END], replay: { tz: "Pacific/Kiritimati" } },
  { name: "a subagent", ...WITH_AGENTS, turns: [[agentUse("Look at A-1 [[script:sub]]")], END], scripts: { sub: SUB } },
  {
    name: "two subagents",
    ...WITH_AGENTS,
    turns: [[agentUse("Look at A-1 [[script:sub]]"), agentUse("Look at A-2 [[script:sub2]]")], END],
    scripts: { sub: SUB, sub2: SUB_2 },
  },
  {
    name: "twin subagents",
    ...WITH_AGENTS,
    turns: [[agentUse("Look at A-1 [[script:sub]]"), agentUse("Look at A-1 [[script:sub]]")], END],
    scripts: { sub: SUB },
  },
  {
    name: "a second step",
    turns: [[call("say_state", { id: "A-1" })], END],
    steps: ["And now A-2 [[script:second]]"],
    scripts: { second: [[call("say_state", { id: "A-2" })], END] },
  },
  {
    name: "tool search",
    turns: [
      [use("ToolSearch", { query: "select:mcp__orders__say_state", max_results: 5 })],
      [call("say_state", { id: "A-1" })],
      END,
    ],
  },
  {
    name: "server-everything",
    ...everything,
    turns: [[on("get-sum", { a: 2, b: 3 }), on("echo", { message: "five" })], END],
  },
  {
    name: "pictures and links of server-everything",
    ...everything,
    turns: [[on("get-tiny-image", {}), on("get-resource-links", { count: 3 })], END],
  },
  {
    name: "structured content of server-everything",
    ...everything,
    turns: [[on("get-structured-content", { location: "New York" })], END],
  },
  {
    name: "server-filesystem",
    servers: (folder) => ({ files: SERVERS.filesystem(folder) }),
    turns: [[use("mcp__files__list_directory", { path: "." })], END],
  },
  {
    name: "server-filesystem in another folder",
    servers: (folder) => ({ files: SERVERS.filesystem(folder) }),
    turns: [[use("mcp__files__list_allowed_directories", {}), use("mcp__files__list_directory", { path: "." })], END],
    replay: { elsewhere: true },
  },
  {
    name: "a tool that comes in the middle",
    servers: toldServers({
      tools: [LOOK],
      later: [LOOK, { ...LOOK, name: "book", description: "Books a refund." }],
      answers: { look: OPEN, book: OPEN },
    }),
    turns: [[use("mcp__told__look")], [use("mcp__told__look")], END],
  },
  {
    name: "two servers",
    servers: (folder) => ({ everything: SERVERS.everything, files: SERVERS.filesystem(folder) }),
    turns: [[on("echo", { message: "hello" }), use("mcp__files__list_allowed_directories", {})], END],
  },
  { name: "no call at all", turns: [END] },
  {
    name: "only JSON streams of text",
    turns: [[say('{"a": [1, 2.50, "ü — 🎉"]}'), call("say_state", { id: "A-1" })], END],
  },
  { name: "a slow start of the server", turns: [[call("say_state", { id: "A-1" })], END], world: { startDelay: 3000 } },
  {
    name: "a permission that was missing before, too",
    turns: [[call("say_state", { id: "A-1" })], END],
    args: ["--disallowedTools", "mcp__orders__say_state"],
  },
];

/** `stop`: its kind; `at`: what the verdict has to name. */
export const CHANGES = [
  {
    name: "a result",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: CHANGED,
    stop: "drift",
    at: { tool: "say_state", call: 1, server: "orders" },
  },
  {
    name: "a result in structured content and text",
    turns: [[call("get_order", { id: "A-1" })], END],
    changed: CHANGED,
    stop: "drift",
    at: { tool: "get_order", call: 1 },
  },
  {
    name: "a text that structured content hides",
    turns: [[call("get_order", { id: "A-1" })], END],
    changed: { texts: { "A-1": "The order is lost." } },
    stop: "drift",
    at: { tool: "get_order", call: 1 },
  },
  {
    name: "only structured content",
    turns: [[call("get_order", { id: "A-1" })], END],
    world: { texts: { "A-1": "An order." } },
    changed: { ...CHANGED, texts: { "A-1": "An order." } },
    stop: "drift",
    at: { tool: "get_order", call: 1 },
  },
  {
    name: "the second of three at once",
    turns: [
      [call("say_state", { id: "A-3" }), call("say_state", { id: "A-1" }), call("say_state", { id: "A-2" })],
      END,
    ],
    changed: CHANGED,
    stop: "drift",
    at: { call: 2 },
  },
  {
    name: "a result in a later turn",
    turns: [[call("say_state", { id: "A-2" })], [call("say_state", { id: "A-1" })], END],
    changed: CHANGED,
    stop: "drift",
    at: { call: 2 },
  },
  {
    name: "a result in a subagent",
    ...WITH_AGENTS,
    turns: [[agentUse("Look at A-1 [[script:sub]]")], END],
    scripts: { sub: SUB },
    changed: CHANGED,
    stop: "drift",
    at: { tool: "say_state", call: 2 },
  },
  {
    name: "a result in one of two subagents",
    ...WITH_AGENTS,
    turns: [[agentUse("Look at A-1 [[script:sub]]"), agentUse("Look at A-2 [[script:sub2]]")], END],
    scripts: { sub: SUB, sub2: SUB_2 },
    changed: CHANGED,
    stop: "drift",
    at: { tool: "say_state" },
  },
  {
    name: "a result in the second step",
    turns: [END],
    steps: ["And A-1 [[script:second]]"],
    scripts: { second: [[call("say_state", { id: "A-1" })], END] },
    changed: CHANGED,
    stop: "drift",
    at: { call: 1 },
  },
  {
    name: "an error where there was none",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: { failing: ["say_state"] },
    stop: "drift",
    verdict: "failed",
    at: { call: 1 },
  },
  {
    name: "a result where there was an error",
    turns: [[call("say_state", { id: "A-1" })], END],
    world: { failing: ["say_state"] },
    changed: { failing: [] },
    stop: "drift",
    at: { call: 1 },
  },
  {
    name: "a row more in a list",
    turns: [[call("list_orders")], END],
    changed: orders({ "A-4": { id: "A-4", state: "new", total: 1 } }),
    stop: "drift",
    at: { tool: "list_orders" },
  },
  {
    name: "a new random id",
    turns: [[call("open_ticket", { about: "A-1" })], END],
    world: { ticket: "T-1001" },
    changed: { ticket: "T-1002" },
    stop: "drift",
    at: { tool: "open_ticket" },
  },
  {
    name: "another UUID",
    turns: [[call("open_ticket", { about: "A-1" })], END],
    world: { ticket: "3f2a91c0-0000-4000-8000-000000000001" },
    changed: { ticket: "3f2a91c0-0000-4000-8000-000000000002" },
    stop: "drift",
    at: { tool: "open_ticket" },
  },
  {
    name: "one word in 60 KB",
    turns: [[call("read_log")], END],
    changed: { line: "nothing happens!; " },
    stop: "drift",
    at: { tool: "read_log" },
  },
  {
    name: "another picture",
    turns: [[call("picture")], END],
    changed: { picture: "aGVsbG8gd29ybGQ=" },
    stop: "drift",
    at: { tool: "picture" },
  },
  {
    name: "a tool that is gone",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: { gone: ["say_state"] },
    stop: "drift",
    at: { tool: "say_state" },
  },
  {
    name: "a tool that is gone, used later",
    turns: [[call("list_orders")], [call("say_state", { id: "A-1" })], END],
    changed: { gone: ["say_state"] },
    stop: "drift",
    at: { tool: "say_state" },
  },
  {
    name: "a tool that is gone in the middle",
    servers: toldServers({ tools: [LOOK], answers: { look: OPEN } }),
    turns: [[use("mcp__told__look")], [use("mcp__told__look")], END],
    replay: { servers: toldServers({ tools: [LOOK], later: [], answers: { look: OPEN } }) },
    stop: "drift",
    at: { tool: "look" },
  },
  {
    // Nothing changed: the path is that of the recording's session. What is read there cannot be compared.
    name: "a large result that the agent reads from its file",
    tools: "ToolSearch,Read",
    turns: [[call("read_log")], [use("Read", { file_path: '{{/[^ "]+tool-results/[a-zA-Z0-9_.-]+}}', limit: 1 })], END],
    stop: "environment",
    at: { tool: "Read" },
  },
  {
    name: "the server is dead from the start",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: { dieAtStart: true },
    stop: "server",
    verdict: "failed",
    at: { server: "orders" },
  },
  {
    name: "the server dies in a call",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: { dieAt: "say_state" },
    stop: "drift",
    verdict: "failed",
    at: { call: 1 },
  },
  {
    name: "the server dies in the second call",
    turns: [[call("list_orders")], [call("say_state", { id: "A-1" })], END],
    changed: { dieAt: "say_state" },
    stop: "drift",
    verdict: "failed",
    at: { call: 2 },
  },
  {
    name: "no permission",
    turns: [[call("say_state", { id: "A-1" })], END],
    replay: { withoutPermission: true },
    stop: "client",
    at: { tool: "say_state", call: 1, server: "orders" },
  },
  {
    name: "a permission that was missing",
    turns: [[call("say_state", { id: "A-1" })], END],
    args: ["--disallowedTools", "mcp__orders__say_state"],
    replay: { args: ["--max-turns", "9"] },
    stop: "client",
    at: { tool: "say_state", call: 1 },
  },
  {
    name: "another prompt",
    turns: [[call("say_state", { id: "A-1" })], END],
    replay: { prompt: "Look after all orders [[script:main]]" },
    stop: "request",
    at: { turn: 1 },
  },
  {
    // Its own model is another one.
    name: "another version of the agent",
    turns: [[call("say_state", { id: "A-1" })], END],
    replay: { otherVersion: true },
    stop: "request",
    at: { turn: 1 },
  },
  {
    name: "another version of the agent that asks the same model, strictly",
    turns: [[call("say_state", { id: "A-1" })], END],
    args: ["--model", "claude-sonnet-5"],
    replay: { otherVersion: true },
    strict: true,
    stop: undefined,
    at: {},
  },
  {
    name: "another second prompt",
    turns: [END],
    steps: ["And A-1 [[script:second]]"],
    scripts: { second: [END] },
    replay: { steps: ["And A-2 [[script:second]]"] },
    stop: "request",
    at: {},
  },
  {
    name: "fewer turns",
    turns: [[call("list_orders")], [call("say_state", { id: "A-1" })], END],
    replay: { args: ["--max-turns", "1"] },
    stop: undefined,
    at: {},
  },
  {
    name: "results of calls at once are swapped",
    turns: [[call("say_state", { id: "A-1" }), call("say_state", { id: "A-2" })], END],
    changed: orders({ "A-1": { id: "A-1", state: "sent", total: 12 }, "A-2": { id: "A-2", state: "open", total: 40 } }),
    stop: "drift",
    at: { call: 1 },
  },
  {
    name: "the description of a tool, strictly",
    turns: [[call("say_state", { id: "A-1" })], END],
    changed: { descriptions: { say_state: "Says where an order is." } },
    strict: true,
    stop: "drift",
    at: { tool: "say_state" },
  },
  {
    name: "words that agents act on",
    turns: [[call("open_ticket", { about: "x" })], END],
    changed: { ticket: "prompt is too long: 5 tokens > 4 maximum" },
    stop: "drift",
    at: { tool: "open_ticket" },
  },
  {
    name: "an own tool",
    tools: "ToolSearch,Bash",
    turns: [[use("Bash", { command: "cat note.txt || echo none", description: "read" })], END],
    args: ["--allowedTools", "Bash(cat:*),Bash(echo:*)"],
    replay: { elsewhere: true },
    files: true,
    stop: "environment",
    at: { tool: "Bash" },
  },
];
