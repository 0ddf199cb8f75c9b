// Finds what held of the columns of a list in every run: rows in the order of a column, a balance that each row adds to,
// a product, a sum or a percentage of two others. Says where it no longer holds.
import { greatestOf, leastOf } from "./extremes.js";
import type { Exact } from "../json/exact.js";
import { brokenChain, chainsOf } from "./chained-rows.js";
import { constantFactorsOf, isBrokenFactor } from "./constant-factors.js";
import { constantSumsOf, isBrokenSum } from "./constant-sums.js";
import { nameOfColumn } from "./column-words.js";
import { namesId } from "./names.js";
import { brokenRank } from "./said-rows.js";
import { brokenBelow, linesBelowOf } from "./lines-below.js";
import { brokenNesting, nestingsOf } from "./nested-rows.js";
import { areRatios, fitsRatio, isRatio, ratiosOfColumns, type RatioCase } from "./row-ratios.js";
import type { ColumnRule } from "./learned.js";
import { brokenTimeOrder, timeOrders } from "./time-columns.js";
import { listsOf, type CallViews, type RowList } from "./list-rows.js";
import { rowsWith, spreadOf, lastDigitOf, tableOf, type Table } from "./list-table.js";

/** A rule is only believed after this many runs. */
const RUNS = 3;
/** More columns of numbers are a matrix. */
const MOST_COLUMNS = 8;
/** How many different rows have to fit, and by how many steps of the last digit the result has to differ in them. */
const FEWEST = {
  counted: 4,
  within: 4,
  said: 2,
  product: 4,
  percent: 4,
  quotient: 4,
  change: 4,
  sum: 4,
  balance: 3,
  follows: 3,
  together: 4,
  multiple: 4,
  below: 1,
};
const SPREAD = 100;
/** So many rows need not differ so far. */
const MANY = 6;
/** The same for each number that is added. */
const FEW = 8;
/** A smaller amount that is the same in all rows is how far ids or line numbers lie apart. */
const AMOUNT = 20;
/**
 * How likely an order may be an accident: that rows which nothing sorts have their levels in order, and that all runs have
 * them so. A column whose name says that it sorts needs less.
 */
const CHANCE = { both: 1 / 300, runs: 0.3, named: 0.2, moved: 1 / 100 };
const SORTS = /^(?:score|rank|relevance|similarity|distance|confidence)$/i;
/** Of more runs the first ones decide: all their orders are tried. */
const MOST_RUNS = 4;

/** What is known of the rows of a list. */
interface ListsKnown {
  /** True for a list whose rows come in any order. */
  isMixed: (call: number, at: string) => boolean;
  /** True for a list with rows of other runs, whose clock was another one. */
  isGrown: (call: number, at: string) => boolean;
}

/** Returns the rules of all lists. */
export function learnColumnRules(calls: readonly CallViews[], { isMixed, isGrown }: ListsKnown): ColumnRule[] {
  return calls.flatMap(({ call, views }): ColumnRule[] => {
    if (views.length < RUNS) return [];
    const [recorded, ...checks] = views.map(listsOf);
    return [...(recorded ?? [])].flatMap(([at, list]): ColumnRule[] => {
      const lists = [list, ...checks.map((of) => of.get(at))].filter((one) => one !== undefined);
      if (lists.length < views.length) return [];
      const isOrdered = !isMixed(call, at);
      const rules = [
        ...rulesOf(lists.map(tableOf), isOrdered),
        ...(isOrdered ? chainsOf(lists) : linesBelowOf(lists)),
        ...nestingsOf(lists),
        ...(isGrown(call, at) ? [] : timeOrders(lists)),
      ];
      return rules.map((rule) => ({ call, at, ...rule }));
    });
  });
}

type Rule = Omit<ColumnRule, "call" | "at">;

