import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareExpectedResult } from "../../../src/metrics/expected-result.js";
import { judgeHealthTest } from "../../../src/metrics/health-test.js";
import type { JsonValue } from "../../../src/json/value.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { hasWords } from "../../../src/metrics/word-in-text.js";
import { ok } from "./traces.js";

/** The modern era has structured content of any type. */
const structured = (value: JsonValue): CallOutcome => ({
  kind: "result",
  result: { content: [], structuredContent: value },
});
const blocks = (...texts: string[]): CallOutcome => ({
  kind: "result",
  result: { content: texts.map((text) => ({ type: "text", text })) },
});

describe("compareExpectedResult", () => {
  it.each<[JsonValue, CallOutcome, boolean]>([
    [8, ok("8"), true],
    [8, ok(" 8\n"), true],
    [8, ok("8.00009"), false],
    [8, ok("8.0"), true],
    [1000000, ok("1000000.00001"), false],
    [8.5, ok("8.5008"), true],
    [8.5, ok("8.5009"), false],
    [-8.5, ok("-8.4992"), true],
    [1234567.5, ok("1234600"), true],
    [0.000001, ok("0.00005"), false],
    [0.000001, ok("0.00000100001"), true],
    [0.5, structured({}), false],
    [8, ok("18"), false],
    [8, structured(8), true],
    [8, ok("The sum is 8"), false],
    ["sum is 8", ok("The sum is 8"), true],
    ["Sum is 8", ok("The sum is 8"), false],
    ["8", ok("8"), true],
    ["", ok("anything"), false],
    ["", ok(""), true],
    ["a\nb", blocks("a", "b"), true],
    ["hello", ok('"hello"'), true],
    [{ a: 1 }, ok('{"a":1,"b":2}'), true],
    [{ a: 1 }, structured({ a: 1.00001, b: 2 }), false],
    [{ a: 1.5 }, structured({ a: 1.50001, b: 2 }), true],
    [{ a: { b: "x" } }, structured({ a: { b: "x y z", c: 1 } }), true],
    [{ a: { b: "x" } }, structured({ a: { b: "xyz", c: 1 } }), false],
    [{ status: "paid" }, structured({ status: "unpaid" }), false],
    [{ status: "paid" }, structured({ status: "unpaid, then paid" }), true],
    [{ status: "paid" }, structured({ status: "Paid" }), false],
    [["paid"], structured(["unpaid"]), false],
    [{ status: { $contains: "paid" } }, structured({ status: "unpaid" }), true],
    [{ status: { $contains: "paid" } }, structured({ status: "open" }), false],
    [{ status: { $contains: "5" } }, structured({ status: 5 }), false],
    [{ status: { $contains: "x" } }, structured({ status: { $contains: "x" } }), false],
    [{ $contains: "is 8" }, ok("The sum is 8."), true],
    [{ $contains: "is 9" }, ok("The sum is 8."), false],
    [{ $contains: "x", more: 1 }, structured({ $contains: "x", more: 1 }), true],
    [{ a: "" }, structured({ a: "x" }), false],
    [{ a: "" }, structured({ a: "" }), true],
    [{ a: null }, structured({}), false],
    [{ a: null }, structured({ a: null }), true],
    [{}, ok("no json"), false],
    [{}, ok("{}"), true],
    [[1, 2], ok("[1,2]"), true],
    [[1, 2], ok("[1,2,3]"), false],
    [[1, 2], ok("[2,1]"), false],
    [[{ id: 1 }], structured([{ id: 1, name: "a" }]), true],
    [[1, 2], blocks("1", "2"), true],
    [2, blocks("1", "2"), true],
    [true, ok("true"), true],
    [true, ok("1"), false],
    [null, ok("null"), true],
    [{ toString: "x" }, structured({}), false],
    [1, { kind: "none", reason: "timeout", message: "1" }, false],
  ])("%j against %j: %s", (expected, outcome, matches) => {
    expect(compareExpectedResult(expected, outcome) === undefined).toBe(matches);
  });

  it("says where and what differs, of the meaning that is nearest", () => {
    expect(compareExpectedResult({ user: { age: 5 } }, ok('{"user":{"age":6}}'))).toEqual({
      at: "/user/age",
      expected: 5,
      actual: 6,
    });
    expect(compareExpectedResult(5, ok("6"))).toEqual({ at: "", expected: 5, actual: 6 });
    expect(compareExpectedResult({ a: 1 }, structured({}))).toEqual({ at: "/a", expected: 1 });
  });
});

