// Collects the varying numbers of a call that stand below each other: one key of all rows, or one token of all lines.
import { appendTo } from "../append-to.js";
import { numberOf } from "./amounts.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";

/** A column is only believed after this many runs. */
const RUNS = 3;

/** A variable in one row. */
export interface NumberCell {
  index: number;
  variable: Variable;
  place: Place;
  row: number;
  /** Its value in the recording and in each check. */
  texts: readonly string[];
}

/** The columns of one list. */
export interface ListColumns {
  call: number;
  columns: readonly (readonly NumberCell[])[];
}

/** Returns the columns of all lists. `isOf`: true for a variable that may be in one. */
export function columnsOfLists(
  variables: readonly Variable[],
  isOf: (variable: Variable, texts: readonly string[]) => boolean,
): ListColumns[] {
  const lists = new Map<string, { call: number; columns: Map<string, NumberCell[]> }>();
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    if (place === undefined || place.call === 0 || place.key === true || variable.seen.length < RUNS) return;
    const [, list, row, key = ""] = /^(.*)\/(\d+)(\/\D[^/]*)?$/.exec(place.at) ?? [];
    const isLine = list?.endsWith("/lines") === true;
    if (list === undefined || isLine !== (place.token !== undefined)) return;
    const texts = variable.seen.map(seenText);
    if (!isOf(variable, texts)) return;
    const id = `${String(place.call)} ${list}`;
    const ofList = lists.get(id) ?? { call: place.call, columns: new Map<string, NumberCell[]>() };
    lists.set(id, ofList);
    appendTo(ofList.columns, `${key} ${String(tokenEnds(place)[0])}`, {
      index,
      variable,
      place,
      row: Number(row),
      texts,
    });
  });
  return [...lists.values()].map(({ call, columns }) => ({ call, columns: [...columns.values()] }));
}

/** Reads a number, or a percentage. */
export function numberInCell(text: string | undefined): number | undefined {
  return numberOf(text === undefined ? undefined : withoutPercent(text));
}

/** `33.3` of `33.3%`. */
export function withoutPercent(text: string): string {
  return text.replace(/ ?%$/, "");
}

/** More columns of numbers are a matrix. */
const MOST_COLUMNS = 8;

/** Returns the columns of numbers of all lists. */
export function numbersOfLists(variables: readonly Variable[]): ListColumns[] {
  const lists = columnsOfLists(variables, ({ kind, sent }, texts) => {
    return kind !== "time" && sent.length === 0 && texts.every((text) => numberInCell(text) !== undefined);
  });
  return lists.filter(({ columns }) => columns.length <= MOST_COLUMNS);
}

/** Pairs the cells of two columns by their rows; undefined where a row of the first has none of the second. */
export function besideEach(
  ones: readonly NumberCell[],
  others: readonly NumberCell[],
): [one: NumberCell, other: NumberCell][] | undefined {
  const byRow = new Map(others.map((cell) => [cell.row, cell]));
  const pairs = ones.flatMap((one): [NumberCell, NumberCell][] => {
    const other = byRow.get(one.row);
    return other === undefined ? [] : [[one, other]];
  });
  return pairs.length < ones.length ? undefined : pairs;
}