function rulesOf(tables: readonly Table[], isOrdered: boolean): Rule[] {
  const columns = columnsOf(tables);
  const others = (...not: string[]): string[] => columns.filter((column) => !not.includes(column));
  const rules = columns.flatMap((column): Rule[] => [
    ...[false, true].map((down): Rule => ({ is: "sorted", column, ...(down && { down }) })),
    ...[false, true].map((down): Rule => ({ is: "counted", column, ...(down && { down }) })),
    ...(isOrdered ? others(column).flatMap((of) => balancesOf(column, of)) : []),
    ...others(column).flatMap((one, at) =>
      others(column)
        .slice(at + 1)
        .flatMap((other): Rule[] => [
          { is: "product", column, of: [one, other] },
          { is: "sum", column, of: [one, other] },
          ...ratiosOfColumns(column, one, other),
        ]),
    ),
  ]);
  return [
    ...rules.filter((rule) => isLaw(rule, tables, isOrdered)),
    ...constantSumsOf(columns, tables),
    ...constantFactorsOf(columns, tables),
  ];
}

function balancesOf(column: string, of: string): Rule[] {
  const flags = [{}, { down: true }, { minus: true }, { down: true, minus: true }] as const;
  return flags.map((more) => ({ is: "balance", column, of: [of], ...more }));
}

/** Names of ids count nothing. A column that repeats another one adds nothing. */
function columnsOf(tables: readonly Table[]): string[] {
  const rows = tables.flat();
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter(
    (column) => !namesId(nameOfColumn(column)),
  );
  const own = columns.filter(
    (column, at) => !columns.slice(0, at).some((other) => rows.every((row) => row.get(other) === row.get(column))),
  );
  return own.length > MOST_COLUMNS ? [] : own;
}

function isLaw(rule: Rule, tables: readonly Table[], isOrdered: boolean): boolean {
  if (rule.is === "sorted" || rule.is === "counted") {
    if (!isOrdered) return isRankOfMoved(rule, tables);
    return rule.is === "sorted" ? isSortedByNoAccident(rule, tables) : isCountedInAll(rule, tables);
  }
  const cases: RatioCase[] = [];
  // Most rules break in the first rows, and a list may have very many.
  for (const table of tables) {
    for (const one of casesOf(rule, table)) {
      if (!holds(rule, one)) return false;
      cases.push(one);
    }
  }
  const different = new Map(cases.map((one) => [[one.result, ...one.parts].join(" "), one]));
  const telling = [...different.values()].filter(({ parts }) => parts.every((part) => !isTrivial(rule, part)));
  if (telling.length < FEWEST[rule.is]) return false;
  if (isRatio(rule)) return areRatios(rule, telling, FEWEST[rule.is]);
  const columns = [
    telling.map(({ result }) => result),
    ...(rule.is === "sum" ? [0, 1].map((at) => telling.map(({ parts }) => parts[at] ?? 0)) : []),
  ];
  const [widest = 0, second = widest] = columns.map(spreadOf).toSorted((one, other) => other - one);
  // All rows may have the same capacity, of which a part is free.
  if (second < SPREAD && (telling.length < MANY || second < FEW * 2)) return false;
  // The first part of a balance is the balance before.
  const amounts = [0, 1].map((at) => telling.map(({ parts }) => parts[at] ?? 0)).slice(rule.is === "balance" ? 1 : 0);
  return amounts.every((those) => isMoving(those, rule));
}

/**
 * True where rows that change places are in the order of a column, or numbered by it, in every run: three rows are so in
 * three runs once in a hundred times, unless they are sorted.
 */
function isRankOfMoved(rule: Rule, tables: readonly Table[]): boolean {
  const ranks = tables.map((table) => valuesOf(rule, table));
  if (rule.is === "sorted" && ranks.reduce((all, rank) => all * chanceOfRank(rank), 1) > CHANCE.moved) return false;
  const isWhole = ranks.every((rank, run) => rank.length > 2 && rank.length === rowsOf(rule, tables[run]).length);
  if (!isWhole || !ranks.every((rank) => new Set(rank).size > rank.length / 2)) return false;
  if (rule.is === "counted") return tables.every((table) => isCounted(rule, table));
  return ranks.every((rank) => firstUnsorted(rank, rule) === undefined);
}

