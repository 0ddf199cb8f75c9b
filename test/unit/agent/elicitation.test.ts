import { describe, expect, it } from "vitest";
import { answerElicitation } from "../../../src/agent/elicitation.js";

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
