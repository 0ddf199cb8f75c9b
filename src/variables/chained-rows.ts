// Finds lists whose rows name the row before: a mail that answers the last one, a leg that starts where the last one ended.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { below } from "./align.js";
import type { ColumnRule } from "./learned.js";
import type { RowList } from "./list-rows.js";

/** So many different values have to be repeated; fewer may be the same by chance. */
const FEWEST = 3;
const MOST_COLUMNS = 20;

type Chain = Omit<ColumnRule, "call" | "at">;
type Cells = ReadonlyMap<string, string>;

/** Returns the columns that had in each row, but for the first, what another one has in the row above or below. */
export function chainsOf(lists: readonly RowList[]): Chain[] {
  const tables = lists.map((list) => list.map(cellsOf));
  const columns = [...new Set(tables.flat().flatMap((cells) => [...cells.keys()]))];
  if (columns.length > MOST_COLUMNS) return [];
  return columns.flatMap((column, at) =>
    // What a column is of another one, that one is of the column in the other direction.
    columns.slice(0, at).flatMap((of): Chain[] => {
      const chains: Chain[] = [
        { is: "follows", column, of: [of] },
        { is: "follows", column, of: [of], down: true },
      ];
      return chains.filter((chain) => isChained(chain, tables));
    }),
  );
}

function isChained(chain: Chain, tables: readonly Cells[][]): boolean {
  const different = new Set<string>();
  for (const table of tables) {
    for (const { own, before } of linksOf(chain, table)) {
      if (own !== before) return false;
      different.add(before);
    }
  }
  return different.size >= FEWEST;
}

/** What a row says, and the row before it. */
function* linksOf(
  { column, of: [of = ""] = [], down }: Chain,
  table: readonly Cells[],
): Generator<{ own: string | undefined; before: string }> {
  for (const [at, cells] of table.entries()) {
    const before = table[down === true ? at + 1 : at - 1]?.get(of);
    if (before !== undefined && before !== "") yield { own: cells.get(column), before };
  }
}

/** The values of both sides, where a row does not name the one before any more. */
export function brokenChain(
  chain: ColumnRule,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: string[]; now: string[] } | undefined {
  const table = live.map(cellsOf);
  if ([...linksOf(chain, table)].every(({ own, before }) => own === before)) return undefined;
  const valuesOf = (rows: readonly Cells[]): string[] => rows.map((cells) => cells.get(chain.column) ?? "");
  return { recorded: valuesOf(recorded.map(cellsOf)), now: valuesOf(table) };
}

/** The texts and numbers of a row by their pointers. */
function cellsOf(row: Exact): Cells {
  const cells = new Map<string, string>();
  const walk = (value: Exact, at: string): void => {
    if (isNumber(value)) cells.set(at, numberText(value));
    else if (typeof value === "string") cells.set(at, value);
    else if (isExactObject(value)) for (const [key, part] of Object.entries(value)) walk(part, below(at, key));
  };
  if (isExactObject(row)) walk(row, "");
  return cells;
}