describe("judgeHealthTest", () => {
  const answer = (outcome: CallOutcome, ms = 5) => ({ outcome, ms });
  const failed = ok("Division by zero is not allowed", { isError: true });
  const test = { name: "divide", args: {} };

  it("compares the result", () => {
    expect(judgeHealthTest({ ...test, expectedResult: 5 }, answer(ok("5")), "legacy")).toEqual({
      passed: true,
      details: "Gave the expected result",
    });
    expect(judgeHealthTest({ ...test, expectedResult: { a: [1] } }, answer(ok('{"a":[2]}')), "legacy")).toEqual({
      passed: false,
      details: "/a/0: expected 1, got 2",
      expected: { a: [1] },
      actual: { a: [2] },
    });
  });

  it("without an expectation any answer but an error passes", () => {
    expect(judgeHealthTest(test, answer(ok("anything")), "legacy").passed).toBe(true);
    expect(judgeHealthTest(test, answer(failed), "legacy")).toEqual({
      passed: false,
      details: "Failed: Division by zero is not allowed",
    });
    expect(
      judgeHealthTest(test, answer({ kind: "none", reason: "timeout", message: "No answer" }), "legacy").passed,
    ).toBe(false);
    expect(judgeHealthTest(test, { ...answer(ok("x")), httpStatus: 503 }, "legacy").details).toBe("HTTP status 503");
  });

  it("an expected error must come, as a tool error or a JSON-RPC error, with its text", () => {
    const expecting = { ...test, expectedError: "by zero" };
    expect(judgeHealthTest(expecting, answer(failed), "legacy").passed).toBe(true);
    const rpc: CallOutcome = { kind: "error", error: { code: -32603, message: "divide by zero" } };
    expect(judgeHealthTest(expecting, answer(rpc), "legacy").passed).toBe(true);
    expect(judgeHealthTest({ ...test, expectedError: "overflow" }, answer(failed), "legacy")).toMatchObject({
      passed: false,
      details: 'Failed with a different error; expected "overflow"',
      actual: "Division by zero is not allowed",
    });
    expect(judgeHealthTest(expecting, answer(ok("by zero")), "legacy").details).toBe(
      'Did not fail; expected the error "by zero"',
    );
    const silent: CallOutcome = { kind: "none", reason: "timeout", message: "by zero" };
    expect(judgeHealthTest(expecting, answer(silent), "legacy").passed).toBe(false);
  });

  it("what clients refuse passes no test", () => {
    const odd: CallOutcome = { kind: "result", result: { content: [{ type: "text", text: "8" }, null] } };
    for (const more of [{}, { expectedResult: 8 }, { expectedError: "8" }]) {
      expect(judgeHealthTest({ ...test, ...more }, answer(odd), "legacy")).toMatchObject({
        passed: false,
        details: expect.stringContaining("clients refuse it: /content/1: expected a content block"),
      });
    }
    expect(judgeHealthTest(test, answer({ kind: "result", result: {} }), "legacy").passed).toBe(true);
    expect(judgeHealthTest(test, answer({ kind: "result", result: {} }), "modern").passed).toBe(false);
  });

  it("a right answer that took too long fails", () => {
    const quick = { ...test, expectedResult: 5, maxLatency: 100 };
    expect(judgeHealthTest(quick, answer(ok("5"), 100), "legacy").passed).toBe(true);
    expect(judgeHealthTest(quick, answer(ok("5"), 101), "legacy")).toMatchObject({
      passed: false,
      details: "Took 101 ms, 100 ms allowed",
    });
    expect(judgeHealthTest(quick, answer(ok("6"), 101), "legacy").details).toBe("expected 5, got 6");
  });
});

describe("hasWords", () => {
  it.each<[string, string, boolean]>([
    ["paid", "paid", true],
    ["paid in full", "paid", true],
    ["(paid).", "paid", true],
    ["not paid", "not paid", true],
    ["unpaid", "paid", false],
    ["paids", "paid", false],
    ["pre-paid", "paid", false],
    ["un_paid", "paid", false],
    ["- paid -", "paid", true],
    ["épaid", "paid", false],
    ["paid\u0301", "paid", false],
    ["𝒳paid", "paid", false],
    ["🙂paid🙂", "paid", true],
    ["1.5", "5", false],
    ["-5", "5", true],
    ["10-5", "-5", false],
    ["$50", "$5", false],
    ["it costs $5.", "$5", true],
    ["10:30", "30", false],
    ["aa aaa", "aa", true],
    ["aaa aa", "aa", true],
    ["a@b.example", "b.example", true],
    ["b.example.com", "b.example", false],
    ["x", "", false],
    ["", "", true],
  ])("%j has the words %j: %s", (text, words, has) => {
    expect(hasWords(text, words)).toBe(has);
  });

  const word = fc.stringMatching(/^[a-zé0-9]{1,6}$/);

  it("finds every text in itself and among other words, and no word in a longer one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), word, word, (text, before, after) => {
        expect(hasWords(text, text)).toBe(true);
        expect(hasWords(`${before} ${text} ${after}`, text)).toBe(true);
        expect(hasWords(`${before}${after}`, after) && before !== after).toBe(false);
        expect(hasWords(`${before}-${after}`, before)).toBe(before === `${before}-${after}`);
      }),
    );
  });
});
