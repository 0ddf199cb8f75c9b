// Finds where the rows of a list say what, however many there are: what only the last one says, what each says by its
// number, what exactly one says.
import type { ReadRows } from "./row-samples.js";

/** What is broken in a list: in which row, and what held in every run. */
export interface BrokenRow {
  row?: number;
  /** A pointer into the row. */
  at?: string;
  now: string;
  was: string;
}

/** Says what is broken in the rows of a run. */
export type RowCheck = (live: ReadRows) => BrokenRow | undefined;

/**
 * How likely rows may come so by chance for nothing to be said of it: by their number, of one word's place, or of the words
 * that stand beside each other.
 */
const CHANCE = { byNumber: 1 / 50, place: 1 / 200, beside: 1 / 10 };
/** The same for a number of rows that was the same in every run, but for the only one. */
const CHANCE_OF_COUNT = 1 / 50;
/** How likely no row says a word that some row said in every run. */
const CHANCE_OF_NONE = 1 / 50;

/** So often a combination of two words has to be expected for it to mean something that no row has it. */
const EXPECTED = 3;

/** More columns are a matrix; more words of one are no kinds of rows that have an order. */
export const MOST_COLUMNS = 40;
const MOST_WORDS = 20;

type Says = readonly string[];

/** What the rows say in one column now. */
type SaysCheck = (live: Says) => BrokenRow | undefined;

/** Returns what held in every run of where the rows say what. `said`: words of prompts and of what Claude said, in small letters. */
export function checksOfWords(runs: readonly ReadRows[], said: ReadonlySet<string>): RowCheck[] {
  const columns = [...(runs[0]?.words.keys() ?? [])].map((column) => ({
    column,
    all: runs.map(({ words }) => words.get(column) ?? []),
  }));
  const checks = columns.flatMap(({ column, all }) =>
    checksOfColumn(all, said).map(
      (check): RowCheck =>
        ({ words }) =>
          check(words.get(column) ?? []),
    ),
  );
  return columns.length > MOST_COLUMNS ? checks : [...checks, ...checkedPairs(columns)];
}

function checksOfColumn(runs: readonly Says[], said: ReadonlySet<string>): SaysCheck[] {
  if (sharesOf(runs).size === 1) return [checkKnown(runs)];
  const byNumber = checkByNumber(runs);
  return [checkKnown(runs), ...(byNumber === undefined ? checkedPlaces(runs, said) : [byNumber]), checkOrders(runs)];
}

function checkedPlaces(runs: readonly Says[], said: ReadonlySet<string>): SaysCheck[] {
  const ends = [checkEnd(runs, 0), checkEnd(runs, -1)];
  return [...ends, checkThere(runs, ends, said), ...countChecks(runs)];
}

function broken(live: Says, row: number, was: string): BrokenRow {
  return { row, now: live[row] ?? "", was };
}

/** Words of two columns that stand in one row in no run, though they would by chance. */
function checkedPairs(columns: readonly { column: string; all: readonly Says[] }[]): RowCheck[] {
  const shared = columns.map(({ column, all }) => ({ column, all, shares: sharesOf(all) }));
  return shared.flatMap(({ column: one, all, shares }, at) =>
    shared.slice(at + 1).flatMap(({ column: other, all: others, shares: otherShares }): RowCheck[] => {
      if (shares.size < 2 || otherShares.size < 2) return [];
      const beside = others.flat();
      const rows = all.flat().map((word, i) => JSON.stringify([word, beside[i]]));
      const known = new Set(rows);
      const areOne = shares.size === known.size && otherShares.size === known.size && isNoAccident(all.flat());
      const isOdd = (word: string, next: string): boolean =>
        !known.has(JSON.stringify([word, next])) &&
        (areOne || (shares.get(word) ?? 0) * (otherShares.get(next) ?? 0) * rows.length >= EXPECTED);
      return [
        ({ words }) => {
          const [now, besides] = [words.get(one) ?? [], words.get(other) ?? []];
          const row = now.findIndex((word, i) => isOdd(word, besides[i] ?? ""));
          return row < 0 ? undefined : broken(now, row, `not beside ${besides[row] ?? ""}`);
        },
      ];
    }),
  );
}

/** True where another column does not say by chance which of these words a row has: a line of trams, where it goes. */
function isNoAccident(words: Says): boolean {
  const counts = new Map<string, number>();
  let chance = 1;
  for (const [at, word] of words.entries()) {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    chance *= count / (at + 1);
  }
  // Any of the words may have been any of the others.
  for (let k = 2; k <= counts.size; k++) chance *= k;
  return chance <= CHANCE.beside;
}

function checkKnown(runs: readonly Says[]): SaysCheck {
  const known = new Set(runs.flat());
  return (live) => {
    const row = live.findIndex((one) => !known.has(one));
    return row < 0 ? undefined : broken(live, row, "what some row said in the recording and the checks");
  };
}

