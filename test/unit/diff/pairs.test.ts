// Which workflow of one side belongs to which of the other.
import { describe, expect, it } from "vitest";
import { hasSeveralSuites, pairByName } from "../../../src/diff/sides/diff-pairs.js";

const of = (suite: string, workflow: string, key?: string) => ({
  suite,
  workflow,
  ...(key === undefined ? {} : { key }),
});
const shown = (before: ReturnType<typeof of>[], after: ReturnType<typeof of>[]): string[] =>
  pairByName(before, after).map(
    ({ suite, workflow, before: one, after: other }) =>
      `${suite}/${workflow}: ${one?.suite ?? "-"} ${other?.suite ?? "-"}`,
  );

describe("pairByName", () => {
  it("keeps the order of the old side; what only the new side has comes last", () => {
    expect(shown([of("s", "b"), of("s", "a")], [of("s", "c"), of("s", "a"), of("s", "b")])).toEqual([
      "s/b: s s",
      "s/a: s s",
      "s/c: - s",
    ]);
  });

  it("takes two sides of one suite each as the same suite, whatever it is called", () => {
    expect(shown([of("travel", "a")], [of("travel copy", "a")])).toEqual(["travel/a: travel travel copy"]);
  });

  it("tells the suites apart where a side has several", () => {
    expect(shown([of("s", "a"), of("t", "a")], [of("t", "a"), of("u", "a")])).toEqual([
      "s/a: s -",
      "t/a: t t",
      "u/a: - u",
    ]);
  });

  it("goes by the key, where there is one", () => {
    expect(shown([of("s", "Old name", "k")], [of("s", "New name", "k")])).toEqual(["s/Old name: s s"]);
  });

  it("is not fooled by names that look like two", () => {
    expect(pairByName([of("a", 'b","c'), of("x", "y")], [of('a","b', "c"), of("x", "y")])).toHaveLength(3);
  });
});

it("several suites are named, one is not", () => {
  expect(hasSeveralSuites(pairByName([of("s", "a"), of("s", "b")], []))).toBe(false);
  expect(hasSeveralSuites(pairByName([of("s", "a"), of("t", "a")], []))).toBe(true);
});
