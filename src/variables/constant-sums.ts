// Finds two columns of a list that gave one constant together in all rows of every run: what is left, and what is missing
// to a full stock.
import { greatestOf, leastOf } from "./extremes.js";
import type { ColumnRule } from "./learned.js";

/** The numbers of each row by their columns. */
type Table = readonly ReadonlyMap<string, number>[];

/** So many different rows, that move so many steps: the second number is the one that fits by chance once in thousands. */
const FEWEST = { rows: 4, steps: 8 };

/** Returns the pairs of columns that did. */
export function constantSumsOf(
  columns: readonly string[],
  tables: readonly Table[],
): Omit<ColumnRule, "call" | "at">[] {
  return columns.flatMap((column, at) =>
    columns.slice(at + 1).flatMap((other): Omit<ColumnRule, "call" | "at">[] => {
      const rule = { is: "together" as const, column, of: [other] };
      const rows = tables.flat();
      const sums = rows.map((row) => sumIn(rule, row));
      const numbers = new Set(rows.map((row) => row.get(column)));
      const [first] = sums;
      const isConstant = first !== undefined && sums.every((sum) => sum !== undefined && isSame(sum, first));
      const seen = [...numbers].filter((number) => number !== undefined);
      const steps = greatestOf(seen) - leastOf(seen);
      return isConstant && seen.length >= FEWEST.rows && steps >= FEWEST.steps ? [rule] : [];
    }),
  );
}

/** Tells whether the two columns give another number together now in some row. */
export function isBrokenSum(rule: Pick<ColumnRule, "column" | "of">, recorded: Table, live: Table): boolean {
  const was = recorded.flatMap((row) => sumIn(rule, row) ?? [])[0];
  return was !== undefined && live.some((row) => !isSame(sumIn(rule, row) ?? Number.NaN, was));
}

function sumIn(
  { column, of: [of = ""] = [] }: Pick<ColumnRule, "column" | "of">,
  row: Table[number],
): number | undefined {
  const [one, other] = [row.get(column), row.get(of)];
  return one === undefined || other === undefined ? undefined : one + other;
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6;
}
