// docs/diff.md holds the tables of rules; this holds them against the code. `npm run diff-rules` writes them anew.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderContractRules, renderSchemaRules } from "../../src/diff/render-rules.js";
import { DIFF_RULES } from "../../src/diff/rules.js";

const text = readFileSync(new URL("../../docs/diff.md", import.meta.url), "utf8");

function tableIn(name: string): string | undefined {
  return new RegExp(`<!-- ${name} -->\n\n([^]*?)\n\n<!-- /${name} -->`).exec(text)?.[1];
}

test("the tables of rules in docs/diff.md are those of the code", () => {
  expect(tableIn("contract rules")).toBe(renderContractRules(DIFF_RULES.contract));
  expect(tableIn("schema rules")).toBe(renderSchemaRules(DIFF_RULES.schema));
});

test("ids are kebab-case, and every rule says what was found, what it does, and from what to what", () => {
  for (const [id, rule] of [...Object.entries(DIFF_RULES.contract), ...Object.entries(DIFF_RULES.schema)]) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    for (const sentence of [rule.summary, rule.why]) expect(sentence).toMatch(/^[A-Z`].*[.]$/);
    if (typeof rule.example !== "string") expect(rule.example.before).not.toEqual(rule.example.after);
  }
});
