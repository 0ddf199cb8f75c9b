// Finds numbers that were a figure of a list in every run: how many rows it has, or the sum, the most or the least of a
// column, or how long a text is.
import { decimalsIn } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { setOf } from "../reading/set-of.js";
import { appendTo } from "../append-to.js";
import { bestOf, namesBest } from "./best-cells.js";
import { numberOf } from "./amounts.js";
import type { ListFigure, Place } from "./learned.js";
import { hasIdSuffix, ID_WORDS, isPlural, isQuantityPlace, labelOf, wordsOfName, type Named } from "./names.js";
import type { Observed } from "./observe.js";
import {
  BLOCKS,
  cellsOf,
  isMarkedLine,
  listsOf,
  readAmount,
  rowsOfList,
  type CallViews,
  type RowList,
} from "./list-rows.js";
import { lengthOf, TextLengths } from "./text-lengths.js";
import { tokensOf } from "./tokens.js";

/** A figure is only believed after this many runs. */
const RUNS = 3;
/** How many steps of its last digit a number must move to be the sum or an end of a column by no accident. */
const SPREAD = { rows: 0, named: 1, sum: 10, product: 100, beside: 200, most: 100, least: 100, length: 0, bytes: 0 };
/** How many times further where two runs had the same sum. */
const EQUAL_TWICE = 3;
/** How many lines of a text that lists something may be a head or a foot. */
const MOST_LESS = 3;
/** The same where the text says that it counts rows: a padded table has a title, its names, a ruler and a foot. */
const MOST_LESS_SAID = 8;
const SAYS_ROWS = /^ +(?:rows?|lines?|items?|results?|entries|records?|matches)(?!\p{L})/iu;
const MOST_DECIMALS = 4;
/** Rows of more numbers have no two that are multiplied. */
const MOST_FACTORS = 6;
const FIGURES = ["rows", "sum", "most", "least", "length", "bytes"] as const;
/** Returns the figure that the number at a place was in every run, undefined where it was none. */
export class ListFigures {
  /** By how far the values of the runs lie from the first one. */
  private readonly bySteps = new Map<string, { figure: ListFigure; first: number }[]>();
  private readonly lists = new Map<string, readonly RowList[]>();
  private readonly lengths: TextLengths;

  constructor(calls: readonly CallViews[]) {
    this.lengths = new TextLengths(calls);
    for (const { call, views } of calls) {
      const [recorded, ...checks] = views.map(listsOf);
      for (const [at, list] of recorded ?? []) {
        const lists = [list, ...checks.map((of) => of.get(at)).filter((found) => found !== undefined)];
        if (lists.length < Math.max(RUNS, views.length)) continue;
        this.lists.set(`${String(call)} ${at}`, lists);
        this.add(call, at, lists);
      }
    }
  }

  /** `places`: all of the variable that is observed. */
  of(observed: Observed, places: readonly Place[]): ListFigure | undefined {
    const { place, seen, kinds, named, context } = observed;
    const numbers = seen.map(readFigure);
    if (seen.length < RUNS || place.call === 0 || place.key === true) return undefined;
    if (!numbers.every((number) => number !== undefined)) return this.bestOf(observed);
    if (kinds.includes("time") || isId(labelOf(named))) return undefined;
    const saysRows = context !== undefined && SAYS_ROWS.test(context.text.slice(context.end, context.end + 40));
    const beside = this.among(numbers, saysRows ? MOST_LESS_SAID : MOST_LESS).filter(
      (figure) => !places.some((one) => this.isRow(one, figure, named)) && !isItem(observed, figure),
    );
    const found = [...beside, ...this.besideOwn(place, numbers)].filter((figure) =>
      isNoAccident(figure, seen, numbers, labelOf(named)),
    );
    const [nearest] = found.toSorted((one, other) => farFrom(place, one) - farFrom(place, other));
    return nearest ?? this.lengths.of(observed, numbers);
  }

  /** What a text was of a row with the greatest or the least number, in a list of the same call. */
  bestOf(observed: Observed): ListFigure | undefined {
    const { call, at: own } = observed.place;
    if (!namesBest(observed)) return undefined;
    for (const [id, lists] of this.lists) {
      const at = id.startsWith(`${String(call)} `) ? id.slice(id.indexOf(" ") + 1) : undefined;
      // The rows of the list have their own cells.
      if (at === undefined || (own.startsWith(`${at}/`) && !own.startsWith(`${at}/lines/`))) continue;
      const best = bestOf(observed, lists);
      if (best !== undefined) return { call, at, ...best };
    }
    return undefined;
  }

  private add(call: number, at: string, lists: readonly RowList[], except?: string): void {
    const runs = lists.map((list) => figuresOf(list, except));
    for (const key of runs[0]?.keys() ?? []) {
      const values = runs.flatMap((run) => run.get(key) ?? []);
      if (values.length < runs.length || new Set(values).size === 1 || lists.every(({ length }) => length < 2))
        continue;
      const [name, column, times] = key.split(" ");
      const is = FIGURES.find((one) => one === name) ?? "rows";
      const of = { ...(column !== undefined && { column }), ...(times !== undefined && { times }) };
      appendTo(this.bySteps, stepsOf(values), { figure: { call, at, is, ...of }, first: values[0] ?? 0 });
    }
  }

