// Tells whether rows that a list has beside the recorded ones may be what earlier runs of the suite left.
import type { Exact } from "../json/exact.js";
import type { Bindings } from "./bindings.js";
import { areOfEarlierRuns, type EarlierRow } from "./earlier-values.js";
import type { LearnedIndex } from "./index-learned.js";
import { seenText, type GrownList } from "./learned.js";
import { isLikeRecorded, isOfOthers } from "./known-rows.js";
import type { LeftWords } from "./left-words.js";
import { RowIds } from "./row-ids.js";
import { isVaried, templateOf, variablesIn, type RowTemplate } from "./row-template.js";
import { holdsValue } from "./shapes.js";
import { isOneEvent } from "./off-times.js";

/** The rows of a list in this run. */
export interface OldRows {
  /** What was learned of the list. */
  list: GrownList;
  recorded: readonly Exact[];
  live: readonly Exact[];
  /** The indexes of the live rows that are no recorded ones. */
  rest: readonly number[];
  /** Those of them that may be anywhere. */
  ahead: readonly number[];
  place: (index: number) => string;
  index: LearnedIndex;
  /** The values of this run, by their variables. */
  own: ReadonlyMap<number, string>;
  /** What runs of the suite say; absent where nobody knows it. */
  words: LeftWords | undefined;
  /** Reads a row with the variables of a template; undefined where it is no such row. */
  read: (template: RowTemplate, row: Exact) => Bindings | undefined;
}

/**
 * True of rows that earlier runs of the suite may have left. Each has to be one of those that this recording leaves, with
 * other values of its variables, or that with what another workflow of the suite says. Where nothing was learned of what
 * is left, it has to be like a recorded row.
 */
export function areOldRows(rows: OldRows): boolean {
  const { list, live, rest, words } = rows;
  const fresh = freshOf(rows);
  if (list.left === undefined) return areLikeRecorded(rows, fresh);
  const templates = list.left.map((one) => templateOf(one, { ...rows, call: list.call }));
  const ids = idsOf(rows);
  const earlier: EarlierRow[] = [];
  for (const position of rest) {
    const row = live[position] ?? null;
    const readings = templates.flatMap((template, at) => {
      const values = rows.read(template, row);
      return values === undefined ? [] : [{ template: at, values: values.entries() }];
    });
    const isOther = (): boolean =>
      !holdsValue(row, fresh) && templates.some((template) => isOfOthers(row, template, words, list.call));
    if (readings.length === 0 && !isOther()) return false;
    // What varies nowhere is the same in each run.
    const varies = (key: string): boolean =>
      readings.every(({ template }) => templates[template] === undefined || isVaried(templates[template], key));
    if (ids.hasTaken(row, varies)) return false;
    earlier.push({ position, readings });
  }
  return areOfEarlierRuns(earlier, { ...rows, templates: templates.map(variablesIn) });
}

function areLikeRecorded(rows: OldRows, fresh: ReadonlySet<string>): boolean {
  const ids = idsOf(rows);
  const isLike = isLikeRecorded({ ...rows, call: rows.list.call });
  return rows.rest
    .map((j) => rows.live[j] ?? null)
    .every((row) => !holdsValue(row, fresh) && isLike(row) && !ids.hasTaken(row));
}

function idsOf({ recorded, live, index, list }: OldRows): RowIds {
  return new RowIds(recorded, live, index.tool(list.call));
}

/** The values that this run has in the list for the first time. */
function freshOf({ list, index, own }: OldRows): ReadonlySet<string> {
  const fresh = [...own].flatMap(([at, value]) => {
    const variable = index.variable(at);
    const isThere = variable?.places.some((place) => place.call === list.call && place.at.startsWith(`${list.at}/`));
    if (variable === undefined || isThere !== true || variable.seen.map(seenText).includes(value)) return [];
    const isMade = variable.kind === "time" ? isOneEvent(value, variable.off) : variable.kind === "value";
    return isMade ? [value] : [];
  });
  return new Set(fresh);
}
