// Learns from the checks which rows each run leaves in a list that grows, as the next run finds them.
import { appendTo } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import type { Beside, RecordingBeside } from "./beside.js";
import { readEarlierRow } from "./compare.js";
import type { CallPair } from "./call-pair.js";
import { isUnlikely } from "./chance.js";
import { Bindings } from "./bindings.js";
import { LearnedIndex } from "./index-learned.js";
import { seenText, type GrownList, type Learned, type LeftRow, type Variable } from "./learned.js";
import { leafText } from "./left-words.js";
import { keysOf, namesId } from "./names.js";
import type { GrownPair } from "./leaf-pair.js";
import { leavesOfRow, templateOf, type RowTemplate } from "./row-template.js";
import { areOldRows } from "./old-rows.js";
import { canonOf, holdsValue } from "./shapes.js";

/** Returns what was learned with the rows that each run leaves, where the checks show them. */
export function withLeftRows(learned: Learned, recording: RecordingBeside, checks: readonly Beside[]): Learned {
  if (learned.grows.length === 0) return learned;
  const index = new LearnedIndex(learned, recording.run);
  const own = new OwnValues(learned.variables);
  const grows = learned.grows.map((list): GrownList => {
    const pairs = pairsOf(list, { index, own, recording, checks });
    const left = pairs === undefined ? undefined : leftIn(pairs, { list, index, own, recording });
    if (pairs === undefined || left === undefined) return list;
    const { apart: _, ...loose } = list;
    // What is asked of rows in a replay has to hold in the checks.
    const found = [
      { ...list, left },
      { ...loose, left },
    ].find((one) => pairs.every((pair) => holds(one, pair, index)));
    return found ?? list;
  });
  return { ...learned, grows };
}

/** The recorded values that are others in each run: those that are hardly in another row by chance, and ids. */
class OwnValues {
  private readonly unlikely: ReadonlySet<string>;
  private readonly ids: ReadonlySet<string>;

  constructor(variables: readonly Variable[]) {
    const values = variables.filter(({ kind }) => kind === "value");
    this.unlikely = new Set(values.map(({ seen }) => seenText(seen[0])).filter(isUnlikely));
    this.ids = new Set(
      values.flatMap(({ seen, places }) => places.map(({ at }) => `${keysOf(at).key} ${seenText(seen[0])}`)),
    );
  }

  areIn(row: Exact): boolean {
    if (holdsValue(row, this.unlikely)) return true;
    return leavesOfRow(row).some(({ value, at }) => {
      const { key } = keysOf(at);
      return namesId(key) && this.ids.has(`${key} ${leafText(value)}`);
    });
  }
}

interface Context {
  index: LearnedIndex;
  own: OwnValues;
  recording: RecordingBeside;
  checks: readonly Beside[];
}

/** A list in one check, by its ordinal from 1. */
interface CheckedList {
  run: number;
  pair: GrownPair;
  sides: CallPair;
}

/** Undefined where the list had no earlier rows in some check. */
function pairsOf({ call, at }: GrownList, { index, recording, checks }: Context): CheckedList[] | undefined {
  const ordinal = recording.run.calls.findIndex(({ id }) => id === call);
  const recorded = recording.run.calls[ordinal]?.moment;
  const found = checks.flatMap(({ pairings, calls }, check): CheckedList[] => {
    const pair = pairings.get(call)?.grows.get(at);
    const live = calls[ordinal]?.moment;
    if (pair === undefined || live === undefined || recorded === undefined) return [];
    return [{ run: check + 1, pair, sides: { call, recorded, live, index, bindings: Bindings.of(index) } }];
  });
  return found.length === checks.length ? found : undefined;
}

/** Undefined where some row of a check is not explained by those that the recording left. */
function leftIn(
  pairs: readonly CheckedList[],
  { list, index, own, recording }: { list: GrownList } & Omit<Context, "checks">,
): LeftRow[] | undefined {
  const tool = index.tool(list.call);
  const left: LeftRow[] = [];
  const templates: RowTemplate[] = [];
  const add = (one: LeftRow, pair: GrownPair): void => {
    left.push(one);
    templates.push(templateOf(one, { ...pair, call: list.call, index }));
  };
  for (const { pair, sides } of pairs) {
    const recordedTexts = pair.recorded.map((row) => canonOf(row));
    // The rows that the recording left say how those of other runs look.
    const rows = pair.rest.map((j) => pair.live[j] ?? null);
    for (const row of rows.toSorted((a, b) => Number(own.areIn(b)) - Number(own.areIn(a)))) {
      const text = canonOf(row);
      const same = [...recordedTexts.keys()].filter((i) => recordedTexts[i] === text);
      const fresh = same.filter((i) => !left.some((one) => "row" in one && one.row === i));
      for (const i of fresh) add({ row: i }, pair);
      if (same.length > 0 || templates.some((template) => readEarlierRow(template, row, sides) !== undefined)) continue;
      const isBlank = typeof row === "string" && row.trim() === "";
      if (!isBlank && !own.areIn(row) && !recording.hasRow(undefined, tool, text)) return undefined;
      add({ is: row }, pair);
    }
  }
  const [first] = pairs;
  return left.length === 0 || first === undefined ? undefined : inOrder(left, first.pair);
}

/** Puts what a run leaves into the order in which the first check found it. */
function inOrder(left: readonly LeftRow[], { recorded, live, rest }: GrownPair): LeftRow[] {
  const texts = new Map<string, number[]>();
  for (const j of rest) appendTo(texts, canonOf(live[j] ?? null), j);
  const positions = new Map(
    left.map((one) => {
      const text = canonOf("row" in one ? (recorded[one.row] ?? null) : one.is);
      return [one, texts.get(text)?.shift() ?? Infinity] as const;
    }),
  );
  return left.toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
}

/** True where the rows of a check are what replay would take for rows of earlier runs. */
function holds(list: GrownList, { run, pair, sides }: CheckedList, index: LearnedIndex): boolean {
  const own = new Map(
    index.learned.variables.flatMap(({ seen }, at) => {
      const value = seen[run];
      return value === undefined ? [] : [[at, seenText(value)] as const];
    }),
  );
  const read = (template: RowTemplate, row: Exact): Bindings | undefined => readEarlierRow(template, row, sides);
  return areOldRows({ ...pair, ahead: [], list, index, own, words: undefined, read });
}