/** What the rows say by their number: a, b, a, b; undefined where that is no rule. */
function checkByNumber(runs: readonly Says[]): SaysCheck | undefined {
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one), []);
  const shares = sharesOf(runs);
  if (shares.size < 2 || !runs.every((run) => run.every((one, i) => one === longest[i]))) return undefined;
  const alike = [...shares.values()].reduce((sum, share) => sum + share * share, 0);
  const compared = runs.reduce((sum, run) => sum + run.length, 0) - longest.length;
  if (alike ** compared > CHANCE.byNumber) return undefined;
  return (live) => {
    const row = live.findIndex((one, i) => i < longest.length && one !== longest[i]);
    return row < 0 ? undefined : broken(live, row, "what this row said in every run");
  };
}

function sharesOf(runs: readonly Says[]): Map<string, number> {
  const all = runs.flat();
  const shares = new Map<string, number>();
  for (const one of all) shares.set(one, (shares.get(one) ?? 0) + 1 / all.length);
  return shares;
}

/** What only the first, or only the last, row said. */
function checkEnd(runs: readonly Says[], end: 0 | -1): SaysCheck {
  const atEnd = new Set(runs.flatMap((run) => run.at(end) ?? []));
  const elsewhere = new Set(runs.flatMap((run) => (end === 0 ? run.slice(1) : run.slice(0, -1))));
  const isApart = elsewhere.size > 0 && [...atEnd].every((one) => !elsewhere.has(one));
  const chance = runs.reduce((all, run) => all * (run.filter((one) => one === run.at(end)).length / run.length), 1);
  const isOne = atEnd.size === 1 && chance <= CHANCE.place;
  if (!isApart && !isOne) return () => undefined;
  const was = `what the ${end === 0 ? "first" : "last"} row said in every run`;
  return (live) => {
    const at = end === 0 ? 0 : live.length - 1;
    const row = live.findIndex((one, i) => (i === at ? !atEnd.has(one) : isApart && atEnd.has(one)));
    return row < 0 ? undefined : broken(live, row, was);
  };
}

/**
 * What some row said in every run, some row says, where there is a row that may say it: what Claude was asked for or said,
 * and what is hardly missing by chance.
 */
function checkThere(runs: readonly Says[], ends: readonly SaysCheck[], said: ReadonlySet<string>): SaysCheck {
  const shares = sharesOf(runs);
  const [first = [], ...others] = runs;
  const always = [...new Set(first)].filter((one) => others.every((run) => run.includes(one)));
  return (live) => {
    const missing = always.find(
      (one) =>
        !live.includes(one) &&
        (said.has(one.toLowerCase()) || (1 - (shares.get(one) ?? 0)) ** live.length <= CHANCE_OF_NONE),
    );
    if (missing === undefined) return undefined;
    // What a row may say depends on whether it is the first, the last, or one between.
    const mayBe = [0, live.length >> 1, live.length - 1].some((row) => {
      const says = live.with(row, missing);
      return ends.every((check) => check(says) === undefined);
    });
    return mayBe ? { now: "", was: `a row that says ${missing}` } : undefined;
  };
}

/** What as many rows said in every run, however many there were: the leader of a group. */
function countChecks(runs: readonly Says[]): SaysCheck[] {
  const shares = sharesOf(runs);
  return [...shares].flatMap(([one, share]): SaysCheck[] => {
    const [count = 0, ...others] = runs.map((run) => run.filter((says) => says === one).length);
    if (count === 0 || others.some((other) => other !== count) || runs.some((run) => run.length === count)) return [];
    const chance = runs.slice(1).reduce((all, run) => all * chanceOf(count, run.length, share), 1);
    if (count > 1 && chance > CHANCE_OF_COUNT) return [];
    return [
      (live) => {
        const now = live.filter((says) => says === one).length;
        const rows = `${String(count)} ${count === 1 ? "row" : "rows"} that say ${one}`;
        return now === count ? undefined : { now: String(now), was: rows };
      },
    ];
  });
}

function chanceOf(count: number, all: number, share: number): number {
  let ways = 1;
  for (let k = 0; k < count; k++) ways *= (all - k) / (count - k);
  return ways * share ** count * (1 - share) ** (all - count);
}

/** Of two things that rows say, all that say one stood before all that say the other. */
function checkOrders(runs: readonly Says[]): SaysCheck {
  const all = [...sharesOf(runs).keys()];
  if (all.length > MOST_WORDS) return () => undefined;
  const pairs = all.flatMap((one) =>
    all.filter((other) => other !== one && isBefore(runs, one, other)).map((other) => ({ one, other })),
  );
  return (says) => {
    for (const { one, other } of pairs) {
      const [last, first] = [says.lastIndexOf(one), says.indexOf(other)];
      if (first >= 0 && first < last) return broken(says, first, `behind the rows that say ${one}`);
    }
    return undefined;
  };
}

function isBefore(runs: readonly Says[], one: string, other: string): boolean {
  let chance = 1;
  for (const run of runs) {
    const [ones, others] = [one, other].map((says) => run.filter((each) => each === says).length);
    if (ones === undefined || others === undefined || ones * others === 0) continue;
    if (run.lastIndexOf(one) > run.indexOf(other)) return false;
    for (let k = 1; k <= others; k++) chance *= k / (ones + k);
  }
  return chance <= CHANCE.place;
}
