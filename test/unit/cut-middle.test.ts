import fc from "fast-check";
import { expect, test } from "vitest";
import { cutMiddle } from "../../src/cut-middle.js";
import { nastyString } from "../helpers/arbitrary-json.js";

test("a text that fits stays whole, a longer one keeps its ends", () => {
  expect(cutMiddle("abcdef", 6)).toEqual({ head: "abcdef", left: 0, tail: "" });
  expect(cutMiddle("abcdefgh", 4)).toEqual({ head: "ab", left: 4, tail: "gh" });
  expect(cutMiddle("abcdefghijkl", 10, 0.7)).toEqual({ head: "abcdefg", left: 2, tail: "jkl" });
});

test("no character is cut in two, and what is left out is counted", () => {
  fc.assert(
    fc.property(nastyString, fc.nat(40), fc.constantFrom(0.5, 0.7), (noise, limit, share) => {
      const text = `${noise}😀${noise}😀`.toWellFormed();
      const { head, left, tail } = cutMiddle(text, limit, share);
      expect(head.isWellFormed() && tail.isWellFormed()).toBe(true);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + left + tail.length).toBe(text.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(Math.max(limit, left === 0 ? text.length : 0));
    }),
  );
});
