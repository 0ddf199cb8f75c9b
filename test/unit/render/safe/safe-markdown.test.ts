import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellCode, code, fence, htmlCode, link } from "../../../../src/render/safe/safe-markdown.js";
import { nastyString } from "../../../helpers/arbitrary-json.js";

/** What a stranger would write, mixed with anything. */
const hostile = fc.oneof(
  nastyString,
  fc
    .array(
      fc.constantFrom(
        "`",
        "``",
        "```",
        "|",
        "\\",
        "\\|",
        "\n",
        "\n\n",
        "<img src=x>",
        "</details>",
        "@somebody",
        "#1",
        " ",
        "a",
        "\u202e",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

/** The text in a code span, or undefined where it is none from its first to its last character. */
function inSpan(markdown: string): string | undefined {
  const [, ticks = "", inner = ""] = /^(`+)([^]*?[^`])\1$/.exec(markdown) ?? [];
  const isClosedInside = [...inner.matchAll(/`+/g)].some(([run]) => run.length === ticks.length);
  return ticks === "" || isClosedInside ? undefined : inner;
}

describe("recorded text in a review is dead", () => {
  test("a code span holds it, on one line, whatever it is", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = code(text);
        expect(shown).not.toMatch(/[\n\r]/);
        if (text === "") expect(shown).toBe("*(empty)*");
        else expect(inSpan(shown)).toBeDefined();
      }),
    );
  });

  test("no bar of it ends a cell, by either reading of backslashes", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [, slashes = ""] of cellCode(text).matchAll(/(\\*)\|/g)) expect(slashes.length % 2).toBe(1);
      }),
    );
    expect(cellCode("a|b")).toBe(String.raw`${"`"}a\|b${"`"}`);
  });

  test("no line of it closes a fence", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 6 }), (lines) => {
        const [open = "", ...rest] = fence("diff", lines);
        const [, ticks = ""] = /^(`{3,})diff$/.exec(open) ?? [];
        const inside = rest.slice(0, -1);
        expect(rest.at(-1)).toBe(ticks);
        expect(ticks).not.toBe("");
        for (const line of inside) {
          expect(line).not.toMatch(/[\n\r]/);
          expect(line).not.toContain(ticks);
        }
      }),
    );
  });

  test("nothing of it is HTML", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [, inner] = /^<code>([^]*)<\/code>$/.exec(htmlCode(text)) ?? [];
        expect(inner).toBeDefined();
        expect(inner).not.toMatch(/[<>\n\r]|&(?!#\d+;)/);
      }),
    );
  });

  test("marks that turn the direction of a text become visible", () => {
    expect(code("a\u202eb")).toBe("`a\\u202eb`");
  });

  test("a link of ours keeps its address, whatever the path is", () => {
    expect(link("after", "a b/<c>)](x)/d.png", undefined)).toBe("[after](<a%20b/%3Cc%3E)%5D(x)/d.png>)");
    expect(link("after", "x/d.png", "https://example.com/blob/1")).toBe(
      "[after](<https://example.com/blob/1/x/d.png?raw=true>)",
    );
  });

  test("a fence keeps to its room and counts what it leaves out", () => {
    const lines = Array.from({ length: 100 }, () => "x".repeat(99));
    expect(fence("diff", lines, 1000)).toEqual(["```diff", ...lines.slice(0, 10), "  … 90 more lines", "```"]);
  });
});
