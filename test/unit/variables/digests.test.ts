// Hashes that have no digit by chance.
import { expect, it } from "vitest";
import { tellOne } from "./runs.js";

const told = (key: string, seen: readonly string[]): boolean => {
  const { green, learned } = tellOne(seen.map((text) => ({ [key]: text })));
  return green && learned.unstable.length === 0;
};

it("are ids where they are named so and of one length", () => {
  expect(told("plan_hash", ["fedbca", "bcdfea", "edbcfa", "abdcef"])).toBe(true);
  expect(told("plan_hash", ["fedbca", "bcdfea", "edbcfa", "facade12"])).toBe(false);
  expect(told("plan_hash", ["fedbca", "bcdfeab", "edbcfa", "abdcef"])).toBe(false);
});

it("are words where they are named otherwise, or are no hexadecimal digits", () => {
  expect(told("state", ["fedbca", "bcdfea", "edbcfa", "abdcef"])).toBe(false);
  expect(told("plan_hash", ["closed", "opened", "paused", "denied"])).toBe(false);
});
