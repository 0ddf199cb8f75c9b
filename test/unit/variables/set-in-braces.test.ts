// What a text of one line lists, in braces or in a sentence.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

describe("a set in braces", () => {
  const tags = (...sets: string[]) => sets.map((set, at) => `#${at}f${at}a7b${at} tags: {${set}}`);

  it("may come in any order", () => {
    const told = tellOne(tags("new, big, hot, red", "hot, red, new, big", "red, new, big, hot", "big, hot, red, new"));
    expect(told.problems).toEqual([]);
  });

  it.each(["new, big, hot", "new, big, hot, sad", "new, big, hot, hot", "new, big, hot, red, old"])(
    "has the same words: %s",
    (live) => {
      const told = tellOne(tags("new, big, hot, red", "hot, red, new, big", "red, new, big, hot", live));
      expect(told.problems).not.toEqual([]);
    },
  );
});

describe("words in a sentence", () => {
  const tags = (set: string): string => `Tags: ${set}.`;
  const RUNS = ["red, home, 2031, tax", "tax, home, 2031, red", "2031, red, home, tax"].map(tags);

  it("may come in any order, a number among them", () => {
    expect(tellOne([...RUNS, tags("home, tax, red, 2031")]).problems).toEqual([]);
  });

  it.each(["home, tax, red", "home, tax, red, 2032", "home, tax, red, red", "home, tax, red, 2031, new"])(
    "are the same words: %s",
    (live) => {
      expect(tellOne([...RUNS, tags(live)]).green).toBe(false);
    },
  );
});
