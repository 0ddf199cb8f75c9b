import { describe, expect, it } from "vitest";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import type { SchemaDirection } from "../../../src/json-schema/rules/rule.js";
import { SCHEMA_RULES } from "../../../src/json-schema/schema-rules.js";

const RULES = Object.entries(SCHEMA_RULES);
const DIRECTIONS: SchemaDirection[] = ["input", "output"];

describe("the rule table", () => {
  const cases = RULES.flatMap(([id, rule]) =>
    DIRECTIONS.filter((direction) => (rule.only ?? direction) === direction).map((direction) => ({
      id,
      direction,
      ...rule.example,
      class: rule.class[direction],
    })),
  );

  it.each(cases)(
    "has for $id an example that it alone finds ($direction)",
    ({ id, direction, before, after, class: c }) => {
      const changes = compareSchemas(before ?? undefined, after ?? undefined, direction);
      expect(changes.map((change) => [change.rule, change.class])).toEqual([[id, c]]);
    },
  );

  it.each(RULES)("gives %s a class that fits what it does to the values that are taken", (id, rule) => {
    const { input, output } = rule.class;
    // A schema that takes less breaks who sends; one that takes more may surprise who reads. What nobody was told of
    // is the exception.
    if (id.startsWith("undeclared-properties-")) return expect([input, output]).toEqual(["docs", "docs"]);
    const narrowed = id === "property-added" ? ["compatible"] : ["breaking", "risky"];
    if (rule.effect === "narrows") expect(narrowed).toContain(input);
    if (rule.effect === "widens") expect(["compatible", "risky"]).toContain(input);
    if (rule.effect === "widens") expect(["risky", "breaking"]).toContain(output);
    if (rule.effect === "annotates") expect([input, output]).not.toContain("breaking");
    for (const sentence of [rule.summary, rule.why]) expect(sentence).toMatch(/^[A-Z`].*\.$/);
  });
});
