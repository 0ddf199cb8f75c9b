// Finds what the values in the rows of a list have in common in every run, however many rows there are: their form and
// range, their order, that they are distinct, what two of a row say of each other.
import { rangeOfSeen, strays } from "./bounds.js";
import { isUnlikely } from "./chance.js";
import { greatestOf, leastOf } from "./extremes.js";
import { formOf, hasForm } from "./form.js";
import { labelOf, nameOfPlace, namesId, type Named } from "./names.js";
import type { ReadRows } from "./row-samples.js";
import { unitOf } from "./quantity.js";
import { areDense, byRun, stepOf, type RowReader, type RowSample } from "./row-samples.js";
import type { RowCell } from "./row-cells.js";
import { MOST_COLUMNS, type BrokenRow, type RowCheck } from "./row-words-rules.js";
import { readMoment } from "./time-forms.js";

/** How likely values may be sorted by chance, or one of two always be the greater, for nothing to be said of it. */
const CHANCE = 1 / 20;
const CHANCE_OF_PAIR = 1 / 100;
/** So many different values have to be the same in two columns. */
const FEWEST_EQUAL = 3;

/** What may be an id. */
const VALUES: ReadonlySet<string> = new Set(["made", "uuid", "word"]);

type Runs = readonly (readonly RowSample[])[];

/** Returns what held of each column of values. `isTime`: its times are judged elsewhere. */
export function checksOfValues(
  { columns }: RowReader,
  place: { tool: string; at: string },
  isTime: (column: string) => boolean,
): RowCheck[] {
  const each = [...columns].flatMap(([column, samples]): RowCheck[] => {
    const runs = byRun(samples);
    const named = nameOf(place, samples[0]);
    const forms = isTime(column)
      ? []
      : [
          checkForm(column, samples),
          checkRange(column, samples, place),
          ...checkScale(column, samplesOfScale(column, columns)),
          ...checkDense(column, samples),
        ];
    return [...forms, ...checkSteps(column, runs), ...checkSorted(column, runs), ...checkDistinct(column, runs, named)];
  });
  return [...each, ...pairChecks(columns)];
}

function nameOf({ tool, at }: { tool: string; at: string }, sample: RowCell | undefined): Named {
  const { at: below = "", text = "", context } = sample ?? {};
  return nameOfPlace(tool, `${at}${below}`, text, context);
}

/** Checks each value of a column. */
function checkEach(column: string, was: string, isFine: (cell: RowCell) => boolean): RowCheck {
  return ({ rows }) => {
    for (const [row, { cells }] of rows.entries()) {
      const cell = cells.get(column);
      if (cell !== undefined && !isFine(cell)) return { row, at: cell.at, now: cell.text, was };
    }
    return undefined;
  };
}

function checkForm(column: string, samples: readonly RowSample[]): RowCheck {
  const texts = samples.map(({ text }) => text);
  const form = formOf(
    texts,
    samples.every(({ kind }) => kind === "number"),
  );
  return checkEach(column, `of the form of ${shown(texts)}`, ({ text }) => hasForm(form, text));
}

function checkRange(column: string, samples: readonly RowSample[], place: { tool: string; at: string }): RowCheck {
  const texts = samples.map(({ text }) => text);
  const range = rangeOfSeen(texts);
  return checkEach(column, `near ${shown(texts)}`, (cell) => !strays(range, cell.text, () => nameOf(place, cell)));
}

/** So many values say how large others are, and by how many times others may be smaller or larger. */
const FEWEST_OF_SCALE = 8;
const SCALE = 10;

