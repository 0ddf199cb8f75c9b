// Finds lists whose rows name the row that contains them, and take no longer than that one: the spans of a trace.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { setOf } from "../reading/set-of.js";
import type { ColumnRule } from "./learned.js";
import { readAmount, type RowList } from "./list-rows.js";
import { measureOf, wordsOfName } from "./names.js";

/** So many different rows have to be within another one; fewer may be by chance. */
const FEWEST = 4;
const PARENTS = setOf("parent within outer");
/** What a part has no more of than the whole. */
const LENGTHS = setOf("duration second minute hour size byte");

type Nesting = Omit<ColumnRule, "call" | "at">;
type Row = Readonly<Record<string, Exact>>;

/** Returns the columns of lengths in which no row had more than the row that it names as its parent. */
export function nestingsOf(lists: readonly RowList[]): Nesting[] {
  const [first] = lists;
  const keys = Object.keys(first?.find(isExactObject) ?? {});
  const parents = keys.filter((key) => wordsOfName(key).some((word) => PARENTS.has(word)));
  const lengths = keys.filter(
    (key) => measureOf(key) !== undefined || wordsOfName(key).some((one) => LENGTHS.has(one)),
  );
  if (parents.length !== 1 || lengths.length === 0) return [];
  return lengths.flatMap((column) =>
    keys.flatMap((id): Nesting[] => {
      const nesting: Nesting = { is: "within", column: `/${column}`, of: [`/${parents[0] ?? ""}`, `/${id}`] };
      return parents.includes(id) || id === column || !isNested(nesting, lists) ? [] : [nesting];
    }),
  );
}

function isNested(nesting: Nesting, lists: readonly RowList[]): boolean {
  const different = new Set<string>();
  for (const list of lists) {
    for (const { part, whole } of partsOf(nesting, list)) {
      if (part === undefined || whole === undefined || part > whole) return false;
      different.add(`${String(part)} ${String(whole)}`);
    }
  }
  return different.size >= FEWEST;
}

/** The lengths of each row that names a parent, and of that one; undefined where the list does not have it. */
function* partsOf(
  { column, of: [parent = "", id = ""] = [] }: Nesting,
  list: RowList,
): Generator<{ part?: number | undefined; whole?: number | undefined }> {
  const rows: Row[] = list.filter(isExactObject);
  const byId = new Map(rows.map((row) => [textIn(row, id), row]));
  for (const row of rows) {
    const above = textIn(row, parent);
    if (above === undefined) continue;
    const whole = byId.get(above);
    yield { part: numberIn(row, column), whole: whole === undefined ? undefined : numberIn(whole, column) };
  }
}

function textIn(row: Row, pointer: string): string | undefined {
  const value = row[pointer.slice(1)];
  return isNumber(value) ? numberText(value) : typeof value === "string" && value !== "" ? value : undefined;
}

function numberIn(row: Row, pointer: string): number | undefined {
  const text = textIn(row, pointer);
  return text === undefined ? undefined : readAmount(text);
}

/** The lengths of both sides, where a row has more than its parent now. */
export function brokenNesting(
  nesting: ColumnRule,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: number[]; now: number[] } | undefined {
  const isOff = [...partsOf(nesting, live)].some(({ part = 0, whole = Infinity }) => part > whole);
  const valuesOf = (rows: RowList): number[] =>
    rows.flatMap((row) => (isExactObject(row) ? (numberIn(row, nesting.column) ?? []) : []));
  return isOff ? { recorded: valuesOf(recorded), now: valuesOf(live) } : undefined;
}
