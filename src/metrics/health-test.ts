// Judges whether one answer to a direct tool test passes, and says why.
import type { HealthTest } from "../config/schema.js";
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonValue } from "../json/value.js";
import { isToolError } from "../trace/read.js";
import type { Era } from "../trace/session.js";
import type { Call } from "../trace/trace.js";
import { compareExpectedResult, meaningsOf } from "./expected-result.js";
import { errorTextOf } from "./result-text.js";
import { whyRefused } from "./tool-result.js";

export interface HealthTestVerdict {
  passed: boolean;
  /** One line. */
  details: string;
  expected?: JsonValue;
  actual?: JsonValue;
}

type Answer = Pick<Call, "outcome" | "httpStatus" | "ms">;

/** Checks the answer against the expected result or error, by the protocol of its era, and against the time limit. */
export function judgeHealthTest(test: HealthTest, answer: Answer, era: Era): HealthTestVerdict {
  const verdict = judgeAnswer(test, answer, era);
  if (!verdict.passed || test.maxLatency === undefined || answer.ms <= test.maxLatency) return verdict;
  const details = `Took ${Math.round(answer.ms)} ms, ${test.maxLatency} ms allowed`;
  return { ...verdict, passed: false, details };
}

function judgeAnswer(test: HealthTest, { outcome, httpStatus }: Answer, era: Era): HealthTestVerdict {
  if (outcome.kind === "none" || outcome.kind === "unknown-tool") return { passed: false, details: outcome.message };
  const refused = outcome.kind === "result" ? whyRefused(outcome.result, era) : undefined;
  if (refused !== undefined) return { passed: false, details: `Failed: ${cut(refused)}` };
  const isError = outcome.kind === "error" || isToolError(outcome);
  const { expectedError: error, expectedResult: result } = test;
  if (error !== undefined) {
    const text = isError ? errorTextOf(outcome) : (meaningsOf(outcome)[0] ?? null);
    const passed = isError && errorTextOf(outcome).includes(error);
    const details = passed
      ? `Failed as expected: "${error}"`
      : isError
        ? `Failed with a different error; expected "${error}"`
        : `Did not fail; expected the error "${error}"`;
    return { passed, details, expected: error, actual: text };
  }
  if (isError) return { passed: false, details: `Failed: ${cut(errorTextOf(outcome)) || "(no text)"}` };
  if (httpStatus !== undefined && (httpStatus < 200 || httpStatus > 299)) {
    return { passed: false, details: `HTTP status ${httpStatus}` };
  }
  if (result === undefined) return { passed: true, details: "Answered without an error" };
  const mismatch = compareExpectedResult(result, outcome);
  if (mismatch === undefined) return { passed: true, details: "Gave the expected result" };
  const place = mismatch.at === "" ? "" : `${mismatch.at}: `;
  const { actual } = mismatch;
  const got = actual === undefined ? "nothing" : cut(serializeKept(actual));
  return {
    passed: false,
    details: `${place}expected ${cut(serializeKept(mismatch.expected))}, got ${got}`,
    expected: result,
    actual: meaningsOf(outcome)[0] ?? null,
  };
}

/** The report has the whole values as well. */
function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