/** The amounts of a column, with those in the same unit beside another word: `done 212 ms`, `running 367 ms`. */
function samplesOfScale(column: string, columns: RowReader["columns"]): readonly RowSample[] {
  const samples = columns.get(column) ?? [];
  const [unit, ...others] = new Set(samples.map(({ text }) => unitOf(text)));
  if (samples.length >= FEWEST_OF_SCALE || unit === undefined || others.length > 0) return samples;
  const [piece] = column.split(" ");
  const alike = [...columns].filter(([other]) => other.split(" ")[0] === piece).flatMap(([, those]) => those);
  return alike.every(({ text }) => unitOf(text) === unit) ? alike : samples;
}

/** Of many amounts, whatever they measure, no other is far beyond all. */
function checkScale(column: string, samples: readonly RowSample[]): RowCheck[] {
  const amounts = samples.map(({ text }) => amountOf(text));
  const [least, most] = [leastOf(amounts), greatestOf(amounts)];
  if (samples.length < FEWEST_OF_SCALE || !(least > 0) || amounts.some(Number.isNaN)) return [];
  return [
    checkEach(column, `near ${shown(samples.map(({ text }) => text))}`, ({ text }) => {
      const amount = amountOf(text);
      return Number.isNaN(amount) || (amount * SCALE >= least && amount <= most * SCALE);
    }),
  ];
}

/** Small numbers next to each other are no further from these than they lie apart. */
function checkDense(column: string, samples: readonly RowSample[]): RowCheck[] {
  if (!areDense(samples)) return [];
  const numbers = samples.map(({ text }) => Number(text));
  const [least, most] = [leastOf(numbers), greatestOf(numbers)];
  const isNear = (number: number): boolean => number >= 2 * least - most && number <= 2 * most - least;
  return [checkEach(column, `near ${String(least)} to ${String(most)}`, ({ text }) => isNear(Number(text)))];
}

/** A number with or without a unit; what is as long as an id is none. */
function amountOf(text: string): number {
  return /^-?\d{1,9}(?:\.\d+)? ?(?:\p{L}{1,8})?$/u.test(text) ? Number.parseFloat(text) : Number.NaN;
}

function shown(texts: readonly string[]): string {
  return texts.slice(0, 3).join(", ");
}

