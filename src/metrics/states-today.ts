// Replaces recorded values of variables in an expected state by the values of this run.
import type { ExpectedState } from "../config/schema.js";
import type { ReadVariable } from "../trace/drift.js";
import { isTokenChar } from "../variables/tokens.js";

/** Returns the state as written and, where they differ, with the values of this run. */
export function statesToday(expected: ExpectedState, variables: readonly ReadVariable[] = []): ExpectedState[] {
  const today = new Map<string, string | undefined>();
  for (const { recorded, now, kind } of variables) {
    if (kind === "quantity" || recorded === "") continue;
    // Two variables had the same recorded value, so the state may mean either.
    today.set(recorded, today.has(recorded) && today.get(recorded) !== now ? undefined : now);
  }
  const values = [...today].flatMap(([recorded, now]): [string, string][] =>
    now === undefined ? [] : [[recorded, now]],
  );
  if (typeof expected === "string") return withToday(expected, values).map((text) => text);
  return "equals" in expected ? withToday(expected.equals, values).map((equals) => ({ equals })) : [expected];
}

function withToday(text: string, values: readonly (readonly [string, string])[]): string[] {
  const longestFirst = values.toSorted(([one], [other]) => other.length - one.length);
  let today = "";
  for (let at = 0; at < text.length;) {
    const found = longestFirst.find(([recorded]) => standsAt(text, recorded, at));
    today += found === undefined ? text[at] : found[1];
    at += found === undefined ? 1 : found[0].length;
  }
  return today === text ? [text] : [text, today];
}

function standsAt(text: string, value: string, at: number): boolean {
  return text.startsWith(value, at) && !isTokenChar(text[at - 1]) && !isTokenChar(text[at + value.length]);
}