  private among(numbers: readonly number[], most = MOST_LESS): ListFigure[] {
    return (this.bySteps.get(stepsOf(numbers)) ?? []).flatMap(({ figure, first }) => {
      const less = Number((first - (numbers[0] ?? 0)).toFixed(6));
      if (less === 0) return [figure];
      const isLess = figure.is === "rows" ? less > 0 && less <= most && mayHaveHead(figure.at) : figure.is === "sum";
      return isLess ? [{ ...figure, less }] : [];
    });
  }

  /** True for a number in the list itself: in a row, or in a line that is not named as a head or a foot that counts. */
  private isRow(place: Place, { call, at, is }: ListFigure, named: Named): boolean {
    if (place.call !== call || !place.at.startsWith(`${at}/`)) return false;
    const [recorded = []] = this.lists.get(`${String(call)} ${at}`) ?? [];
    // What is before and after the items of a text is none of them.
    if (at.endsWith("/items")) return place.at !== `${at}/0` && place.at !== `${at}/${String(recorded.length + 1)}`;
    if (at === BLOCKS) return place.at !== "/content/0/text" || !countsRows(named);
    if (is !== "rows" || !place.at.startsWith(`${at}/lines/`)) return true;
    const rows = rowsOfList(recorded);
    const line = recorded[lineOf(place.at)];
    return rows.some((row) => row === line) && (isMarked(rows) || !countsRows(named));
  }

  /** The figures of the lines around a line that is their sum. */
  private besideOwn({ call, at }: Place, numbers: readonly number[]): ListFigure[] {
    const { list, row = 0, isLine } = rowAt(at) ?? {};
    const lists = list === undefined ? undefined : this.lists.get(`${String(call)} ${list}`);
    const except = lists?.[0]?.[row];
    if (list === undefined || lists === undefined || except === undefined) return [];
    if (isLine !== true && !TOTAL.test(wordsOf(except))) return [];
    const own = new ListFigures([]);
    own.add(call, list, lists, wordsOf(except));
    return own.among(numbers).filter(({ is, less }) => isLine === true || (is === "sum" && less === undefined));
  }
}

/** True for a number that is the greatest or the least item of its own line, which says it once. */
function isItem({ place, seen: [number = ""], context }: Observed, { at, is }: ListFigure): boolean {
  if (context === undefined || at !== `${place.at}/items` || (is !== "most" && is !== "least")) return false;
  return context.text.split(number).length <= 2;
}

/** Returns a figure of a list. `recorded`: its recorded rows, `place`: where the number is that was the figure. */
export function figureOf(
  { is, column, times, at, less = 0 }: ListFigure,
  live: RowList,
  recorded: RowList,
  { at: own }: Place,
): number | undefined {
  if (is === "length" || is === "bytes") {
    const [text] = live;
    return typeof text === "string" ? lengthOf(is, text) : undefined;
  }
  const { list, row = 0 } = rowAt(own) ?? {};
  const line = list === at ? recorded[row] : undefined;
  const key = [is, column, times].filter((part) => part !== undefined).join(" ");
  const found = figuresOf(live, line !== undefined && is !== "rows" ? wordsOf(line) : undefined).get(key);
  return found === undefined ? undefined : found - less;
}

/** Says in words what a number was. */
export function figureInWords({ is, column = "", times, call, at, less = 0, cell }: ListFigure): string {
  if (is === "length" || is === "bytes") return `the ${is} of the text at ${at} of call ${String(call)}`;
  const list = `the list at ${at} of call ${String(call)}`;
  if (is === "rows") return `the number of rows of ${list}`;
  if (cell !== undefined)
    return `that of the row with the ${is === "most" ? "greatest" : "least"} ${column} in ${list}`;
  const what = is === "sum" ? "the sum" : is === "most" ? "the greatest" : "the least";
  const product = times === undefined ? column : `${column} × ${times}`;
  const beside = less === 0 ? "" : ` ${less > 0 ? "-" : "+"} ${String(Math.abs(less))}`;
  return `${what} of ${product} in ${list}${beside}`;
}

/** All figures of a list. `except`: the words of lines that do not count. */
function figuresOf(list: RowList, except?: string): Map<string, number> {
  const rows = rowsOfList(list).filter((row) => except === undefined || wordsOf(row) !== except);
  const figures = new Map([["rows", rows.length]]);
  const [columns, products] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const row of rows) {
    const cells = cellsOf(row);
    for (const [column, number] of cells) appendTo(columns, column, number);
    if (cells.length <= MOST_FACTORS) for (const [name, number] of productsOf(cells)) appendTo(products, name, number);
  }
  for (const [name, numbers] of products) {
    if (numbers.length === rows.length) figures.set(`sum ${name}`, sumOf(numbers));
  }
  for (const [column, numbers] of columns) {
    // A line that is no row has no number in the column.
    if (numbers.length < rows.length && !rows.every((row) => typeof row === "string" || Array.isArray(row))) continue;
    // What repeats the only number of several lines is no sum of it.
    if (numbers.length < Math.min(2, rows.length)) continue;
    figures.set(`sum ${column}`, sumOf(numbers));
    figures.set(
      `most ${column}`,
      numbers.reduce((most, number) => Math.max(most, number), -Infinity),
    );
    figures.set(
      `least ${column}`,
      numbers.reduce((least, number) => Math.min(least, number), Infinity),
    );
  }
  return figures;
}

