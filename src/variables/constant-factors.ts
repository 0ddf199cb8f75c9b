// Finds two columns of a list of which one was as many times the other in all rows of every run, rounded: the watts of a
// brightness, the price with the tax.
import { setOf } from "../reading/set-of.js";
import { nameOfColumn } from "./column-words.js";
import { greatestOf, leastOf } from "./extremes.js";
import type { ColumnRule } from "./learned.js";
import { lastDigitOf, type Table } from "./list-table.js";
import { wordsOfName } from "./names.js";

/** So many different rows, and how likely it may be that any of so many pairs of columns fits by chance. */
const FEWEST = { rows: 4, pairs: 100, chance: 1 / 1000 };
/** Rates between these change from day to day. */
const CURRENCIES = setOf("eur usd gbp chf jpy cny sek nok dkk pln czk aud cad inr brl btc eth");

/** What one number may be of another, as far as both are rounded. */
interface Factor {
  least: number;
  most: number;
}

interface Pair {
  result: number;
  part: number;
}

/** Returns the columns of which each was as many times another one. */
export function constantFactorsOf(
  columns: readonly string[],
  tables: readonly Table[],
): Omit<ColumnRule, "call" | "at">[] {
  const rows = tables.flat();
  return columns.flatMap((of, at) =>
    columns.slice(at + 1).flatMap((column): Omit<ColumnRule, "call" | "at">[] => {
      const rule = { is: "multiple" as const, column, of: [of] };
      return !areCurrencies(of, column) && isFactor(pairsIn(rule, rows)) ? [rule] : [];
    }),
  );
}

function areCurrencies(...columns: readonly string[]): boolean {
  return columns.every((column) => wordsOfName(nameOfColumn(column)).some((word) => CURRENCIES.has(word)));
}

/** The numbers of all rows; none where a row has only one of them. */
function pairsIn({ column, of: [of = ""] = [] }: Pick<ColumnRule, "column" | "of">, rows: Table): Pair[] {
  const pairs = rows.flatMap((row): (Pair | undefined)[] => {
    const [result, part] = [row.get(column), row.get(of)];
    if (result === undefined && part === undefined) return [];
    return result === undefined || part === undefined || result < 0 || part < 0 ? [undefined] : [{ result, part }];
  });
  return pairs.every((pair) => pair !== undefined) ? pairs : [];
}

function isFactor(pairs: readonly Pair[]): boolean {
  const telling = [...new Map(pairs.map((pair) => [`${String(pair.result)} ${String(pair.part)}`, pair])).values()];
  const moving = telling.filter(({ result, part }) => result > 0 && part > 0);
  if (moving.length < FEWEST.rows) return false;
  const steps = stepsOf(pairs);
  const factor = factorOf(pairs, steps);
  if (factor === undefined || (factor.least <= 1 && factor.most >= 1)) return false;
  // Two stamps of one moment are nearly one number.
  const ways = [moving.map(({ result }) => result), moving.map(({ result, part }) => result - part)];
  const rounded = steps.result + factor.most * steps.part;
  const spread = leastOf(ways.map((numbers) => (greatestOf(numbers) - leastOf(numbers)) / rounded));
  return moving.length * (1 + spread) ** (1 - moving.length) * FEWEST.pairs <= FEWEST.chance;
}

/** The last digits of both columns. */
function stepsOf(pairs: readonly Pair[]): Pair {
  return {
    result: lastDigitOf(pairs.map(({ result }) => result)),
    part: lastDigitOf(pairs.map(({ part }) => part)),
  };
}

/** Undefined where there is none that all pairs have. */
function factorOf(pairs: readonly Pair[], steps: Pair): Factor | undefined {
  const all = pairs.map((pair) => between(pair, steps, 0.5));
  const [least, most] = [greatestOf(all.map((one) => one.least)), leastOf(all.map((one) => one.most))];
  return least > 0 && least <= most && Number.isFinite(most) ? { least, most } : undefined;
}

/** `by`: how much of its last digit rounding takes. */
function between({ result, part }: Pair, steps: Pair, by: number): Factor {
  const [above, below] = [part + by * steps.part, part - by * steps.part];
  return {
    least: (result - by * steps.result) / above - 1e-9,
    most: below > 0 ? (result + by * steps.result) / below + 1e-9 : Number.POSITIVE_INFINITY,
  };
}

/** Tells whether some row has another factor now. Servers round, or cut off. */
export function isBrokenFactor(rule: Pick<ColumnRule, "column" | "of">, recorded: Table, live: Table): boolean {
  const [before, now] = [pairsIn(rule, recorded), pairsIn(rule, live)];
  const factor = factorOf(before, stepsOf(before));
  if (factor === undefined) return false;
  const steps = stepsOf([...before, ...now]);
  return now
    .map((pair) => between(pair, steps, 1))
    .some(({ least, most }) => most < factor.least || least > factor.most);
}
