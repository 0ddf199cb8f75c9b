import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import { SCHEMA_RULES } from "../../../src/json-schema/schema-rules.js";
import { SCHEMA_CORPUS } from "../../helpers/schema-corpus.js";
import { MUTATIONS, REWRITINGS } from "../../helpers/schema-mutations.js";
import { expectMutation, mutantsOf, seed, shuffle, sumOfAgreement, wildPair } from "../../helpers/schema-properties.js";
import { chanceOf } from "../../helpers/valid-value.js";

describe("two schemas that say the same", () => {
  it("do not differ, in whatever order they say it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCHEMA_CORPUS), seed, (schema, start) => {
        for (const direction of ["input", "output"] as const) {
          expect(compareSchemas(schema, structuredClone(schema), direction)).toEqual([]);
          expect(compareSchemas(schema, shuffle(schema, chanceOf(start)), direction)).toEqual([]);
        }
      }),
    );
  });

  it.each(REWRITINGS)("differ in nothing but their words: $name", (rewriting) => {
    const mutants = mutantsOf(SCHEMA_CORPUS, rewriting, chanceOf(7), 20);
    expect(mutants.length).toBeGreaterThan(0);
    for (const { document, mutant } of mutants) {
      const changes = [...compareSchemas(document, mutant, "input"), ...compareSchemas(mutant, document, "output")];
      const rules = changes.map(({ rule }) => rule);
      expect({ mutant, rules }).toEqual({ mutant, rules: ["schema-rewritten", "schema-rewritten"] });
    }
  });
});

describe("a known change", () => {
  it.each(MUTATIONS)("is found once, at its place, with its class: $name", (mutation) => {
    const mutants = mutantsOf(SCHEMA_CORPUS, mutation, chanceOf(11), 20);
    expect(mutants.length).toBeGreaterThan(0);
    for (const { document, place, changed } of mutants) expectMutation(mutation, document, place, changed);
  });
});

/** What the way back of a rule may be found by. */
function opposites(rule: string): string[] {
  const swapped = rule.replace(
    /-(added|removed|tightened|loosened|narrowed|widened|opened|closed|refused|ignored)$/,
    (_end, word: string) => `-${SWAPPED[word]}`,
  );
  if (/^(?:additional|undeclared)-properties-/.test(rule)) {
    // By what the open side says of other properties.
    const end = swapped.replace(/^.*-/, "");
    return [`additional-properties-${OPENING[end] ?? end}`, `undeclared-properties-${UNDECLARED[end] ?? end}`];
  }
  return /property-|option-/.test(rule)
    ? PROPERTY_RULES.filter((other) => /added|claimed/.test(other) !== /added|claimed/.test(rule))
    : [swapped];
}

const SWAPPED: Record<string, string> = {
  added: "removed",
  removed: "added",
  tightened: "loosened",
  loosened: "tightened",
  narrowed: "widened",
  widened: "narrowed",
  opened: "closed",
  closed: "opened",
  refused: "ignored",
  ignored: "refused",
};
const OPENING: Record<string, string> = { refused: "closed", ignored: "opened" };
const UNDECLARED: Record<string, string> = { closed: "refused", opened: "ignored" };
const PROPERTY_RULES = Object.keys(SCHEMA_RULES).filter((rule) => /property-|option-/.test(rule));

describe("any change", () => {
  it("agrees with a validator: what is called harmless refuses no value", () => {
    const sum = { values: 0, safe: 0 };
    fc.assert(
      fc.property(seed, (start) => {
        const { values, safe, wrong } = sumOfAgreement(SCHEMA_CORPUS, start, 10);
        sum.values += values;
        sum.safe += safe;
        expect(wrong).toEqual([]);
      }),
      { numRuns: 15, seed: 20261128 },
    );
    expect(sum.safe).toBeGreaterThan(30);
    expect(sum.values).toBeGreaterThan(200);
  });

  it("is found by the opposite rules when the sides are swapped", () => {
    fc.assert(
      fc.property(seed, fc.constantFrom("input" as const, "output" as const), (start, direction) => {
        const [one, other] = wildPair(SCHEMA_CORPUS, chanceOf(start));
        const there = compareSchemas(one, other, direction).map(({ rule }) => rule as string);
        const back = compareSchemas(other, one, direction).map(({ rule }) => rule as string);
        for (const rule of there) {
          expect(
            opposites(rule).some((found) => back.includes(found)),
            `${rule}: ${JSON.stringify([back, one, other])}`,
          ).toBe(true);
        }
      }),
      { numRuns: 50, seed: 20261128 },
    );
  });
});
