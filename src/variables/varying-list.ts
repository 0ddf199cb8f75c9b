// Holds a list that has another number of rows in each run to what its rows had in common in all of them.
import type { Exact } from "../json/exact.js";
import { canonicalJson } from "../json/canonical.js";
import { isUnlikely } from "./chance.js";
import type { CallPair } from "./call-pair.js";
import type { LearnedIndex } from "./index-learned.js";
import { seenText, type VaryingList } from "./learned.js";
import type { Moment } from "./moment.js";
import { isAsFar } from "./off-times.js";
import { NOTHING_WHOLE, readRow, type RowCell } from "./row-cells.js";
import { countsByWord, numbersBeside } from "./row-counts.js";
import { isSpan } from "./row-spans.js";
import { byRun, RowReader, samplesOf, type ReadRows, type RowSample } from "./row-samples.js";
import { checksOfValues } from "./row-value-rules.js";
import { checksOfWords, type BrokenRow, type RowCheck } from "./row-words-rules.js";

/**
 * A list may have so many times as many rows as any run had, or so many times fewer, or be once their range beyond; but not
 * so few as a part of the least.
 */
const WIDE = 2;
const NARROW = 3;
/** So many rows have to have been seen, and each kind of row so often. */
const FEWEST_ROWS = 4;
const FEWEST_OF_KIND = 2;

/** The rows of a list in each run, and what held in all of them. */
export class VaryingRows {
  private readonly reader: RowReader;
  private readonly checks: readonly RowCheck[];

  /** `runs`: the rows of the recording, then those of each check. */
  constructor(
    private readonly list: Pick<VaryingList, "call" | "at" | "off" | "said">,
    private readonly runs: readonly (readonly Exact[])[],
    index: LearnedIndex,
  ) {
    const offs = new Map((list.off ?? []).map((off) => [off.column, off]));
    const isTime = (column: string): boolean => offs.has(column);
    this.reader = new RowReader(runs, isTime);
    this.checks = [
      checkLength(runs.map(({ length }) => length)),
      ...checksOfWords(this.reader.runs, new Set(list.said)),
      ...checksOfValues(this.reader, { tool: index.tool(list.call), at: list.at }, isTime),
    ];
  }

  /** True where each word was seen so often that another one would be news. */
  areKnown(): boolean {
    const all = this.runs.reduce((sum, { length }) => sum + length, 0);
    return all >= FEWEST_ROWS && this.wordCounts().every((counts) => counts.every((count) => count >= FEWEST_OF_KIND));
  }

  /** True where all rows say the same, but for their values. */
  areAlike(): boolean {
    return this.wordCounts().every((counts) => counts.length === 1);
  }

  /** How often each word of each column is in the rows of all runs. */
  private wordCounts(): number[][] {
    const [first] = this.reader.runs;
    return [...(first?.words.keys() ?? [])].map((column) => {
      const counts = new Map<string, number>();
      for (const word of this.reader.runs.flatMap(({ words }) => words.get(column) ?? []))
        counts.set(word, (counts.get(word) ?? 0) + 1);
      return [...counts.values()];
    });
  }

  /** What is broken in the rows of a live result. */
  broken(live: readonly Exact[], pair: Pick<CallPair, "live" | "index" | "bindings">, view: ViewPart): BrokenRow[] {
    const read = this.reader.read(live);
    return [
      ...this.checks.flatMap((check) => check(read) ?? []),
      ...this.brokenTimes(read, pair.live),
      ...this.brokenOwn(read, pair),
      ...this.brokenCounts(read, pair, view),
    ];
  }

  private brokenTimes({ rows }: ReadRows, moment: Moment): BrokenRow[] {
    return (this.list.off ?? []).flatMap(({ column, as, ...off }): BrokenRow[] => {
      const seen = (this.reader.columns.get(column) ?? []).map(({ text }) => text);
      const isFine = (text: string, length: string | undefined): boolean =>
        isAsFar(off, seen, { text, moment }) && (length === undefined || isSpan(length, { text, moment }));
      const row = rows.findIndex(({ cells }) => {
        const text = cells.get(column)?.text;
        return text !== undefined && !isFine(text, as === undefined ? undefined : cellAt(as, cells)?.text);
      });
      const cell = rows[row]?.cells.get(column);
      const was = as === undefined ? "as far from its call as in every run" : "as far from its call as its row says";
      return cell === undefined ? [] : [{ row, at: cell.at, now: cell.text, was }];
    });
  }

