import { expect, it } from "vitest";
import { parseLossless, serializeKept } from "../../../src/json/kept-numbers.js";
import { redactPaths } from "../../../src/redaction/path-rules.js";
import { callsOf } from "../../../src/trace/read.js";
import { makeTrace, raw } from "../../helpers/make-trace.js";
import { makeRedactor } from "./make-redactor.js";

const SECRET = "12345678901234567891";

it("a long number under a declared key, or that is known, is a secret like any other and comes back with its digits", () => {
  for (const redactor of [makeRedactor({}, { keys: ["pin"] }), makeRedactor({ PIN: SECRET })]) {
    const text = `{"pin":${SECRET},"rest":[12345678901234567890]}`;
    const redacted = redactor.redact(parseLossless(text));
    expect(JSON.stringify(redacted)).not.toContain(SECRET);
    expect(JSON.stringify(redacted)).toContain("12345678901234567890");
    expect(redactor.redact(redacted)).toEqual(redacted);
    expect(serializeKept(redactor.reveal(redacted))).toBe(text);
  }
});

it("a long number at a declared path is replaced whole, in a value and in JSON in text", () => {
  const json = `{"pin":${SECRET}}`;
  const result = raw({ content: [{ type: "text", text: json }], structuredContent: parseLossless(json) });
  const [call] = callsOf(makeTrace({ turns: [[["get", {}, result]]] }));
  if (call === undefined) throw new Error("no call");
  const rules = ["/content/0/json/pin", "/structuredContent/pin"].map((path) => ({ tool: "get", path }));
  const { outcome } = redactPaths(call, rules, (value) => `[${typeof value}]`);
  expect(outcome).toEqual({
    kind: "result",
    result: { content: [{ type: "text", text: '{"pin":"[object]"}' }], structuredContent: { pin: "[object]" } },
  });
});
