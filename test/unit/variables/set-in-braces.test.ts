// What a text of one line lists in braces.
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