  /** A row that has a value that each run makes, in every run, still has it: the one that the run created. */
  private brokenOwn({ rows }: ReadRows, { index, bindings }: Pick<CallPair, "index" | "bindings">): BrokenRow[] {
    return this.ownOf(index).flatMap(({ variable, column, end }): BrokenRow[] => {
      const [value, name] = [bindings.valueOf(variable), index.variable(variable)?.name ?? ""];
      if (value === undefined) return [];
      const cells = rows.map((row) => row.cells.get(column));
      if (end === undefined)
        return cells.some((cell) => isIn(cell, value)) ? [] : [{ now: "", was: `a row with ${name}` }];
      const cell = cells.at(end);
      const was = `${name} in the ${end === 0 ? "first" : "last"} row`;
      return isIn(cell, value)
        ? []
        : [{ ...(cell && { at: cell.at }), row: end === 0 ? 0 : rows.length - 1, now: cell?.text ?? "", was }];
    });
  }

  private ownOf({ learned }: LearnedIndex): Own[] {
    const runs = [...this.reader.columns].map(([column, samples]) => ({ column, runs: byRun(samples) }));
    return [...learned.variables.entries()].flatMap(([variable, { kind, seen }]): Own[] => {
      const texts = seen.map(seenText);
      const areLong = texts.every(isUnlikely);
      const different = new Set(texts).size;
      if (kind !== "value" || different < 2 || !(areLong || different === texts.length)) return [];
      return runs.flatMap(({ column, runs: samples }): Own[] => {
        const end = ENDS.find((one) => texts.every((text, run) => isIn(samples[run]?.at(one), text)));
        if (end !== undefined) return [{ variable, column, end }];
        const isThere = texts.every((text, run) => samples[run]?.some((sample) => isIn(sample, text)) === true);
        return areLong && isThere ? [{ variable, column }] : [];
      });
    });
  }

  /** Numbers that were as many as the rows that have the word beside them: `3 WARN`. */
  private brokenCounts(
    live: ReadRows,
    { index, bindings }: Pick<CallPair, "index" | "bindings">,
    view: ViewPart,
  ): BrokenRow[] {
    const counts = this.reader.runs.map(countsByWord);
    const now = countsByWord(live);
    return numbersBeside(this.list.call, view, index).flatMap(({ variable, words, name }): BrokenRow[] => {
      const seen = (index.variable(variable)?.seen ?? []).map((value) => Number(seenText(value)));
      const word = words.find(
        (one) => counts.some((run) => run.has(one)) && counts.every((run, i) => (run.get(one) ?? 0) === seen[i]),
      );
      const value = bindings.valueOf(variable);
      if (word === undefined || value === undefined || Number(value) === (now.get(word) ?? 0)) return [];
      return [{ now: value, was: `${name}: the number of rows that say ${word}` }];
    });
  }
}

/** A part of a recorded result. */
export interface ViewPart {
  recorded: Exact;
  at: string;
}

interface Own {
  variable: number;
  column: string;
  end?: 0 | -1;
}

const ENDS = [0, -1] as const;

/** True for a value in a cell, which may be the random part of an id. */
function isIn(cell: Pick<RowCell, "text"> | undefined, value: string): boolean {
  return cell?.text === value || (isUnlikely(value) && cell?.text.endsWith(value) === true);
}

/** The cell of a column, which may be one whatever the word before it is. */
function cellAt(column: string, cells: ReadonlyMap<string, RowCell>): RowCell | undefined {
  return cells.get(column) ?? cells.get(column.split(" ")[0] ?? "");
}

function checkLength(lengths: readonly number[]): RowCheck {
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  // Always as many, as was asked for.
  if (least === most)
    return ({ rows: { length } }) =>
      length === most ? undefined : { now: String(length), was: `${String(most)} rows in every run` };
  const from = Math.max(least / NARROW, Math.min(least / WIDE, least - (most - least)));
  const to = Math.max(most * WIDE, most + (most - least));
  return ({ rows: { length } }) =>
    length < Math.max(1, from) || length > to
      ? { now: String(length), was: `between ${String(least)} and ${String(most)} rows, or not far from that` }
      : undefined;
}

/** The rules of each list; each replay asks with the same recorded rows. */
const lastRules = new WeakMap<VaryingList, { recorded: string; index: LearnedIndex; rules: VaryingRows }>();

/** Lists what is broken in the rows of a list now. `recorded`: its recorded rows. */
export function brokenRows(
  list: VaryingList,
  { recorded, live }: { recorded: readonly Exact[]; live: readonly Exact[] },
  pair: CallPair,
  view: ViewPart,
): BrokenRow[] {
  const [text, known] = [canonicalJson([...recorded]), lastRules.get(list)];
  const isKnown = known?.recorded === text && known.index === pair.index;
  const rules = isKnown ? known.rules : new VaryingRows(list, [recorded, ...list.seen], pair.index);
  if (!isKnown) lastRules.set(list, { recorded: text, index: pair.index, rules });
  return rules.broken(live, pair, view);
}

/** The columns of the rows of all runs whose cells are times. */
export function timeColumnsOf(runs: readonly (readonly Exact[])[]): Map<string, RowSample[]> {
  return samplesOf(runs.map((rows) => rows.map((row) => readRow(row, NOTHING_WHOLE))));
}
