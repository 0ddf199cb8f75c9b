import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildClaudeRequest } from "../../../../src/agent/anthropic/claude-request.js";
import { describeOddTools } from "../../../../src/trace/given/claude-tools.js";
import { buildSystemPrompt } from "../../../../src/agent/system-prompt.js";
import { findFault } from "../../../../fixtures/model/request-rules.mjs";
import type { JsonValue } from "../../../../src/json/value.js";
import type { CallOutcome } from "../../../../src/trace/trace.js";
import { call, conversation, said, text, tool, turn, use } from "./conversation.js";

const HEADERS = { "x-api-key": "k", "anthropic-version": "1" };
const cached = { cache_control: { type: "ephemeral" } };
const messagesOf = (body: unknown) => (body as { messages: { role: string; content: object[] }[] }).messages;

describe("the request to Claude", () => {
  it("holds settings and the first user message, and nothing that is not set", () => {
    expect(buildClaudeRequest(conversation())).toEqual({
      model: "claude-test",
      max_tokens: 100,
      messages: [{ role: "user", content: [{ type: "text", text: "Hello", ...cached }] }],
    });
    const settings = { name: "claude-test", maxTokens: 1, temperature: 0 };
    expect(buildClaudeRequest(conversation({ settings, system: "Be brief." }))).toMatchObject({
      temperature: 0,
      system: [{ type: "text", text: "Be brief.", ...cached }],
    });
  });

  it("gives each tool its mapped name, description and untouched schema", () => {
    const inputSchema = { type: "object", $schema: "x", properties: { a: { type: "integer" } }, extra: [1, null] };
    const body = buildClaudeRequest(
      conversation({ system: "s", tools: [tool("a.b", { description: "adds", inputSchema, title: "A" })] }),
    );
    expect(body["tools"]).toEqual([{ name: "a_b", description: "adds", input_schema: inputSchema }]);
  });

  it("makes an object of a schema that is none, and gives the first of two tools with one name", () => {
    const tools = [
      tool("a", { inputSchema: undefined }),
      tool("b", { inputSchema: { properties: {} } }),
      tool("a", { description: "again" }),
    ];
    expect(buildClaudeRequest(conversation({ system: "s", tools }))["tools"]).toEqual([
      { name: "a", input_schema: { type: "object" } },
      { name: "b", input_schema: { properties: {}, type: "object" } },
    ]);
    expect(describeOddTools(tools)).toHaveLength(3);
    expect(describeOddTools([tool("a"), tool("b")])).toEqual([]);
  });

  it("leaves out the tools that the API refuses, whatever else is in the list, and says which and why", () => {
    const schema = (more: object) => ({ inputSchema: { type: "object", ...more } });
    const refused = [
      tool("brackets", schema({ properties: { "filter[id]": {} } })),
      tool("long", schema({ properties: { ["x".repeat(65)]: {} } })),
      tool("any", schema({ anyOf: [{ required: ["a"] }] })),
      tool("draft-04", schema({ properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true } } })),
      tool("deep", schema({ properties: { a: { items: { properties: { b: { type: "any" } } } } } })),
    ];
    const tools = [tool("first"), ...refused, tool("last", schema({ properties: { a: { anyOf: [{}], "b[]": 1 } } }))];
    const body = buildClaudeRequest(conversation({ tools }));
    expect((body["tools"] as { name: string }[]).map(({ name }) => name)).toEqual(["first", "last"]);
    expect(findFault(body, HEADERS)).toBeUndefined();
    const findings = describeOddTools(tools);
    expect(findings).toHaveLength(refused.length);
    refused.forEach(({ name }, at) => expect(findings[at]).toContain(`the tool "${name}" is left out`));
    expect(findings.join("\n")).toMatch(/"filter\[id\]"/);
    expect(findings.join("\n")).toContain("/properties/a/exclusiveMinimum is not a number");
  });

  it("carries turns, results and thinking across steps, in messages that the API takes", () => {
    const thinking = { type: "thinking", thinking: "", signature: "c2ln" };
    const body = buildClaudeRequest(
      conversation({
        tools: [tool("math.add")],
        steps: [
          {
            user: "Add",
            turns: [
              turn(
                [thinking, text("I add."), use(1, "math.add"), use(2, "made up")],
                [call(1, "math.add", said("8")), call(2, "made up", { kind: "unknown-tool", message: "no such tool" })],
              ),
              turn([text("8")]),
            ],
          },
          { user: "Again", turns: [] },
        ],
      }),
    );
    expect(findFault(body, HEADERS)).toBeUndefined();
    expect(messagesOf(body)).toEqual([
      { role: "user", content: [{ type: "text", text: "Add" }] },
      {
        role: "assistant",
        content: [thinking, text("I add."), { ...use(1, "math_add") }, { ...use(2, "made_up") }],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: [text("8")] },
          { type: "tool_result", tool_use_id: "toolu_2", content: [text("no such tool")], is_error: true, ...cached },
        ],
      },
      { role: "assistant", content: [text("8")] },
      { role: "user", content: [{ type: "text", text: "Again", ...cached }] },
    ]);
  });

  it("leaves out empty turns and empty texts, which the API gives but does not take", () => {
    const steps = [
      {
        user: "Go",
        turns: [turn([text(""), use(1, "a")], [call(1, "a", { kind: "result", result: { content: [] } })]), turn([])],
      },
      { user: "On", turns: [] },
    ];
    const body = buildClaudeRequest(conversation({ tools: [tool("a")], steps }));
    expect(findFault(body, HEADERS)).toBeUndefined();
    expect(messagesOf(body).map(({ role, content }) => [role, content.length])).toEqual([
      ["user", 1],
      ["assistant", 1],
      ["user", 2],
    ]);
    expect(messagesOf(body)[2]?.content[0]).toEqual({ type: "tool_result", tool_use_id: "toolu_1" });
  });

  it("keeps blocks of unknown types", () => {
    const odd = { type: "hologram", id: "holo_1", deep: { a: [1] } };
    const steps = [
      { user: "Go", turns: [turn([odd])] },
      { user: "On", turns: [] },
    ];
    expect(messagesOf(buildClaudeRequest(conversation({ steps })))[1]?.content).toEqual([odd]);
  });

  it("asks again after a pause without a user message", () => {
    const steps = [{ user: "Go", turns: [turn([text("wait")], [], "pause_turn")] }];
    expect(messagesOf(buildClaudeRequest(conversation({ steps }))).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
    ]);
  });

  it("is one that the API takes, whatever was said and answered", () => {
    const outcomes: fc.Arbitrary<CallOutcome> = fc.oneof(
      fc.record({ kind: fc.constant("result" as const), result: fc.jsonValue() as fc.Arbitrary<JsonValue> }),
      fc.record({
        kind: fc.constant("result" as const),
        result: fc.record({ isError: fc.boolean(), content: fc.array(fc.constantFrom(text(" "), text("a"))) }),
      }),
      fc.record({ kind: fc.constant("error" as const), error: fc.jsonValue() as fc.Arbitrary<JsonValue> }),
      fc.record({ kind: fc.constant("unknown-tool" as const), message: fc.string() }),
    );
    const names = fc.constantFrom("a", "b.c", "b/c", "", "tool that is not there");
    const turns = fc.array(
      fc.record({
        texts: fc.array(fc.constantFrom("", "\n", "a")),
        uses: fc.array(fc.record({ name: names, outcome: fc.option(outcomes, { nil: undefined }) }), { maxLength: 3 }),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(turns, { minLength: 1, maxLength: 3 }), fc.boolean(), (said, hasSystem) => {
        let id = 0;
        const steps = said.map((list) => ({
          user: "Go",
          turns: list.map(({ texts, uses }) => {
            const placed = uses.map((one) => ({ ...one, id: (id += 1) }));
            return turn(
              [...texts.map(text), ...placed.map((one) => use(one.id, one.name))],
              placed.flatMap(({ id: n, name, outcome }) => (outcome === undefined ? [] : [call(n, name, outcome)])),
            );
          }),
        }));
        const tools = [tool("a"), tool("b.c"), tool("b/c"), tool("a")];
        const system = hasSystem ? "s" : null;
        expect(findFault(buildClaudeRequest(conversation({ system, tools, steps })), HEADERS)).toBeUndefined();
      }),
    );
  });

  it("marks at most three places for the cache, and is the same text each time", () => {
    const turns = [1, 2, 3, 4].map((id) => turn([use(id, "a")], [call(id, "a", said(String(id)))]));
    const asked = conversation({ system: "s", tools: [tool("a")], steps: [{ user: "Go", turns }] });
    const body = JSON.stringify(buildClaudeRequest(asked));
    expect(body.match(/cache_control/g)).toHaveLength(3);
    expect(JSON.stringify(buildClaudeRequest(asked))).toBe(body);
    expect(asked.tools[0]).toEqual(tool("a"));
  });
});

const SAYS = { server: {}, capabilities: {} };
const NOTHING = { ...SAYS, tools: [] };

describe("the system prompt", () => {
  it.each([
    ["Be brief.", true, "Use add.", "Be brief.\n\nUse add."],
    ["Be brief.", false, "Use add.", "Be brief."],
    [null, true, "Use add.", "Use add."],
    [null, true, undefined, null],
    ["", true, " ", null],
  ])("of %j, instructions %j %j, is %j", (system, instructions, said, expected) => {
    expect(
      buildSystemPrompt(system, instructions, { ...NOTHING, ...(said !== undefined && { instructions: said }) }),
    ).toBe(expected);
  });

  it("has the instructions of several servers below their names, whatever their order", () => {
    const servers = { travel: { ...SAYS, instructions: "Book." }, idle: SAYS, bank: { ...SAYS, instructions: "Pay." } };
    expect(buildSystemPrompt("Be brief.", true, { ...NOTHING, servers })).toBe(
      "Be brief.\n\n## bank\n\nPay.\n\n## travel\n\nBook.",
    );
  });
});
