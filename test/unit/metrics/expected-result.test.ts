import { describe, expect, it } from "vitest";
import { compareExpectedResult } from "../../../src/metrics/expected-result.js";
import { judgeHealthTest } from "../../../src/metrics/health-test.js";
import type { JsonValue } from "../../../src/json/value.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { ok } from "./traces.js";

const structured = (value: JsonValue): CallOutcome => ({ kind: "result", result: { structuredContent: value } });
const blocks = (...texts: string[]): CallOutcome => ({
  kind: "result",
  result: { content: texts.map((text) => ({ type: "text", text })) },
});

describe("compareExpectedResult", () => {
  it.each<[JsonValue, CallOutcome, boolean]>([
    [8, ok("8"), true],
    [8, ok(" 8\n"), true],
    [8, ok("8.00009"), true],
    [8, ok("8.0002"), false],
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
    [{ a: 1 }, structured({ a: 1.00001, b: 2 }), true],
    [{ a: { b: "x" } }, structured({ a: { b: "xyz", c: 1 } }), true],
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
    expect(judgeHealthTest({ ...test, expectedResult: 5 }, answer(ok("5")))).toEqual({
      passed: true,
      details: "Gave the expected result",
    });
    expect(judgeHealthTest({ ...test, expectedResult: { a: [1] } }, answer(ok('{"a":[2]}')))).toEqual({
      passed: false,
      details: "/a/0: expected 1, got 2",
      expected: { a: [1] },
      actual: { a: [2] },
    });
  });

  it("without an expectation any answer but an error passes", () => {
    expect(judgeHealthTest(test, answer(ok("anything"))).passed).toBe(true);
    expect(judgeHealthTest(test, answer(failed))).toEqual({
      passed: false,
      details: "Failed: Division by zero is not allowed",
    });
    expect(judgeHealthTest(test, answer({ kind: "none", reason: "timeout", message: "No answer" })).passed).toBe(false);
    expect(judgeHealthTest(test, { ...answer(ok("x")), httpStatus: 503 }).details).toBe("HTTP status 503");
  });

  it("an expected error must come, as a tool error or a JSON-RPC error, with its text", () => {
    const expecting = { ...test, expectedError: "by zero" };
    expect(judgeHealthTest(expecting, answer(failed)).passed).toBe(true);
    const rpc: CallOutcome = { kind: "error", error: { code: -32603, message: "divide by zero" } };
    expect(judgeHealthTest(expecting, answer(rpc)).passed).toBe(true);
    expect(judgeHealthTest({ ...test, expectedError: "overflow" }, answer(failed))).toMatchObject({
      passed: false,
      details: 'Failed with another error than "overflow"',
      actual: "Division by zero is not allowed",
    });
    expect(judgeHealthTest(expecting, answer(ok("by zero"))).details).toBe(
      'Did not fail; the error "by zero" was expected',
    );
    const silent: CallOutcome = { kind: "none", reason: "timeout", message: "by zero" };
    expect(judgeHealthTest(expecting, answer(silent)).passed).toBe(false);
  });

  it("a right answer that took too long fails", () => {
    const quick = { ...test, expectedResult: 5, maxLatency: 100 };
    expect(judgeHealthTest(quick, answer(ok("5"), 100)).passed).toBe(true);
    expect(judgeHealthTest(quick, answer(ok("5"), 101))).toMatchObject({
      passed: false,
      details: "Took 101 ms, 100 ms allowed",
    });
    expect(judgeHealthTest(quick, answer(ok("6"), 101)).details).toBe("expected 5, got 6");
  });
});
