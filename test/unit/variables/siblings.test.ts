// The elements of a vector and the coordinates of a point have one form.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("a vector", () => {
  const seen = [
    [0.221, -0.194, 0.913, -0.769, 0.5],
    [0.75, 0.05, 0.453, -0.11, -0.4],
    [0.924, -0.2, -0.739, 0.64, 0.034],
  ];
  const told = (live: number[]): boolean => tellOne([...seen, live].map((vector) => ({ vector }))).green;

  it("may have in each element what the others had", () => {
    expect(told([-0.365, 0.3, 0.8, -0.9, 0.1])).toBe(true);
  });

  it("has no element far from all of them, and is as long as it was", () => {
    expect(told([-0.365, 0.3, 80, -0.9, 0.1])).toBe(false);
    expect(told([-0.365, 0.3, 0.8, -0.9])).toBe(false);
  });

  it("is none of two elements: the sign of each is its own", () => {
    const pairs = [
      [12.5, -3.25],
      [13.5, -3.5],
      [12.75, -4],
    ];
    expect(tellOne([...pairs, [-12.5, -3.25]].map((range) => ({ range }))).green).toBe(false);
  });
});

describe("a point", () => {
  it("may lie on the other side where one of its coordinates did", () => {
    const seen = [
      { x: -47, y: 2 },
      { x: -85, y: -45 },
      { x: -37, y: -69 },
    ];
    expect(tellOne([...seen, { x: 37, y: -12 }].map((at) => ({ at }))).green).toBe(true);
    expect(tellOne([...seen, { x: 37_000, y: -12 }].map((at) => ({ at }))).green).toBe(false);
  });
});
