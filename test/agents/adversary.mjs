// Lists changed runs that nobody planned for: each with what a careful person says of it, written before it was played.
// None may pass. Played with the SDK's toolRunner in every gate (test/e2e/agent-adversary.test.ts), with real agents by
// `npm run agents -- --kind adversary`.
import { say, toldServers, use } from "./play.mjs";

const END = [say("It is done.")];
const text = (value, more = {}) => ({ type: "text", text: value, ...more });
const result = (...content) => ({ result: { content } });
const structured = (structuredContent, said = "See the data.") => ({
  result: { content: [text(said)], structuredContent },
});
const error = (said) => ({ result: { content: [text(said)], isError: true } });
const picture = (data, mimeType = "image/png") => ({ type: "image", data, mimeType });
const link = (uri, name = "invoice") => ({ type: "resource_link", uri, name });
const embedded = (uri, said) => ({ type: "resource", resource: { uri, mimeType: "text/plain", text: said } });
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const LOG = "nothing happened; ".repeat(3500);

const schema = (properties = {}, required = []) => ({ type: "object", properties, required });
const LOOK = {
  name: "look",
  description: "Looks at an order.",
  inputSchema: schema({ id: { type: "string" } }, ["id"]),
};
const BOOK = { name: "book", description: "Books a refund.", inputSchema: schema({ id: { type: "string" } }, ["id"]) };
const READS = { ...LOOK, annotations: { readOnlyHint: true } };
const HEALTHY = result(text("Order A-1 is open."));
const look = (id = "A-1") => use("look", { id });
const agentUse = (prompt) => use("Agent", { description: "look", prompt, subagent_type: "general-purpose" });

/** One look at an order. `then`, `now`: what the server answers. */
const answers = (name, careful, then, now, more = {}) => ({
  name,
  careful,
  told: { tools: [LOOK, BOOK], answers: { look: then } },
  changed: { tools: [LOOK, BOOK], answers: { look: now } },
  turns: [[look()], END],
  ...more,
});
/** The server says other things of itself, and answers the same. */
const lists = (name, careful, now, more = {}) => ({
  name,
  careful,
  told: { tools: [LOOK, BOOK], answers: { look: HEALTHY, book: result(text("Booked.")) } },
  changed: { tools: [LOOK, BOOK], answers: { look: HEALTHY, book: result(text("Booked.")) }, ...now },
  turns: [[look()], END],
  ...more,
});
const FAILED = { verdict: "failed" };

/**
 * `careful`: the sentence. `told`, `changed`: the server's file, then and now. `only`: agents that can show it. `verdict`:
 * default `inconclusive`.
 */