/** What can be ordered: a number or a time. */
function numberOf({ text, kind }: RowCell): number {
  if (kind === "time") return readMoment(text)?.at ?? Number.NaN;
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function numbersIn(column: string, { rows }: ReadRows): { numbers: number[]; at: number[] } {
  const found = rows.flatMap(({ cells }, row) => {
    const cell = cells.get(column);
    return cell === undefined ? [] : [{ row, number: numberOf(cell) }];
  });
  return { numbers: found.map(({ number }) => number), at: found.map(({ row }) => row) };
}

function brokenAt(column: string, live: ReadRows, row: number | undefined, was: string): BrokenRow {
  const cell = live.rows[row ?? -1]?.cells.get(column);
  return { ...(row !== undefined && { row }), ...(cell !== undefined && { at: cell.at }), now: cell?.text ?? "", was };
}

/** Numbers that are as far apart from row to row in all runs, and begin with the same. */
function checkSteps(column: string, runs: Runs): RowCheck[] {
  const numbers = runs.map((run) => run.map(numberOf));
  const step = stepOf(numbers);
  if (step === undefined) return [];
  const starts = new Set(numbers.flatMap(([first]) => first ?? []));
  const [start] = starts;
  return [
    (live) => {
      const { numbers: now, at } = numbersIn(column, live);
      if (starts.size === 1 && now.length > 0 && now[0] !== start)
        return brokenAt(column, live, at[0], `${String(start)} in the first row`);
      const gap = now.findIndex((number, i) => i > 0 && Math.abs(number - (now[i - 1] ?? 0) - step) > 1e-9);
      return gap < 0 ? undefined : brokenAt(column, live, at[gap], `${String(step)} more than in the row above`);
    },
  ];
}

function checkSorted(column: string, runs: Runs): RowCheck[] {
  const numbers = runs.map((run) => run.map(numberOf));
  if (numbers.flat().some(Number.isNaN)) return [];
  const chance = numbers.reduce((all, run) => all / factorial(new Set(run).size), 1);
  if (chance > CHANCE) return [];
  return [1, -1].flatMap((sign): RowCheck[] => {
    const firstWrong = (run: readonly number[]): number =>
      run.findIndex((number, i) => i > 0 && sign * (number - (run[i - 1] ?? 0)) < 0);
    if (numbers.some((run) => firstWrong(run) >= 0)) return [];
    return [
      (live) => {
        const { numbers: now, at } = numbersIn(column, live);
        const wrong = firstWrong(now);
        return wrong < 0
          ? undefined
          : brokenAt(column, live, at[wrong], `sorted, the ${sign === 1 ? "least" : "greatest"} first`);
      },
    ];
  });
}

function factorial(count: number): number {
  return count < 2 ? 1 : count * factorial(Math.min(count, 20) - 1);
}

/** Ids differ from row to row. */
function checkDistinct(column: string, runs: Runs, named: Named): RowCheck[] {
  const areDistinct = runs.every((run) => new Set(run.map(({ text }) => text)).size === run.length);
  const areIds =
    namesId(labelOf(named)) ||
    (runs.flat().every(({ text, kind }) => VALUES.has(kind) && isUnlikely(text)) &&
      runs.flat().some(({ text }) => /\p{L}/u.test(text)));
  if (!areDistinct || !areIds) return [];
  return [
    (live) => {
      const seen = new Set<string>();
      for (const [row, { cells }] of live.rows.entries()) {
        const text = cells.get(column)?.text;
        if (text === undefined) continue;
        if (seen.has(text)) return brokenAt(column, live, row, "another value in each row");
        seen.add(text);
      }
      return undefined;
    },
  ];
}

/** What two columns say of each other in each row: the same, or one never less than the other. */
function pairChecks(columns: ReadonlyMap<string, readonly RowSample[]>): RowCheck[] {
  const all = [...columns];
  if (all.length > MOST_COLUMNS) return [];
  return all.flatMap(([one, samples], at) =>
    all.slice(at + 1).flatMap(([other, others]): RowCheck[] => {
      const beside = new Map(others.map((sample) => [keyOf(sample), sample]));
      const pairs = samples.flatMap((sample) => {
        const cell = beside.get(keyOf(sample));
        return cell === undefined ? [] : [[sample, cell] as const];
      });
      return pairs.length < samples.length ? [] : checkPair(one, other, pairs);
    }),
  );
}

function keyOf({ run, row }: RowSample): string {
  return `${String(run)} ${String(row)}`;
}

type Pair = readonly [RowCell, RowCell];

function checkPair(one: string, other: string, pairs: readonly Pair[]): RowCheck[] {
  const check = (was: string, isFine: (pair: Pair) => boolean): RowCheck => {
    return (live) => {
      const row = live.rows.findIndex(({ cells }) => {
        const [a, b] = [cells.get(one), cells.get(other)];
        return a !== undefined && b !== undefined && !isFine([a, b]);
      });
      return row < 0 ? undefined : brokenAt(other, live, row, was);
    };
  };
  if (pairs.every(([a, b]) => a.text === b.text))
    return new Set(pairs.map(([a]) => a.text)).size >= FEWEST_EQUAL
      ? [check("the same value in both places of each row", ([a, b]) => a.text === b.text)]
      : [];
  const numbers = pairs.map(([a, b]) => numberOf(b) - numberOf(a));
  if (numbers.some(Number.isNaN) || 2 ** (1 - numbers.filter(Boolean).length) > CHANCE_OF_PAIR) return [];
  if (leastOf(numbers) >= 0)
    return [check("never less than before in its row", ([a, b]) => numberOf(b) >= numberOf(a))];
  if (greatestOf(numbers) <= 0)
    return [check("never more than before in its row", ([a, b]) => numberOf(b) <= numberOf(a))];
  return [];
}
