import fc from "fast-check";
import { expect, test } from "vitest";
import { diffValues } from "../../../../src/diff/recordings/values-beside.js";
import { jsonValue } from "../../../helpers/arbitrary-json.js";

test("names the smallest places, and tells nothing from null", () => {
  expect(diffValues({ a: { b: 1, c: [1, 2] }, d: null }, { a: { b: 2, c: [1] }, e: null })).toEqual([
    { path: "/a/b", before: 1, after: 2 },
    { path: "/a/c/1", before: 2 },
    { path: "/d", before: null },
    { path: "/e", after: null },
  ]);
  expect(diffValues({ a: {} }, { a: [] })).toEqual([{ path: "/a", before: {}, after: [] }]);
});

test("of equal values there is nothing to say, whatever the order of their keys", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(diffValues(value, structuredClone(value))).toEqual([]);
    }),
  );
  expect(diffValues({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
});

test("a key that every object has is one like any other", () => {
  expect(diffValues({}, JSON.parse('{"toString":1,"__proto__":2}'))).toEqual([
    { path: "/toString", after: 1 },
    { path: "/__proto__", after: 2 },
  ]);
});