/** How likely values are in order that nothing sorts: of equal ones there are fewer orders. */
function chanceOfRank(rank: readonly number[]): number {
  const seen = new Map<number, number>();
  return rank.reduce((chance, value, at) => {
    const equal = (seen.get(value) ?? 0) + 1;
    seen.set(value, equal);
    return (chance * equal) / (at + 1);
  }, 1);
}

/** True for rows that count up by one where there are more of them in another run; in as many, variables say it. */
function isCountedInAll(rule: Rule, tables: readonly Table[]): boolean {
  const lengths = tables.map(({ length }) => length);
  if (!rule.column.startsWith("/") || new Set(lengths).size === 1 || leastOf(lengths) < 2) return false;
  const isWhole = tables.every((table) => table.every((row) => row.has(rule.column)));
  return isWhole && greatestOf(lengths) >= FEWEST.counted && tables.every((table) => isCounted(rule, table));
}

function isCounted(rule: Rule, table: Table): boolean {
  const step = rule.down === true ? -1 : 1;
  return valuesOf(rule, table).every((value, at, all) => at === 0 || value - (all[at - 1] ?? 0) === step);
}

function isMoving(amounts: readonly number[], { is }: Rule): boolean {
  if (is === "product") return true;
  const values = new Set(amounts);
  if (values.size > 2 && spreadOf(amounts) >= FEW) return true;
  // A payment is the same in each run.
  return (
    is === "balance" && amounts.every((amount) => Math.abs(amount) / lastDigitOf(amounts) >= AMOUNT && !isRound(amount))
  );
}

/** A power of ten, by which counters are raised. */
function isRound(amount: number): boolean {
  return /^10*$/.test(String(Math.abs(amount)));
}

function isTrivial({ is }: Rule, part: number): boolean {
  return is === "product" ? part === 0 || part === 1 : part === 0;
}

function* casesOf({ is, column, of = [], down }: Rule, table: Table): Generator<RatioCase> {
  for (const [at, row] of table.entries()) {
    const before = is === "balance" ? [table[down === true ? at + 1 : at - 1]?.get(column)] : [];
    const result = row.get(column);
    const parts = [...before, ...of.map((part) => row.get(part))].filter((part) => part !== undefined);
    if (result !== undefined && parts.length === before.length + of.length) yield { result, parts };
  }
}

/** Servers round products. */
function holds(rule: Rule, found: RatioCase, step?: number): boolean {
  const { is, minus } = rule;
  const { result, parts } = found;
  const [one = 0, other = 0] = parts;
  if (isRatio(rule)) return fitsRatio(rule, found, step);
  if (is === "product") return Math.abs(one * other - result) <= lastDigitOf([result, one]) / 2 + 1e-6;
  return Math.abs(one + (minus === true ? -other : other) - result) < 1e-6;
}

/**
 * True where the rows are sorted in each run, and would hardly be if the values of each row came in another order: rows
 * whose values lie apart are in order anyway.
 */
function isSortedByNoAccident(rule: Rule, tables: readonly Table[]): boolean {
  const runs = tables.map((table) => valuesOf(rule, table));
  const [first = []] = runs;
  const isPart = (run: readonly number[], at: number): boolean => run.length < rowsOf(rule, tables[at]).length;
  if (first.length < 3 || runs.some((run, at) => run.length !== first.length || isPart(run, at))) return false;
  if (!runs.every((run) => firstUnsorted(run, rule) === undefined)) return false;
  const chance = chanceOfOrder(runs, rule.down === true);
  if (SORTS.test(nameOfColumn(rule.column)) && chance <= CHANCE.named) return true;
  return isUnlikelyOrder(chance, first.length);
}

