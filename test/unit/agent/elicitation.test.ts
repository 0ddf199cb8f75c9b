import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/value.js";
import type { Call } from "../../../src/trace/trace.js";
import { answerElicitation, describeMisfits } from "../../../src/agent/elicitation.js";

const script = [
  { message: "delete", action: "decline" as const },
  { message: { regex: "^order \\w+\\?$" }, content: { table: 4 } },
  { message: "example.com/pay", action: "accept" as const },
  { message: "Sign in", action: "cancel" as const },
];

describe("the user's answer", () => {
  it.each([
    ["the first that fits", { message: "Delete the order?" }, { action: "decline" }],
    ["by a pattern", { message: "Order soup?" }, { action: "accept", content: { table: 4 } }],
    ["accepted with nothing filled in", { message: "See example.com/pay" }, { action: "accept", content: {} }],
    ["for a URL", { mode: "url", message: "Pay", url: "https://example.com/pay" }, { action: "accept" }],
    ["cancelled", { message: "sign in first" }, { action: "cancel" }],
    ["declined where nothing fits", { message: "Something else?" }, { action: "decline" }],
    ["declined without a message", undefined, { action: "decline" }],
  ])("is %s", (_how, params, answer) => {
    expect(answerElicitation(params, script)).toEqual(answer);
  });

  it("is always the one without a message", () => {
    expect(answerElicitation({ message: "Whatever" }, [{ content: { yes: true } }])).toEqual({
      action: "accept",
      content: { yes: true },
    });
  });
});

describe("an answer that does not fit", () => {
  const params: JsonObject = {
    message: "Which table?",
    requestedSchema: { type: "object", properties: { table: { type: "number" } }, required: ["table"] },
  };
  const called = (asked: JsonObject, result: JsonObject): Call => ({
    id: 2,
    tool: "order",
    arguments: {},
    outcome: { kind: "result", result: {} },
    notifications: [],
    serverRequests: [{ method: "elicitation/create", params: asked, answer: { result } }],
    at: 0,
    ms: 0,
  });

  it.each([
    ["another type", { action: "accept", content: { table: "four" } }],
    ["a field missing", { action: "accept", content: {} }],
    ["nothing filled in", { action: "accept" }],
  ])("is told: %s", (_what, result) => {
    expect(describeMisfits([called(params, result)])).toEqual([
      expect.stringMatching(
        /^order \(call 2\): the answer to "Which table\?" does not fit the form: .*\(elicitation\)$/,
      ),
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["what fits", params, { action: "accept", content: { table: 4 } }],
    ["no content of who declines", params, { action: "decline" }],
    ["no form at a URL", { ...params, mode: "url" }, { action: "accept" }],
    ["no form at all", { message: "Sure?" }, { action: "accept" }],
    ["a form that nobody can read", { ...params, requestedSchema: { type: "table" } }, { action: "accept" }],
  ])("is not told of %s", (_what, asked, result) => {
    expect(describeMisfits([called(asked, result)])).toEqual([]);
  });
});