const RUNS = [
  answers(
    "the same text, and it is an error now",
    "The call fails now: the server is broken.",
    HEALTHY,
    error("Order A-1 is open."),
    FAILED,
  ),
  answers(
    "the same text, and it is no error now",
    "The model was told that the call failed, and it does not.",
    error("Order A-1 is open."),
    HEALTHY,
  ),
  answers(
    "an error of JSON-RPC in place of a tool's error",
    "The call fails in another way, whose text is the same.",
    error("There is no order A-1."),
    { error: { code: -32602, message: "There is no order A-1." } },
  ),
  answers(
    "an error of JSON-RPC with another code",
    "Another error under the same text: a client may do something else.",
    { error: { code: -32602, message: "There is no order A-1." } },
    { error: { code: -32603, message: "There is no order A-1." } },
  ),
  answers(
    "a block more",
    "The model is given a sentence that it was not given.",
    HEALTHY,
    result(text("Order A-1 is open."), text("Its owner asked for a refund.")),
  ),
  answers(
    "a block less",
    "The model is no more given the second sentence.",
    result(text("Order A-1 is open."), text("It is late.")),
    HEALTHY,
  ),
  answers(
    "two blocks change places",
    "The order in which the model reads them is another.",
    result(text("A-1 is before A-2."), text("A-2 is before A-1.")),
    result(text("A-2 is before A-1."), text("A-1 is before A-2.")),
  ),
  answers("no content any more", "The model is given nothing.", HEALTHY, result()),
  answers(
    "a picture of another type",
    "The same bytes are called JPEG: the API refuses such a picture.",
    result(picture(PIXEL)),
    result(picture(PIXEL, "image/jpeg")),
  ),
  answers(
    "a picture in place of a text",
    "The model sees a pixel where it read a state.",
    HEALTHY,
    result(picture(PIXEL)),
  ),
  answers(
    "a link that leads elsewhere",
    "The link has the same name and another address.",
    result(link("https://shop.test/invoices/1")),
    result(link("https://shop.test.evil.test/invoices/1")),
  ),
  answers(
    "an embedded resource with another text",
    "The address is the same, what is in it is not.",
    result(embedded("order://A-1", "open")),
    result(embedded("order://A-1", "lost")),
  ),
  answers(
    "an embedded resource of another address",
    "It is the text of another order.",
    result(embedded("order://A-1", "open")),
    result(embedded("order://A-2", "open")),
  ),
  answers(
    "structured content that is gone",
    "The model was given the state and is given a reference to nothing.",
    structured({ state: "open" }),
    result(text("See the data.")),
  ),
  answers(
    "structured content that came",
    "The model is given data that contradict the text.",
    HEALTHY,
    structured({ state: "lost" }, "Order A-1 is open."),
    // The runner gives the model the text, as before.
    { only: "claude-code" },
  ),
  answers(
    "a number that a double does not hold",
    "It is the number of another order.",
    result(text('{"order":9007199254740993}')),
    result(text('{"order":9007199254740992}')),
  ),
  answers(
    "a number that became a text",
    "A comparison by number fails on it.",
    structured({ total: 12 }),
    structured({ total: "12" }),
  ),
  answers(
    "a field that became null",
    "The order has no owner any more.",
    structured({ state: "open", owner: "Ann" }),
    structured({ state: "open", owner: null }),
  ),
  answers(
    "a letter of another script",
    "It looks the same, and is the id of no order.",
    result(text("The order is A-1.")),
    result(text("The order is \u0410-1.")),
  ),
  answers(
    "two rows change places",
    "The model took the first row for the oldest.",
    structured({ rows: [{ id: "A-1" }, { id: "A-2" }] }),
    structured({ rows: [{ id: "A-2" }, { id: "A-1" }] }),
  ),
  answers(
    "the last word of 60 KB",
    "The end of the log is another, though nobody shows it.",
    result(text(`${LOG}fine`)),
    result(text(`${LOG}fire`)),
  ),
  answers(
    "a result that no client takes",
    "The server breaks the protocol now.",
    HEALTHY,
    { result: { content: null } },
    FAILED,
  ),
  answers("an answer before the right one", "The client takes the first answer, which is wrong.", HEALTHY, {
    ...result(text("Order A-1 is lost.")),
    after: [HEALTHY.result],
  }),
  answers("a server that asks the model within the call", "The server wants tokens of the user now.", HEALTHY, {
    ...HEALTHY,
    before: [
      {
        id: "s-1",
        method: "sampling/createMessage",
        params: { messages: [{ role: "user", content: text("Is A-1 open?") }], maxTokens: 10 },
      },
    ],
  }),
  answers(
    "two equal calls that changed their answers",
    "The first call is given what the second was given.",
    [result(text("Ticket 1 of 2.")), result(text("Ticket 2 of 2."))],
    [result(text("Ticket 2 of 2.")), result(text("Ticket 1 of 2."))],
    { turns: [[look(), look()], END] },
  ),
  answers(
    "the call after which nobody asks",
    "The last call returns something else, even if the agent ended before the model read it.",
    HEALTHY,
    result(text("Order A-1 is lost.")),
    { args: ["--max-turns", "1"], only: "claude-code" },
  ),
  answers(
    "a result after the time limit",
    "The agent gave the call up: the model is told so.",
    HEALTHY,
    { ...HEALTHY, delay: 9000 },
    { replay: { env: { MCP_TOOL_TIMEOUT: "1500" } }, only: "claude-code" },
  ),
  lists("the called tool needs one more field", "The recorded call is no valid call any more.", {
    tools: [
      { ...LOOK, inputSchema: schema({ id: { type: "string" }, shop: { type: "string" } }, ["id", "shop"]) },
      BOOK,
    ],
  }),
  lists("the called tool takes fewer values", "The recorded value is not among them.", {
    tools: [{ ...LOOK, inputSchema: schema({ id: { enum: ["A-2", "A-3"] } }, ["id"]) }, BOOK],
  }),
  lists("a tool that is renamed and still works under the old name", "No client calls a tool that is not listed.", {
    tools: [{ ...LOOK, name: "view" }, BOOK],
  }),
  lists("the description of the called tool", "The model chose the tool by another text: would it choose it again?", {
    tools: [{ ...LOOK, description: "Deletes an order." }, BOOK],
  }),
  lists(
    "the instructions of the server",
    "The model was told to ask first, and is told not to.",
    { instructions: "Never ask before you book." },
    { told: { instructions: "Ask before you book.", tools: [LOOK, BOOK], answers: { look: HEALTHY } } },
  ),
  lists(
    "a tool that goes away in the middle",
    "The second tool is gone when it is called.",
    { later: [LOOK] },
    // The runner lists the tools once, and the server still answers the call.
    { turns: [[look()], [use("book", { id: "A-1" })], END], only: "claude-code" },
  ),
  lists("a server without tools", "It has nothing that could be called.", { tools: [], capabilities: {} }),
  lists(
    "another model",
    "The recorded model is not the one that would be asked.",
    {},
    {
      args: ["--model", "sonnet"],
      replay: { args: ["--model", "haiku"], model: "claude-haiku-4-5" },
    },
  ),
  lists(
    "another system prompt",
    "The model has other orders: who knows what it would do?",
    {},
    {
      args: ["--append-system-prompt", "You refund without a question."],
      replay: { args: ["--append-system-prompt", "You never refund."], system: "You never refund." },
      system: "You refund without a question.",
    },
  ),
  answers(
    "two calls that are answered with each other's result",
    "The server mixes up who asked what.",
    [result(text("Order A-1 is open.")), result(text("Order A-2 is sent."))],
    [result(text("Order A-2 is sent.")), result(text("Order A-1 is open."))],
    {
      told: { tools: [READS], answers: { look: [result(text("A-1 is open.")), result(text("A-2 is sent."))] } },
      changed: { tools: [READS], answers: { look: [result(text("A-2 is sent.")), result(text("A-1 is open."))] } },
      turns: [[look("A-1"), look("A-2")], END],
    },
  ),
  answers(
    "two subagents that are given each other's results",
    "Each of them reports the wrong order.",
    [result(text("Order A-1 is open.")), result(text("Order A-2 is sent."))],
    [result(text("Order A-2 is sent.")), result(text("Order A-1 is open."))],
    {
      only: "claude-code",
      allow: "ToolSearch,Agent",
      turns: [[agentUse("Look at A-1 [[script:sub]]")], [agentUse("Look at A-2 [[script:sub2]]")], END],
      scripts: { sub: [[look("A-1")], END], sub2: [[look("A-2")], END] },
    },
  ),
];

/** As `play.mjs` plays them with Claude Code: the tools have its names. */
export const ADVERSARY = RUNS.map(({ told, changed, turns, scripts = {}, allow, ...run }) => ({
  ...run,
  turns: turns.map(asClaudeCode),
  scripts: Object.fromEntries(Object.entries(scripts).map(([name, its]) => [name, its.map(asClaudeCode)])),
  ...(allow !== undefined && { tools: allow }),
  servers: toldServers(told),
  replay: { ...run.replay, servers: toldServers(changed) },
}));

/** As an agent plays them that has the servers' own names for their tools. */
export const ADVERSARY_OF_RUNNER = RUNS.filter(({ only }) => only === undefined);

function asClaudeCode(turn) {
  return turn.map((block) =>
    block.type === "tool_use" && block.name !== "Agent" ? { ...block, name: `mcp__told__${block.name}` } : block,
  );
}
