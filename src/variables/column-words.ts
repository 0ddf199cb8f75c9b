// Says in words what held of a column.
import type { ColumnRule } from "./learned.js";

/** The key of a column; a line has only numbers. */
export function nameOfColumn(column: string): string {
  return column.slice(column.lastIndexOf("/") + 1);
}

/** Says in words what a column was. */
export function columnRuleInWords({ is, of = [], down, minus, row = "" }: ColumnRule): string {
  const [one = "", other = ""] = of.map(nameOfColumn);
  if (is === "follows") return `${one} of the row ${down === true ? "below" : "above"}`;
  if (is === "below") return "below the line that it was below in all runs";
  if (is === "said") return `the ${down === true ? "greatest" : "least"} in the row that Claude named, ${row}`;
  if (is === "within") return `at most that of the row whose ${other} is its ${one}`;
  if (is === "counted") return `one ${down === true ? "less" : "more"} in each row`;
  if (is === "sorted") return down === true ? "sorted, the greatest first" : "sorted, the least first";
  if (is === "balance")
    return `that of the row ${down === true ? "below" : "above"} ${minus === true ? "-" : "+"} ${one}`;
  if (is === "together") return `the same together with ${one} in each row`;
  if (is === "multiple") return `as many times ${one} in each row`;
  if (is === "percent") return `${one} in percent of ${other}`;
  if (is === "quotient") return `${one} / ${other}`;
  if (is === "change") return `by how many percent ${one} is ${minus === true ? "less" : "more"} than ${other}`;
  return `${one} ${is === "product" ? "×" : "+"} ${other}`;
}
