// One small run with a bit of everything, for tests that look at texts.
import type { Tool } from "../../../src/trace/contract.js";
import type { Learned } from "../../../src/variables/learned.js";
import type { Trace } from "../../../src/trace/trace.js";

const tools: Tool[] = [
  { name: "get_weather", description: "Weather of a city.", inputSchema: { type: "object", required: ["city"] } },
  { name: "book_table", inputSchema: { type: "object" } },
];

const call = { notifications: [], serverRequests: [], httpStatus: 200 };

export const example: Trace = {
  workflow: "book a table",
  sources: { model: "live", server: "live" },
  model: { name: "claude-sonnet-5-5", answered: "stand-in", maxTokens: 8192 },
  system: null,
  instructions: true,
  server: { name: "travel", version: "1.2.0", protocol: "2025-11-25" },
  contract: { server: { name: "travel", version: "1.2.0" }, capabilities: { tools: { listChanged: true } }, tools },
  steps: [
    {
      user: "I'm in San Francisco. Get the weather and book an Italian table.",
      turns: [
        {
          content: [
            { type: "thinking", thinking: "Weather first.\nThen the table.", signature: "c2lnbmVk" },
            { type: "text", text: "I'll look at the weather first." },
            { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "San Francisco" } },
            { type: "tool_use", id: "toolu_2", name: "get_map", input: { zoom: 3 } },
          ],
          stop: { reason: "tool_use" },
          calls: [
            {
              ...call,
              id: 1,
              tool: "get_weather",
              arguments: { city: "San Francisco" },
              outcome: {
                kind: "result",
                result: {
                  content: [
                    { type: "text", text: JSON.stringify({ temperature: 72, sky: "sunny" }) },
                    { type: "text", text: "Warm\nand dry\n" },
                    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
                  ],
                },
              },
              notifications: [
                { method: "notifications/progress", params: { progressToken: 4, progress: 1, message: "asking" } },
              ],
              at: 0.9,
              ms: 12,
            },
            {
              ...call,
              id: 2,
              tool: "get_map",
              arguments: { zoom: 3 },
              outcome: { kind: "unknown-tool", message: "the server lists no tool get_map" },
              at: 0.92,
              ms: 0,
            },
          ],
          tools,
          usage: { input: 812, output: 64 },
          ms: 812,
          retries: 0,
        },
        {
          content: [
            { type: "tool_use", id: "toolu_3", name: "reserve", input: { kind: "italian", time: "19:00", guests: 2 } },
          ],
          stop: { reason: "tool_use" },
          calls: [
            {
              ...call,
              id: 3,
              tool: "reserve",
              arguments: { kind: "italian", time: "19:00", guests: 2 },
              outcome: { kind: "error", error: { code: -32602, message: "guests must be at most 1" } },
              httpStatus: 400,
              at: 1.8,
              ms: 9,
            },
          ],
          tools: [...tools.slice(0, 1), { name: "reserve", inputSchema: { type: "object" } }],
          usage: { input: 960, output: 40, cacheRead: 800 },
          ms: 640,
          retries: 1,
        },
        {
          content: [{ type: "text", text: "I could not book it." }],
          stop: { reason: "end_turn" },
          calls: [],
          tools: [...tools.slice(0, 1), { name: "reserve", inputSchema: { type: "object" } }],
          usage: { input: 1020, output: 12 },
          ms: 400,
          retries: 0,
        },
      ],
    },
  ],
  end: { kind: "completed" },
  findings: [],
  stderr: "",
  startedAt: "2026-11-27T20:39:00.000Z",
  ms: 1903,
};

const learned: Learned = {
  variables: [
    {
      name: "weather-temperature",
      kind: "quantity",
      seen: [72, 71, 72],
      places: [{ call: 1, at: "/content/0/json/temperature" }],
      sent: [],
    },
    {
      name: "session-port",
      kind: "value",
      seen: ["4011", "4093", "4120"],
      places: [
        { call: 0, at: "/instructions", token: 12 },
        { call: 3, at: "/error/message", token: [2, 3] },
      ],
      sent: [{ call: 3, at: "/time", token: 1, by: "pin" }],
    },
  ],
  orders: [{ call: 0, at: "/tools" }],
  grows: [{ call: 1, at: "/content/1/text", end: "tail" }],
  races: [[1, 2]],
  unstable: [{ call: 1, at: "/content/0/json/sky", why: "another word", seen: ["sunny", "rainy", "sunny"] }],
  doubtful: [{ call: 3, at: "/guests", value: 2, readings: ["session-port", "constant"] }],
  state: [],
};

export const extras = {
  by: "mcpvals 0.1.0",
  scores: { "end-to-end-success": 1, "tool-invocation-order": 1, "tool-call-health": 0.5 },
  dispatch: "together" as const,
  checks: 2,
  clock: "+25h, +190d 5h",
};

/** With what was learned of the example itself. */
export const learnedExtras = { ...extras, learned };
