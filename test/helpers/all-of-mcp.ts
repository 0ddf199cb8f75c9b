// Sessions in which a server does everything that MCP has, as both eras have it.
import type { Session } from "../../src/trace/session.js";
import { asked, call, discover, exchange, initialize, makeSession, told } from "./make-session.js";

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
};
const tool = (name: string): { name: string; inputSchema: { type: string } } => ({
  name,
  inputSchema: { type: "object" },
});
const grown = [tool("slow"), tool("ask"), tool("grown")];

/** The legacy era. */
export const legacySession: Session = makeSession([
  initialize(capabilities),
  told("notifications/initialized", undefined, 0.01, "client"),
  exchange("tools/list", {}, { tools: [tool("slow")], nextCursor: "p2" }, { at: 0.02 }),
  exchange("tools/list", { cursor: "p2" }, { tools: [tool("ask")] }, { at: 0.03 }),
  exchange("prompts/list", {}, { prompts: [{ name: "greet" }] }),
  exchange(
    "prompts/get",
    { name: "greet", arguments: { who: "Ann" } },
    {
      messages: [{ role: "user", content: { type: "text", text: "Hello Ann" } }],
    },
  ),
  exchange("resources/list", {}, { resources: [{ uri: "mem://a", name: "a" }] }),
  exchange("resources/templates/list", {}, { resourceTemplates: [{ uriTemplate: "mem://{x}", name: "x" }] }),
  exchange("resources/read", { uri: "mem://a" }, { contents: [{ uri: "mem://a", blob: "AAECAw==" }] }),
  exchange("resources/subscribe", { uri: "mem://a" }, {}, { at: 0.1 }),
  told("notifications/resources/updated", { uri: "mem://a" }, 0.11),
  exchange(
    "completion/complete",
    { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "A" } },
    {
      completion: { values: ["Ann", "Abe"], total: 2 },
    },
  ),
  exchange("logging/setLevel", { level: "debug" }, {}),
  call("slow", {}, "done", {
    wantsProgress: true,
    during: [
      told("notifications/progress", { progress: 1, total: 2, message: "half" }),
      told("notifications/message", { level: "info", data: "working" }),
      told("notifications/progress", { progress: 2, total: 2 }),
    ],
  }),
  call("ask", {}, "thanks", {
    during: [
      asked(
        "sampling/createMessage",
        { messages: [{ role: "user", content: { type: "text", text: "Say hi" } }], maxTokens: 10 },
        { role: "assistant", model: "m", content: { type: "text", text: "hi" } },
      ),
      asked(
        "elicitation/create",
        {
          mode: "form",
          message: "Your name?",
          requestedSchema: { type: "object", properties: { name: { type: "string" } } },
        },
        { action: "accept", content: { name: "Ann" } },
      ),
      asked("roots/list", {}, { roots: [{ uri: "file:///then" }] }),
    ],
  }),
  { ...call("broken", {}, ""), answer: { error: { code: -32002, message: "broken", data: { why: "rust" } } } },
  call("failing", {}, "it failed", {
    answer: { result: { content: [{ type: "text", text: "it failed" }], isError: true } },
  }),
  exchange("tools/call", { name: "hang", arguments: {} }, undefined, { cancelled: true, ms: 400 }),
  call("grow", {}, "grown", { at: 3, during: [told("notifications/tools/list_changed", undefined, 3.01)] }),
  exchange("tools/list", {}, { tools: grown }, { at: 3.1 }),
]);

const complete = { resultType: "complete" };
const cached = { ...complete, ttlMs: 0, cacheScope: "private" };
const content = (text: string): { content: { type: string; text: string }[]; resultType: string } => ({
  content: [{ type: "text", text }],
  ...complete,
});
const filter = { notifications: { toolsListChanged: true, resourceSubscriptions: ["mem://a"] } };

/** The modern era. */
export const modernSession: Session = makeSession(
  [
    discover(capabilities),
    exchange("tools/list", {}, { tools: [tool("slow")], nextCursor: "p2", ...cached }, { at: 0.02 }),
    exchange("tools/list", { cursor: "p2" }, { tools: [tool("ask")], ...cached }, { at: 0.03 }),
    exchange("prompts/list", {}, { prompts: [{ name: "greet" }], ...cached }, { at: 0.04 }),
    exchange(
      "prompts/get",
      { name: "greet", arguments: { who: "Ann" } },
      { messages: [{ role: "user", content: { type: "text", text: "Hello Ann" } }], ...complete },
      { at: 0.05 },
    ),
    exchange(
      "resources/read",
      { uri: "mem://a" },
      { contents: [{ uri: "mem://a", blob: "AAECAw==" }], ...cached },
      { at: 0.06 },
    ),
    exchange(
      "completion/complete",
      { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "A" } },
      { completion: { values: ["Ann"] }, ...complete },
      { at: 0.07 },
    ),
    exchange("tools/call", { name: "slow", arguments: {} }, content("done"), {
      at: 0.1,
      wantsProgress: true,
      during: [told("notifications/progress", { progress: 1, total: 2 }, 0.1)],
    }),
    exchange("tools/call", { name: "ask", arguments: {} }, content("thanks"), {
      at: 0.2,
      rounds: [
        {
          required: {
            resultType: "input_required",
            requestState: "opaque",
            inputRequests: {
              name: {
                method: "elicitation/create",
                params: {
                  mode: "form",
                  message: "Your name?",
                  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
                },
              },
              said: {
                method: "sampling/createMessage",
                params: { messages: [{ role: "user", content: { type: "text", text: "Say hi" } }], maxTokens: 10 },
              },
            },
          },
          responses: {
            name: { action: "accept", content: { name: "Ann" } },
            said: { role: "assistant", model: "m", content: { type: "text", text: "hi" } },
          },
        },
      ],
    }),
    {
      ...exchange("tools/call", { name: "broken", arguments: {} }, undefined, { at: 0.3 }),
      answer: { error: { code: -32002, message: "broken", data: { why: "rust" } } },
    },
    exchange("tools/call", { name: "hang", arguments: {} }, undefined, { at: 0.4, ms: 400, cancelled: true }),
    exchange("subscriptions/listen", filter, undefined, {
      at: 1,
      ms: 3000,
      cancelled: true,
      during: [
        told("notifications/subscriptions/acknowledged", filter, 1.01),
        told("notifications/tools/list_changed", undefined, 2.05),
      ],
    }),
    exchange("tools/call", { name: "grow", arguments: {} }, content("grown"), { at: 2, ms: 100 }),
    exchange("tools/list", {}, { tools: grown, ...cached }, { at: 3 }),
  ],
  { era: "modern" },
);
