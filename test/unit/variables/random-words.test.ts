// Words that were random in all runs: a live one has the letters that such words hardly ever lack.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";
import { kindsOfLetters, lacksLetters } from "../../../src/variables/random-words.js";

const seen = ["BHhZrnUskS04u7LmnBPx", "UeAQlbZerDqilBK_4FrE", "awFzy3kXhc2BsP9TlZi8"];
const passes = (live: string, of = seen): boolean => tellOne([...of, live].map((password) => ({ password }))).green;

describe("a random word", () => {
  it("has small and large letters", () => {
    expect(passes("q7XbN0r_WdTzK3vMcYpa")).toBe(true);
    for (const known of ["password-password-12", "PASSWORD-PASSWORD-12"]) expect(passes(known)).toBe(false);
  });

  it("may have no digit, and a short one no large letter", () => {
    expect(passes("qJXbNrr_WdTzKavMcYpa")).toBe(true);
    expect(passes("k3w9qa", ["aB3xQ9", "Zk4pW1", "m7RtY2"])).toBe(true);
  });

  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".split("");
  const words = fc.array(fc.constantFrom(...letters), { minLength: 20, maxLength: 20 }).map((all) => all.join(""));

  it("lacks a kind of letter in fewer than one of 200 draws", () => {
    let lacking = 0;
    fc.assert(
      fc.property(fc.array(words, { minLength: 3, maxLength: 3 }), words, (runs, live) => {
        const kinds = kindsOfLetters(runs);
        if (kinds !== undefined && lacksLetters(kinds, live)) lacking += 1;
      }),
      { numRuns: 1000 },
    );
    expect(lacking).toBeLessThan(5);
  });

  it("is none where the words are names", () => {
    expect(kindsOfLetters(["release-candidate-22", "release-candidate-23", "release-candidate-24"])).toBeUndefined();
  });
});
