// Matches the calls of a run with the workflow's expected tools.
import { serializeKept } from "../json/kept-numbers.js";
import type { ExpectedTool, Workflow } from "../config/schema.js";
import type { Call } from "../trace/trace.js";
import { containsJson } from "./contains.js";

/** Returns the workflow's `expectTools`, else the lists of its steps joined; undefined without either. */
export function expectedToolsOf(workflow: Workflow): ExpectedTool[] | undefined {
  if (workflow.expectTools !== undefined) return workflow.expectTools;
  const lists = workflow.steps.flatMap((step) => (step.expectTools === undefined ? [] : [step.expectTools]));
  return lists.length === 0 ? undefined : lists.flat();
}

/** The names of the tools that a workflow expects to be called. */
export function expectedToolNamesOf(workflow: Workflow): string[] {
  return (expectedToolsOf(workflow) ?? []).map(toolNameOf);
}

export function toolNameOf(expected: ExpectedTool): string {
  return typeof expected === "string" ? expected : expected.tool;
}

/** Describes an expectation for people: `add`, `add {"a":5}`. */
export function describeExpectedTool(expected: ExpectedTool): string {
  if (typeof expected === "string" || expected.args === undefined) return toolNameOf(expected);
  return `${expected.tool} ${serializeKept(expected.args)}`;
}

/** True where the call is of the expected tool and its arguments contain the expected ones. */
function answersExpectation(call: Call, expected: ExpectedTool): boolean {
  if (call.tool !== toolNameOf(expected)) return false;
  return typeof expected === "string" || expected.args === undefined || containsJson(call.arguments, expected.args);
}

/**
 * Returns the longest common subsequence of expectations and calls: for each expectation the index of its call, or
 * undefined where no call matches it in order.
 */
export function alignCalls(expected: readonly ExpectedTool[], calls: readonly Call[]): (number | undefined)[] {
  const rows = expected.length + 1;
  const columns = calls.length + 1;
  const longest = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  const fits = (row: number, column: number) => {
    const [wanted, call] = [expected[row], calls[column]];
    return wanted !== undefined && call !== undefined && answersExpectation(call, wanted);
  };
  for (let row = expected.length - 1; row >= 0; row--) {
    for (let column = calls.length - 1; column >= 0; column--) {
      const line = longest[row];
      if (line === undefined) continue;
      const skipped = Math.max(at(row + 1, column), at(row, column + 1));
      line[column] = fits(row, column) ? Math.max(skipped, 1 + at(row + 1, column + 1)) : skipped;
    }
  }
  const aligned: (number | undefined)[] = [];
  for (let row = 0, column = 0; row < expected.length; row++) {
    // The earliest call that keeps the rest as long as possible.
    let found = column;
    while (found < calls.length && !(fits(row, found) && 1 + at(row + 1, found + 1) === at(row, column))) found++;
    aligned.push(found < calls.length ? found : undefined);
    if (found < calls.length) column = found + 1;
  }
  return aligned;
}

/** Returns the ids of the calls that the workflow expects to fail (`fails: true`). */
export function callsExpectedToFail(workflow: Workflow, calls: readonly Call[]): Set<number> {
  const expected = expectedToolsOf(workflow) ?? [];
  const fails = (entry: ExpectedTool | undefined) => typeof entry === "object" && entry.fails === true;
  if (!expected.some(fails)) return new Set();
  const aligned = alignCalls(expected, calls);
  const failing = calls.filter((call, index) => {
    const own = aligned.indexOf(index);
    if (own >= 0) return fails(expected[own]);
    // An additional call, as when Claude retries, may fail if every expectation that it matches does.
    const answered = expected.filter((entry) => answersExpectation(call, entry));
    return answered.length > 0 && answered.every(fails);
  });
  return new Set(failing.map((call) => call.id));
}
