import { expect, test } from "vitest";
import { passedForm, shortenResult, settleAgentText } from "../../../src/wrap/client-results.js";
import type { JsonValue } from "../../../src/json/value.js";

const result = (content: JsonValue, isError = false) => ({ id: "toolu_1", isError, content });
const isPassedWhole = (...given: Parameters<typeof passedForm>) => passedForm(...given) !== undefined;
const outcome = (value: JsonValue) => ({ kind: "result" as const, result: value });

test("a result is whole as text, as structured content alone, as an error in a string", () => {
  const text = { content: [{ type: "text", text: "five" }] };
  expect(isPassedWhole(outcome(text), result([{ type: "text", text: "five" }]))).toBe(true);
  expect(isPassedWhole(outcome({ ...text, structuredContent: { b: 1, a: 2 } }), result('{"a":2,"b":1}'))).toBe(true);
  expect(isPassedWhole(outcome({ ...text, isError: true }), result("five", true))).toBe(true);
  const error = { kind: "error" as const, error: { code: -32602, message: "bad arguments" } };
  expect(isPassedWhole(error, result("MCP error -32602: bad arguments", true))).toBe(true);
});

test("a result that was cut, refused or changed is not whole", () => {
  const text = { content: [{ type: "text", text: "five" }] };
  expect(isPassedWhole(outcome(text), result("fiv"))).toBe(false);
  expect(isPassedWhole(outcome(text), result([{ type: "text", text: "six" }]))).toBe(false);
  expect(isPassedWhole(outcome(text), result("five", true))).toBe(false);
  expect(isPassedWhole(outcome({ ...text, structuredContent: { a: 1 } }), result('{"a":2}'))).toBe(false);
  const image = (data: string) => ({ content: [{ type: "image", data, mimeType: "image/png" }] });
  const given = (data: string) => [{ type: "image", source: { type: "base64", media_type: "image/png", data } }];
  expect(isPassedWhole(outcome(image("QQ==")), result(given("QQ==")))).toBe(true);
  expect(isPassedWhole(outcome(image("QQ==")), result(given("Qg==")))).toBe(false);
});

test("only what the agent makes new in each run is left out, nothing of a server", () => {
  const sub = (id: string, ms: number) => `agentId: ${id}\n<usage>subagent_tokens: 9\nduration_ms: ${ms}</usage>`;
  expect(settleAgentText(sub("0123456789abcdef0", 1))).toBe(settleAgentText(sub("fedcba98765432100", 2)));
  expect(settleAgentText("saved to /home/a/1/tool-results/x-1.txt.")).toBe(
    settleAgentText("saved to /b/tool-results/y-2.txt."),
  );
  const ids = ["3f2a91c0-0000-4000-8000-000000000001", "duration_ms: 5", "2026-11-29T10:00:00Z"];
  for (const id of ids) expect(settleAgentText(id)).toBe(id);
  const hashes = ids.map((id) => shortenResult(result(id), (text) => text).hash);
  expect(new Set(hashes).size).toBe(ids.length);
});

test("the form is told where text and structured content do not say the same", () => {
  const both = outcome({
    content: [{ type: "text", text: "The order is open." }],
    structuredContent: { state: "open" },
  });
  expect(passedForm(both, result("The order is open."))).toBe("text");
  expect(passedForm(both, result('{"state":"open"}'))).toBe("structured");
  const same = outcome({
    content: [{ type: "text", text: '{ "state": "open" }' }],
    structuredContent: { state: "open" },
  });
  expect(passedForm(same, result('{"state":"open"}'))).toBe("either");
});

test("an error without a text, or one that is passed on as a success, is not whole", () => {
  const empty = outcome({ content: [], isError: true });
  expect(passedForm(empty, result("anything", true))).toBeUndefined();
  expect(passedForm({ kind: "error", error: { code: 1, message: "" } }, result("anything", true))).toBeUndefined();
  expect(passedForm({ kind: "error", error: { code: 1, message: "no" } }, result("no"))).toBeUndefined();
});
