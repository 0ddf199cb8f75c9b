// Renders comparisons of two sides for the console: a table where it fits, and the sentence.
import type { SideComparison } from "../../report/comparison.js";
import { comparisonHead, comparisonRows, type ComparisonRow } from "../parts/comparison-rows.js";
import { columnsOf, escapeControls } from "../safe/shown-text.js";
import { hanging, paragraph, type Look } from "./console-look.js";

const COLUMNS = ["name", "first", "second", "difference", "verdict"] as const;

/** The suite's name is in that of its sides where there are several. */
export function comparisonBlock(comparison: SideComparison, look: Look): string[] {
  const head = comparisonHead(comparison);
  const rows = comparisonRows(comparison);
  return [
    look.paint("bold", escapeControls(`${head.second} compared with ${head.first}`)),
    ...table([head, ...rows], look),
    ...paragraph(comparison.sentence, 2, look),
  ];
}

/** Where the columns do not fit, each row is a paragraph. */
function table(rows: readonly ComparisonRow[], look: Look): string[] {
  const cells = rows.map((row) => COLUMNS.map((column) => escapeControls(row[column])));
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ""))));
  const whole = widths.reduce((sum, width) => sum + width + 2, 0);
  if (whole <= look.width) {
    return cells.map((row) => `  ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join("  ")}`.trimEnd());
  }
  const [head, ...others] = rows;
  return others.flatMap(({ name, first, second, difference, verdict }) => {
    const parts = [`${head?.first} ${first}`, `${head?.second} ${second}`, difference, verdict].filter(
      (one) => one !== "",
    );
    return hanging(`${name}: ${parts.join("; ")}`, 2, look);
  });
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}