/** True for sorted numbers that nothing had to sort: they lie apart, or are few. `runs`: the numbers of each run. */
export function isSortedByChance(runs: readonly (readonly number[])[], down: boolean): boolean {
  return !isUnlikelyOrder(chanceOfOrder(runs, down), runs[0]?.length ?? 0);
}

function chanceOfOrder(runs: readonly (readonly number[])[], down: boolean): number {
  const [first = []] = runs;
  const orders = permutationsOf(runs.slice(0, MOST_RUNS).map((_, run) => run));
  return first.slice(1).reduce((all, _, at) => {
    const fitting = orders.filter((order) =>
      order.every((other, run) => isInOrder(runs[run]?.[at], runs[other]?.[at + 1], down)),
    );
    return (all * fitting.length) / orders.length;
  }, 1);
}

function isUnlikelyOrder(chance: number, length: number): boolean {
  const ofLevels = Array.from({ length }, (_, at) => at + 1).reduce((all, at) => all / at, 2);
  return chance <= CHANCE.runs && chance * ofLevels <= CHANCE.both;
}

function permutationsOf(all: readonly number[]): number[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first) => permutationsOf(all.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

function valuesOf(rule: Rule, table: Table): number[] {
  return rowsOf(rule, table).flatMap((row) => row.get(rule.column) ?? []);
}

/** The rows that an order is about. */
function rowsOf({ is, column }: Rule, table: Table = []): Table {
  return is === "sorted" || is === "counted" ? rowsWith(column, table) : table;
}

function isInOrder(one = 0, other = 0, down = false): boolean {
  return down ? one >= other : one <= other;
}

function firstUnsorted(values: readonly number[], rule: Rule): number | undefined {
  const at = values.findIndex((value, row) => row > 0 && !isInOrder(values[row - 1], value, rule.down));
  return at === -1 ? undefined : at;
}

/** The columns of a list that break a rule now: the values of both sides. Undefined where the rule holds. */
export function brokenColumn(
  rule: ColumnRule,
  { recorded, live }: { recorded: RowList; live: RowList },
): { recorded: Exact; now: Exact } | undefined {
  if (rule.is === "follows") return brokenChain(rule, { recorded, live });
  if (rule.is === "said") return brokenRank(rule, { recorded, live });
  if (rule.is === "below") return brokenBelow(rule, { recorded, live });
  if (rule.is === "within") return brokenNesting(rule, { recorded, live });
  const outOfTime = brokenTimeOrder(rule, { recorded, live });
  if (outOfTime !== undefined) return outOfTime;
  const [before, table] = [tableOf(recorded), tableOf(live)];
  const now = valuesOf(rule, table);
  const step = stepOfColumn(rule, before);
  const isBroken = isBrokenOfRecorded(rule, before, table) ?? isBrokenIn(rule, table, now, step);
  return isBroken ? { recorded: valuesOf(rule, before), now } : undefined;
}

/** Of a rule whose constant the recorded rows say. */
function isBrokenOfRecorded(rule: Rule, recorded: Table, live: Table): boolean | undefined {
  if (rule.is === "together") return isBrokenSum(rule, recorded, live);
  return rule.is === "multiple" ? isBrokenFactor(rule, recorded, live) : undefined;
}

/** The last digit of an average; of other columns each row says it. */
function stepOfColumn(rule: Rule, table: Table): number | undefined {
  return rule.is === "quotient" || rule.is === "change" ? lastDigitOf(valuesOf(rule, table)) : undefined;
}

function isBrokenIn(rule: Rule, table: Table, values: readonly number[], step?: number): boolean {
  if (rule.is === "sorted") return firstUnsorted(values, rule) !== undefined;
  if (rule.is === "counted") return !isCounted(rule, table);
  return [...casesOf(rule, table)].some((one) => !holds(rule, one, step));
}
