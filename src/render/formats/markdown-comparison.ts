// Renders a comparison of two sides as a table of Markdown, with its sentence.
import type { SideComparison } from "../../report/comparison.js";
import { comparisonHead, comparisonRows, type ComparisonRow } from "../parts/comparison-rows.js";
import { fittingTexts } from "../parts/markdown-room.js";
import { cellCode, fenceText } from "../safe/safe-markdown.js";
import { escapeControls } from "../safe/shown-text.js";

/** Most characters of the rows. */
const LIMIT = 10_000;

/** Lines; ends with an empty one. */
export function comparisonMarkdown(comparison: SideComparison): string[] {
  const head = comparisonHead(comparison);
  const rows = comparisonRows(comparison);
  const { shown, left } = fittingTexts(rows.map(rowText), LIMIT);
  const title = [
    head.name,
    cellCode(head.first),
    cellCode(head.second),
    head.difference,
    `${cellCode(head.second)} is`,
  ];
  return [
    fenceText(escapeControls(comparison.sentence)),
    "",
    `| ${title.join(" | ")} |`,
    "| --- | --- | --- | --- | --- |",
    ...shown,
    "",
    ...(left > 0 ? [`${left} more rows are left out.`, ""] : []),
  ];
}

function rowText({ name, first, second, difference, verdict }: ComparisonRow): string {
  return `| ${[cellCode(name), first, second, difference, verdict].join(" | ")} |`;
}
