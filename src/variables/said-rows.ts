// Finds the row of a list that Claude named as the greatest or the least one, and that it was in every run: "cy leads".
import { isNumber } from "../json/digits.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { below } from "./align.js";
import type { ColumnRule } from "./learned.js";
import { cellsOf, listsOf, type CallViews, type RowList } from "./list-rows.js";
import { tokensOf } from "./tokens.js";

/** A rank is only believed after this many runs. */
const RUNS = 3;
/** Nobody reads a longer list for its greatest value. */
const MOST_ROWS = 200;
/** Words of a question, or an answer, that compares. */
export const COMPARES =
  /\b(?:most|more|less|fewer|least|best|worst|leads?|leader|wins?|winner|popular|expensive|(?:large|big|small|high|low|cheap|fast|slow|long|short|old|young|heavy|busy)(?:r|er|est|st|ger|gest)?|busiest|heaviest)\b/i;

/** What was asked and answered. */
export interface Talk {
  prompts: readonly string[];
  said: readonly string[];
}

/** The members of an object that are numbers, as rows. */
export function membersAt(at: string): string {
  return `${at}/members`;
}

export function membersOf(value: ExactObject): RowList {
  return Object.entries(value).flatMap(([key, member]) => (isNumber(member) ? [{ key, value: member }] : []));
}

/** Returns the ranks of the rows that Claude named alone of their list, where it compared. */
export function saidRowsOf(calls: readonly CallViews[], { prompts, said }: Talk): ColumnRule[] {
  if (said.length === 0 || ![...prompts, ...said].some((text) => COMPARES.test(text))) return [];
  const [asked, named] = [wordsOf(prompts.join("\n")), wordsOf(said.join("\n"))];
  return calls.flatMap(({ call, views }): ColumnRule[] => {
    if (views.length < RUNS) return [];
    const [recorded, ...checks] = views.map(tablesOf);
    return [...(recorded ?? [])].flatMap(([at, list]): ColumnRule[] => {
      const lists = [list, ...checks.map((tables) => tables.get(at))].filter((one) => one !== undefined);
      if (lists.length < views.length || list.length < 2 || list.length > MOST_ROWS) return [];
      const rows = list.flatMap((row) => [...textsOf(row)].filter(([, text]) => isNamed(text, named, asked)));
      const texts = new Map(rows.map(([column, text]) => [text, column]));
      const [[text, of] = []] = [...texts];
      if (texts.size !== 1 || text === undefined || of === undefined) return [];
      return columnsOf(list).flatMap((column): ColumnRule[] => {
        const ranks = new Set(lists.map((one) => rankOf({ column, of: [of], row: text }, one, asked)));
        const [rank] = ranks;
        if (ranks.size !== 1 || rank === undefined || !moves(column, lists)) return [];
        const rule: ColumnRule = { call, at, is: "said", column, of: [of], row: text };
        if (rank === "greatest") rule.down = true;
        return new Set(lists.map((one) => countBeyond(rule, one))).size === 1 ? [rule] : [];
      });
    });
  });
}

/** The lists of a result, and the members of its objects. */
function tablesOf(view: Exact): Map<string, RowList> {
  const tables = listsOf(view);
  const walk = (value: Exact, at: string, depth: number): void => {
    if (!isExactObject(value) || depth > 4) {
      if (Array.isArray(value) && at === "/content") value.forEach((part, i) => walk(part, below(at, i), depth + 1));
      return;
    }
    const members = membersOf(value);
    if (members.length > 1) tables.set(membersAt(at), members);
    for (const [key, part] of Object.entries(value)) walk(part, below(at, key), depth + 1);
  };
  walk(view, "", 0);
  return tables;
}

/** The texts of a row by their places; of a line its words. */
function* textsOf(row: Exact): Generator<[column: string, text: string]> {
  if (typeof row === "string") {
    for (const { text } of tokensOf(row)) if (/^\p{L}/u.test(text)) yield ["", text];
  } else if (isExactObject(row))
    for (const [key, value] of Object.entries(row)) if (typeof value === "string") yield [`/${key}`, value];
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokensOf(text.toLowerCase()).map((token) => token.text));
}

function isNamed(text: string, named: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  const words = [...wordsOf(text)];
  const saysName = words.length > 0 && words.length <= 6 && /\p{L}{2}/u.test(text);
  return saysName && words.every((word) => named.has(word)) && !words.every((word) => asked.has(word));
}

function columnsOf(list: RowList): string[] {
  return [...new Set(list.flatMap((row) => cellsOf(row).map(([column]) => column)))];
}

function numberIn(row: Exact, column: string): number | undefined {
  return cellsOf(row).find(([one]) => one === column)?.[1];
}

function moves(column: string, lists: readonly RowList[]): boolean {
  return new Set(lists.map((list) => list.map((row) => numberIn(row, column)).join(" "))).size > 1;
}

type Said = Pick<ColumnRule, "column" | "of" | "row" | "down">;

/**
 * Whether the row with a text has the greatest number or the least one. What was asked for as a whole, and the sum of all
 * others, is not compared.
 */
function rankOf(
  { column, of: [of = ""] = [], row: text = "" }: Said,
  list: RowList,
  asked: ReadonlySet<string>,
): "greatest" | "least" | undefined {
  const rows = list.flatMap((row) => {
    const number = numberIn(row, column);
    const texts = [...textsOf(row)];
    const isAsked = texts.length > 0 && texts.every(([, one]) => [...wordsOf(one)].every((word) => asked.has(word)));
    return number === undefined || isAsked
      ? []
      : [{ number, isIt: texts.some(([place, one]) => place === of && one === text) }];
  });
  const whole = rows.reduce((sum, { number }) => sum + number, 0);
  const own = rows.filter(({ isIt }) => isIt);
  const [it] = own;
  const others = rows.filter((row) => !row.isIt && !isTotal(row.number, rows, whole));
  if (it === undefined || own.length > 1 || others.length === 0) return undefined;
  if (others.every(({ number }) => number < it.number)) return "greatest";
  return others.every(({ number }) => number > it.number) ? "least" : undefined;
}

/** True for the sum of two others, or of all. */
function isTotal(number: number, rows: readonly { number: number }[], whole: number): boolean {
  if (rows.length < 3) return false;
  if (Math.abs(whole - 2 * number) < 1e-6) return true;
  const others = new Set(rows.map((row) => row.number.toFixed(6)));
  return (
    rows.length <= 8 &&
    rows.some((row) => row.number > 0 && row.number < number && others.has((number - row.number).toFixed(6)))
  );
}

/** How many rows are beyond the one that Claude named; undefined where it is not there, or twice. */
function countBeyond({ column, of: [of = ""] = [], row: text = "", down }: Said, list: RowList): number | undefined {
  const own = list.filter((row) => [...textsOf(row)].some(([place, one]) => place === of && one === text));
  const number = own.length === 1 && own[0] !== undefined ? numberIn(own[0], column) : undefined;
  if (number === undefined) return undefined;
  return list.filter((row) => {
    const other = numberIn(row, column) ?? number;
    return down === true ? other > number : other < number;
  }).length;
}

/** The numbers of both sides, where another row has the rank now. */
export function brokenRank(
  rule: ColumnRule,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: number[]; now: number[] } | undefined {
  const valuesOf = (rows: RowList): number[] => rows.flatMap((row) => numberIn(row, rule.column) ?? []);
  return countBeyond(rule, live) === countBeyond(rule, recorded)
    ? undefined
    : { recorded: valuesOf(recorded), now: valuesOf(live) };
}
