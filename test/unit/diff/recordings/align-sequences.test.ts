import fc from "fast-check";
import { expect, test } from "vitest";
import { alignSequences } from "../../../../src/diff/recordings/align-sequences.js";
import { bestOf } from "../../../helpers/best-of.js";

const show = (one: string, other: string): string =>
  alignSequences(one.split(""), other.split(""), (a, b) => a === b)
    .map(({ before, after }) =>
      before === undefined ? `+${other[after ?? 0]}` : after === undefined ? `-${one[before]}` : `=${one[before]}`,
    )
    .join(" ");

test("what is common stays, what is gone comes before what is new", () => {
  expect(show("abc", "abc")).toBe("=a =b =c");
  expect(show("abc", "axc")).toBe("=a -b +x =c");
  expect(show("abcd", "bd")).toBe("-a =b -c =d");
  expect(show("", "ab")).toBe("+a +b");
  expect(show("abcabba", "cbabac").match(/=/g)).toHaveLength(4);
});

test("both lists come out whole and in order, and only equal elements together", () => {
  const list = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(list, list, (one, other) => {
      const aligned = alignSequences(one, other, (a, b) => a === b);
      expect(aligned.flatMap(({ before }) => before ?? [])).toEqual(one.map((_, at) => at));
      expect(aligned.flatMap(({ after }) => after ?? [])).toEqual(other.map((_, at) => at));
      for (const { before, after } of aligned) {
        if (before !== undefined && after !== undefined) expect(one[before]).toBe(other[after]);
      }
    }),
  );
});

test("very long lists are aligned at their ends only, and quickly", () => {
  const long = (middle: string): string[] => ["start", ...Array.from({ length: 5000 }, (_, at) => middle + at), "end"];
  const alignThem = (): void => expect(alignSequences(long("a"), long("b"), (a, b) => a === b)).toHaveLength(10_002);
  expect(bestOf(2000, alignThem)).toBeLessThan(2000);
});
