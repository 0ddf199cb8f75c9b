// Renders the rules of the contract diff as the Markdown tables of docs/diff.md.
import type { DiffRule } from "./rules.js";

/** Renders the table of rules that have one class each. */
export function renderContractRules(rules: Readonly<Record<string, DiffRule>>): string {
  return renderTable(
    ["rule", "class", "what was found", "what it does to a caller", "example"],
    Object.entries(rules).map(([id, rule]) => [
      code(id),
      classOf(rule, "input"),
      rule.summary,
      rule.why,
      exampleOf(rule),
    ]),
  );
}

/** Renders the table of rules that have a class for inputs and one for outputs. */
export function renderSchemaRules(rules: Readonly<Record<string, DiffRule>>): string {
  return renderTable(
    ["rule", "input", "output", "what was found", "what it does to a caller", "example"],
    Object.entries(rules).map(([id, rule]) => [
      code(id),
      classOf(rule, "input"),
      classOf(rule, "output"),
      rule.summary,
      rule.why,
      exampleOf(rule),
    ]),
  );
}

function classOf(rule: DiffRule, direction: "input" | "output"): string {
  if (rule.only !== undefined && rule.only !== direction) return "";
  return typeof rule.class === "string" ? rule.class : rule.class[direction];
}

function exampleOf({ example }: DiffRule): string {
  if (typeof example === "string") return example;
  return `${code(JSON.stringify(example.before))} → ${code(JSON.stringify(example.after))}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/**
 * Not padded: the examples would make every line as long as the longest one. A comment tells the formatter to keep it.
 */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return ["<!-- oxfmt-ignore -->", line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
