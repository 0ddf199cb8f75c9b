import fc from "fast-check";
import { expect, it } from "vitest";
import { differingPlaces, findNearest } from "../../../src/trace/nearest.js";
import { jsonValue } from "../../helpers/arbitrary-json.js";

it("finds no difference between a value and itself, and one between any two that differ", () => {
  fc.assert(
    fc.property(jsonValue, jsonValue, (one, other) => {
      expect(differingPlaces(one, one)).toEqual([]);
      expect(differingPlaces(one, other).length).toBe(differingPlaces(other, one).length);
    }),
  );
});

it("points to the leaves, and to a field that only one of two has", () => {
  expect(differingPlaces({ a: [1, { b: 2 }], c: null }, { a: [1, { b: 3 }], "d/e": 1 })).toEqual([
    "/a/1/b",
    "/c",
    "/d~1e",
  ]);
  expect(differingPlaces([1], [1, 2])).toEqual(["/"]);
  expect(differingPlaces({}, { constructor: null })).toEqual(["/constructor"]);
});

it("takes the candidate with the fewest differences, the first of several", () => {
  const candidates = [
    { a: 1, b: 2 },
    { a: 1, b: 3 },
    { a: 2, b: 3 },
  ];
  expect(findNearest({ a: 1, b: 4 }, candidates, (one) => one)).toEqual({ candidate: candidates[0], places: ["/b"] });
  expect(findNearest({}, [], (one) => one)).toBeUndefined();
});
