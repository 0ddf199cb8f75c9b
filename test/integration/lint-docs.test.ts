// docs/lint.md holds the table of rules; this holds it against the code. MCPVALS_WRITE_DOCS=1 writes it anew.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RULE_IDS, LINT_RULES, type RuleId } from "../../src/lint/rules.js";

const FILE = fileURLToPath(new URL("../../docs/lint.md", import.meta.url));

function renderTable(): string {
  const rows = [
    ["rule", "what is wrong", "what `--fix` does"],
    ...RULE_IDS.map((id) => [`\`${id}\``, LINT_RULES[id].about, fixesOf(id)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
function fixesOf(id: RuleId): string {
  const rule = LINT_RULES[id];
  return "fixes" in rule ? rule.fixes : "";
}

test("the table of rules in docs/lint.md is that of the code", () => {
  const text = readFileSync(FILE, "utf8");
  const expected = text.replace(
    /(<!-- rules -->\n\n)[^]*?(\n\n<!-- \/rules -->)/,
    (_, open: string, close: string) => open + renderTable() + close,
  );
  if (process.env["MCPVALS_WRITE_DOCS"] === "1") writeFileSync(FILE, expected);
  else expect(text).toBe(expected);
});

test("ids are sorted kebab-case", () => {
  expect(RULE_IDS).toEqual(RULE_IDS.toSorted());
  for (const id of RULE_IDS) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
});
