import fc from "fast-check";
import { expect, it } from "vitest";
import { buildGlob } from "../../../src/trace/glob.js";

/** The rule as a regular expression, for what is short. */
function byExpression(glob: string, name: string): boolean {
  const translate = (text: string): string =>
    text
      .replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, ".*")
      .replaceAll("?", ".");
  const source = glob.replaceAll(/\{([^{}]*,[^{}]*)\}|[^{]+|\{/gu, (part, choices: string | undefined) =>
    choices === undefined ? translate(part) : `(?:${choices.split(",").map(translate).join("|")})`,
  );
  return new RegExp(`^${source}$`, "su").test(name);
}

const text = (chars: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(chars)), maxLength });

it("means what the rule says", () => {
  fc.assert(
    fc.property(text("ab🙂*?{,}.\n", 10), text("ab🙂,{}.\n", 8), (glob, name) => {
      expect(buildGlob(glob).test(name)).toBe(byExpression(glob, name));
    }),
    { numRuns: 3000 },
  );
});

it("is decided at once with many stars, which would take an expression for ever", () => {
  expect(buildGlob(`${"*a".repeat(40)}b`).test("a".repeat(3000))).toBe(false);
  expect(buildGlob("{*a,*aa}".repeat(30)).test(`${"a".repeat(500)}b`)).toBe(false);
  expect(buildGlob(`${"*a".repeat(40)}*`).test("a".repeat(3000))).toBe(true);
});
