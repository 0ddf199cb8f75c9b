// Finds the sorts of a list of which one brings the other with it: an average is in the order of its sum now and then.
import type { ColumnRule } from "./learned.js";

/** Other sorts of the same list, of columns that move with this one: either may be what the rows are sorted by. */
export function sortsBeside(rule: ColumnRule, all: readonly ColumnRule[]): ColumnRule[] {
  if (rule.is !== "sorted") return [];
  const ofList = all.filter(({ call, at }) => call === rule.call && at === rule.at);
  const together = ofList
    .map(({ column, of = [] }) => [column, ...of])
    .filter((columns) => columns.includes(rule.column));
  return ofList.filter(
    ({ is, column }) =>
      is === "sorted" && column !== rule.column && together.some((columns) => columns.includes(column)),
  );
}