/** A price by a count, for each two numbers of a row. */
function productsOf(cells: readonly [string, number][]): [string, number][] {
  return cells.flatMap(([one, number], at) =>
    cells.slice(at + 1).map(([other, by]): [string, number] => [`${one} ${other}`, number * by]),
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function stepsOf(values: readonly number[]): string {
  return values.map((value) => (value - (values[0] ?? 0)).toFixed(4)).join(" ");
}

/** What is named as one end of a column needs move no further than a sum. */
const ENDS = /(?:max|most|high|slow|long|large|peak|top|latest|min|least|low|fast|short|small)(?:est)?/i;

function isNoAccident(figure: ListFigure, seen: readonly string[], numbers: readonly number[], label: string): boolean {
  if (figure.is === "rows") return true;
  // A sum of decimals may have the tail of a double.
  const decimals = Math.max(...seen.map((text) => Math.min(MOST_DECIMALS, decimalsIn(text))));
  const steps = (Math.max(...numbers) - Math.min(...numbers)) * 10 ** decimals;
  if (isNamedSum(figure, label)) return steps >= SPREAD.named;
  const least = fewestSteps(figure, label);
  // Two runs may have had the same sum, of other numbers.
  const isSum = figure.is === "sum" && figure.times === undefined && figure.less === undefined;
  return new Set(numbers).size === numbers.length ? steps >= least : isSum && steps >= EQUAL_TWICE * least;
}

const SUMS = setOf("sum total");

/** True for the `total` of bare numbers, and for `seconds` beside rows that have `seconds`. */
function isNamedSum({ is, column, times, less }: ListFigure, label: string): boolean {
  if (is !== "sum" || times !== undefined || less !== undefined) return false;
  return column === undefined || column === ""
    ? wordsOfName(label).some((word) => SUMS.has(word))
    : column === `/${label}`;
}

function fewestSteps({ is, times, less = 0 }: ListFigure, label: string): number {
  if ((is === "most" || is === "least") && ENDS.test(label)) return SPREAD.sum;
  if (is === "sum" && less !== 0) return SPREAD.beside;
  return times === undefined ? SPREAD[is] : SPREAD.product;
}

/** An id that counts up may be as high as the list is long. */
function isId(label: string): boolean {
  return hasIdSuffix(label) || wordsOfName(label).some((word) => ID_WORDS.has(word) && word !== "number");
}

/** Reads a number that may be a figure of a list: an amount, a size or a length of time. */
export function readFigure(text: string): number | undefined {
  return readAmount(text) ?? numberOf(text);
}

/** True for a number that is named as one of things: `4 items`, `total: 4`, `Tasks (4)`. */
function countsRows(named: Named): boolean {
  return isQuantityPlace(named) || isPlural(labelOf(named));
}

function isMarked(rows: RowList): boolean {
  return rows.every((row) => typeof row === "string" && isMarkedLine(row));
}

/** True of a list that may have a line, a block or an item before or after its rows. */
function mayHaveHead(at: string): boolean {
  return /\/(?:text|items)$/.test(at) || at === BLOCKS;
}

function lineOf(at: string): number {
  return Number(/\d+$/.exec(at)?.[0]);
}

/** The row of a list that a place is in. */
function rowAt(at: string): { list: string; row: number; isLine: boolean } | undefined {
  const [, list, lines, row] = /^(.*?)(\/lines)?\/(\d+)(?:\/[^/]+)?$/.exec(at) ?? [];
  return list === undefined ? undefined : { list, row: Number(row), isLine: lines !== undefined };
}

/** What a row says beside its numbers. */
function wordsOf(row: Exact): string {
  const texts =
    typeof row === "string" ? [row] : isExactObject(row) ? Object.values(row) : Array.isArray(row) ? row : [];
  return texts
    .flatMap((part) => (typeof part === "string" ? tokensOf(part) : []))
    .flatMap(({ text }) => (/\d/.test(text) ? [] : [text]))
    .join(" ");
}

/** What a row is called that sums those beside it. */
const TOTAL = /(?<!\p{L})(?:sum|totals?|subtotal|all|overall|gesamt|summe)(?!\p{L})/iu;

/** The nearest list comes first, the number of its rows before its columns. */
function farFrom({ call, at }: Place, figure: ListFigure): number {
  const parts = at.split("/");
  const common = figure.at.split("/").findIndex((part, i) => part !== parts[i]);
  const near = common === -1 ? parts.length : common;
  // A sum alone is more likely than one with a constant beside it.
  const isBeside = figure.is === "sum" && figure.less !== undefined;
  return Math.abs(call - figure.call) * 1000 - near * 10 + FIGURES.indexOf(figure.is) + (isBeside ? 10_000 : 0);
}
