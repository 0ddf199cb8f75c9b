// One matcher for all places that a config names: where a pattern stands to a pointer.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPointer } from "../../../src/json/pointer.js";
import { pointerPattern, type PatternPosition } from "../../../src/json/pointer-pattern.js";

const part = fc.constantFrom("a", "b", "0", "", "~", "/", "a b#c", "lines");
const path = fc.array(part, { maxLength: 5 });
/** A pattern that names the path, with stars at some of its parts. */
const starred = (parts: readonly string[], stars: readonly boolean[]): string =>
  buildPointer(parts.map((name, at) => (stars[at] === true ? "*" : name)));

describe("a pattern", () => {
  it.each<[string, string, PatternPosition]>([
    ["", "", "there"],
    ["", "/a", "above"],
    ["/a", "", "below"],
    ["/a/*", "/a/0", "there"],
    ["/a/*", "/a", "below"],
    ["/a/*", "/a/0/b", "above"],
    ["/a/*", "/b/0", "elsewhere"],
    ["/*", "/a~1b", "there"],
    ["/a~1b", "/a/b", "elsewhere"],
    ["a", "/a", "elsewhere"],
    ["/a", "a", "elsewhere"],
    ["/*/b", "/a/", "elsewhere"],
  ])("%j stands to %j %s", (pattern, pointer, standing) => {
    expect(pointerPattern(pattern)(pointer)).toBe(standing);
  });

  it("is there with any of its parts a star, above what lies below, below what lies above", () => {
    fc.assert(
      fc.property(path, fc.array(fc.boolean(), { maxLength: 5 }), part, (parts, stars, more) => {
        const standing = pointerPattern(starred(parts, stars));
        expect(standing(buildPointer(parts))).toBe("there");
        expect(standing(buildPointer([...parts, more]))).toBe("above");
        if (parts.length > 0) expect(standing(buildPointer(parts.slice(0, -1)))).toBe("below");
      }),
    );
  });

  it("without a star names one path alone, and the same from both sides", () => {
    const opposite: Record<PatternPosition, PatternPosition> = {
      there: "there",
      above: "below",
      below: "above",
      elsewhere: "elsewhere",
    };
    fc.assert(
      fc.property(path, path, (one, other) => {
        const [a, b] = [buildPointer(one), buildPointer(other)];
        const standing = pointerPattern(a)(b);
        expect(standing === "there").toBe(a === b);
        expect(standing).toBe(opposite[pointerPattern(b)(a)]);
      }),
    );
  });

  it("with more stars names no less", () => {
    fc.assert(
      fc.property(path, path, fc.nat(4), (one, other, at) => {
        const before = pointerPattern(buildPointer(one))(buildPointer(other));
        const after = pointerPattern(
          starred(
            one,
            one.map((_, index) => index === at),
          ),
        )(buildPointer(other));
        expect(before === "elsewhere" || before === after).toBe(true);
      }),
    );
  });
});
