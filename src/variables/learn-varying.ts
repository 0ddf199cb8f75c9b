// Learns which lists have another number of rows in each run, or as many that are other things, where their rows say enough
// to hold others to it.
import { addAll } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import { areLong } from "./chance.js";
import { isExactObject } from "../json/exact.js";
import { isAtOrBelow, parsePointer } from "../json/pointer.js";
import { jsonOfText } from "../reading/text-json.js";
import { rowsOfText } from "../reading/rows.js";
import { alignRow, lineAt } from "./align.js";
import { argumentLeaves } from "./arguments.js";
import type { Beside, RecordingBeside } from "./beside.js";
import { LearnedIndex } from "./index-learned.js";
import { OTHER_LENGTH } from "./issues.js";
import type { GrownList, Learned, Unstable, VaryingList } from "./learned.js";
import type { Pairing } from "./leaf-pair.js";
import type { Moment } from "./moment.js";
import { isTimeOfDay, timeOff } from "./off-times.js";
import { BLOCKS } from "./list-rows.js";
import { areTimes, byRun, samplesOf, type RowSample } from "./row-samples.js";
import { columnOfSpans } from "./row-spans.js";
import { isLetters, readRow, shapeOfLine } from "./row-cells.js";
import { viewCall, type Run, type RunCall } from "./run.js";
import { canonOf } from "./shapes.js";
import { MOST_LINES_BESIDE, MOST_VARYING_LISTS, MOST_VARYING_ROWS } from "./varying-limits.js";
import { timeColumnsOf, VaryingRows } from "./varying-list.js";

/** The recording and two checks: fewer say nothing of a number. */
const RUNS = 3;
/** A place in a row, with the outermost list that the row is of. */
const ROW = /^((?:\/content\/\d+)?(?:\/(?!\d+(?:\/|$))[^/]+)*?)(?:\/lines)?\/(\d+)(?:\/|$)/;

/** The rows of a list in each run, without the lines above and below them. */
interface Candidate {
  call: number;
  at: string;
  head: number;
  foot: number;
  whole: readonly (readonly Exact[])[];
  runs: readonly (readonly Exact[])[];
}

/** Returns the lists that another number of rows is learned of, from what was learned without it. */
export function learnVarying(learned: Learned, recording: RecordingBeside, checks: readonly Beside[]): VaryingList[] {
  // Longer in one check and shorter in the other, a list is both.
  const open = uniqueByPlace([
    ...learned.grows.filter(({ window }) => window === undefined),
    ...learned.unstable.filter(({ why }) => why === OTHER_LENGTH),
  ]);
  const others = listsOfUnstableRows(learned.unstable).filter((one) => !open.some((list) => isWithin(one, list)));
  if (open.length > MOST_VARYING_LISTS) return [];
  const index = new LearnedIndex(learned, recording.run);
  const listAt = ({ call, at, ...one }: ListPlace & Partial<Pick<GrownList, "left">>): VaryingList[] => {
    const found = candidateOf(call, at, recording, checks);
    // What each run leaves makes a list longer from run to run.
    if (found === undefined || (one.left !== undefined && isRising(found.runs))) return [];
    const list = listOf(found, index, recording, checks);
    return list === undefined ? [] : [list];
  };
  const whole = others.length > MOST_VARYING_LISTS ? [] : others.flatMap(listAt);
  const inner = open.filter((one) => ![...open, ...whole].some((list) => list !== one && isWithin(one, list)));
  return [...inner.flatMap(listAt), ...whole];
}

function isWithin(one: ListPlace, list: ListPlace): boolean {
  return one.call === list.call && isAtOrBelow(one.at, list.at);
}

type ListPlace = Pick<VaryingList, "call" | "at">;

/** The lists of which some row has something unstable: their rows may be other things in each run. */
function listsOfUnstableRows(unstable: readonly Unstable[]): ListPlace[] {
  return uniqueByPlace(
    unstable.flatMap(({ call, at }) => {
      const [, list] = ROW.exec(at) ?? [];
      return list === undefined || list === BLOCKS ? [] : [{ call, at: list }];
    }),
  );
}

function uniqueByPlace<T extends { call: number; at: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [`${String(one.call)} ${one.at}`, one])).values()];
}

function isRising(runs: readonly (readonly Exact[])[]): boolean {
  return runs.every(({ length }, i) => i === 0 || length > (runs[i - 1]?.length ?? 0));
}

function candidateOf(
  call: number,
  at: string,
  recording: RecordingBeside,
  checks: readonly Beside[],
): Candidate | undefined {
  const ordinal = recording.run.calls.findIndex(({ id }) => id === call);
  const lives = checks.flatMap(({ calls }) => calls[ordinal] ?? []);
  if (ordinal < 0 || lives.length < checks.length || lives.length + 1 < RUNS) return undefined;
  const views = [recording.views.get(call) ?? null, ...lives.map(viewCall)];
  const whole = views.flatMap((view) => {
    const rows = rowsAt(view, parsePointer(at) ?? []);
    return rows === undefined || rows.length > MOST_VARYING_ROWS ? [] : [rows];
  });
  if (whole.length < views.length) return undefined;
  const { head, foot } = besideRows(whole);
  const runs = whole.map((rows) => rows.slice(head, rows.length - foot));
  return { call, at, head, foot, whole, runs };
}

function rowsAt(value: Exact | undefined, [part, ...rest]: readonly string[]): readonly Exact[] | undefined {
  if (part === undefined)
    return Array.isArray(value) ? value : typeof value === "string" ? rowsOfText(value) : undefined;
  if (Array.isArray(value)) return rowsAt(value[Number(part)], rest);
  if (isExactObject(value)) return Object.hasOwn(value, part) ? rowsAt(value[part], rest) : undefined;
  return typeof value === "string" && part === "json" ? rowsAt(jsonOfText(value), rest) : undefined;
}

/** How many lines above and below the rows of a text are none: in every run there, and unlike the rows. */
function besideRows(runs: readonly (readonly Exact[])[]): { head: number; foot: number } {
  const shapes = runs.map((rows) => rows.map(shapeOfLine));
  const times = new Map<string, number>();
  for (const shape of shapes.flat()) times.set(shape, (times.get(shape) ?? 0) + 1);
  const [most] = [...times].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  if (!runs.flat().some((row) => typeof row === "string")) return { head: 0, foot: 0 };
  const all = runs.flat();
  const isBeside = (place: (rows: number) => number): boolean => {
    const lines = runs.map((rows) => rows[place(rows.length)] ?? null);
    const [shape, ...others] = shapes.map((those, run) => those[place(runs[run]?.length ?? 0)]);
    if (others.some((other) => other !== shape)) return false;
    const [line] = lines;
    const isHeading =
      typeof line === "string" &&
      !/\d/.test(line) &&
      lines.every((other) => other === line) &&
      all.filter((other) => other === line).length === runs.length;
    return isHeading || shape !== most;
  };
  const shortest = Math.min(...runs.map(({ length }) => length));
  let [head, foot] = [0, 0];
  while (head < Math.min(MOST_LINES_BESIDE, shortest - 1) && isBeside(() => head)) head++;
  while (foot < Math.min(MOST_LINES_BESIDE, shortest - head - 1) && isBeside((length) => length - 1 - foot)) foot++;
  return { head, foot };
}

/** Undefined where the rows do not say enough, or where what came after depends on how many they are. */
function listOf(
  { call, at, head, foot, runs }: Candidate,
  index: LearnedIndex,
  recording: RecordingBeside,
  checks: readonly Beside[],
): VaryingList | undefined {
  const [recorded = [], ...seen] = runs;
  const isEmpty = runs.some(({ length }) => length === 0);
  const isAsLong = new Set(runs.map(({ length }) => length)).size === 1;
  if (isEmpty || (isAsLong && !areOthers(runs))) return undefined;
  if (isState(runs) || JSON.stringify(runs).includes("[redacted:")) return undefined;
  const ordinal = recording.run.calls.findIndex(({ id }) => id === call);
  const moments = [recording.run.calls[ordinal], ...checks.map(({ calls }) => calls[ordinal])].flatMap(
    (one) => one?.moment ?? [],
  );
  const off = offsOf(runs, moments);
  const said = wordsSaid(recording.run, runs);
  const list: VaryingList = {
    call,
    at,
    ...(head > 0 && { head }),
    ...(foot > 0 && { foot }),
    seen: seen.map((rows) => [...rows]),
    ...(said.length > 0 && { said }),
    ...(off.length > 0 && { off }),
  };
  const rows = new VaryingRows(list, runs, index);
  if (!rows.areKnown() || decidesCalls(recording.run.calls, ordinal, recorded.length, rows.areAlike()))
    return undefined;
  return list;
}

/**
 * True for rows that nothing names, for no column has another value in each row, and the same ones in each run; and of which
 * each is made again in each run, with an id, or most say something else in some run.
 */
function areOthers(runs: readonly (readonly Exact[])[]): boolean {
  const read = runs.map((rows) => rows.map((row) => readRow(row, { isWhole: () => false, isJoined: () => true })));
  const columns = [...samplesOf(read).values()].map(byRun);
  const isName = (column: RowSample[][]): boolean => {
    const values = column.map((samples) => new Set(samples.map(({ text }) => text)));
    const [first] = values;
    return values.every(
      (those, run) => those.size === runs[run]?.length && [...those].every((text) => first?.has(text) === true),
    );
  };
  if (columns.some(isName)) return false;
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  const isMade = (column: RowSample[][]): boolean => {
    const texts = column.flat().map(({ text }) => text);
    return new Set(texts).size === count && areLong(texts);
  };
  if (columns.some(isMade)) return true;
  const words = columns.filter((column) =>
    column.flat().every(({ text, kind }) => kind === "plain" || isLetters(text)),
  );
  const says = read.map((rows, run) =>
    rows.map(({ frame }, row) =>
      [frame, ...words.map((column) => column[run]?.find((one) => one.row === row)?.text)].join("\n"),
    ),
  );
  const [recorded = [], ...seen] = says;
  const others = recorded.filter((one, row) => seen.some((rows) => rows[row] !== one));
  return others.length * 2 >= recorded.length;
}

function wordsSaid({ prompts, said = [] }: Run, runs: readonly (readonly Exact[])[]): string[] {
  const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const inRows = new Set(runs.flat().flatMap((row) => wordsIn(JSON.stringify(row))));
  return [...new Set([...prompts, ...said].flatMap(wordsIn))].filter((word) => inRows.has(word)).toSorted();
}

/** True for rows that stay from run to run, and only become more or fewer: what runs left, or took away. */
function isState(runs: readonly (readonly Exact[])[]): boolean {
  const texts = runs.map((rows) => rows.map((row) => canonOf(row)));
  const holds = (one: readonly string[], other: readonly string[]): boolean => {
    const open = [...other];
    return one.every((text) => {
      const at = open.indexOf(text);
      if (at >= 0) open.splice(at, 1);
      return at >= 0;
    });
  };
  const pairs = texts.slice(1).map((rows, i) => [texts[i] ?? [], rows] as const);
  return (
    pairs.every(([before, after]) => holds(before, after)) || pairs.every(([before, after]) => holds(after, before))
  );
}

function offsOf(runs: readonly (readonly Exact[])[], moments: readonly Moment[]): NonNullable<VaryingList["off"]> {
  const columns = timeColumnsOf(runs);
  return [...columns].flatMap(([column, samples]) => {
    if (!areTimes(samples)) return [];
    const texts = samples.map(({ text }) => text);
    const found = samples.flatMap(({ run }) => moments[run] ?? []);
    const [off, as] = [timeOff(texts, found), columnOfSpans(samples, moments, columns)];
    // Alone a time of day may be the length of a song.
    if (off === undefined || (as === undefined && texts.some(isTimeOfDay))) return [];
    return [{ column, ...off, from: Math.floor(off.from), to: Math.ceil(off.to), ...(as !== undefined && { as }) }];
  });
}

/**
 * True where Claude may have called by the rows: a tool as often as there are rows, or with their number, or, where rows
 * say different things, at all.
 */
function decidesCalls(calls: readonly RunCall[], ordinal: number, count: number, areAlike: boolean): boolean {
  const turn = calls[ordinal]?.turn ?? 0;
  const later = calls.filter((call) => call.turn > turn);
  if (later.length === 0) return false;
  const byTool = new Map<string, number>();
  for (const { tool } of later) byTool.set(tool, (byTool.get(tool) ?? 0) + 1);
  const counts = [count, count - 1].filter((one) => one > 0).map(String);
  const isSent = later.some((call) => argumentLeaves(call.arguments).some(({ value }) => counts.includes(value)));
  return !areAlike || isSent || [...byTool.values()].includes(count);
}

/** Takes the rows of such lists out of what was aligned: only the lines above and below them have places. */
export function settleVarying(
  lists: readonly VaryingList[],
  recording: RecordingBeside,
  checks: readonly Beside[],
): void {
  for (const { call, at } of lists) {
    const found = candidateOf(call, at, recording, checks);
    if (found === undefined) continue;
    for (const [i, check] of checks.entries()) {
      const pairing = check.pairings.get(call);
      if (pairing !== undefined) settle(pairing, found, found.whole[i + 1] ?? []);
    }
  }
}

function settle(pairing: Pairing, { at, head, foot, whole: [recorded = []] }: Candidate, live: readonly Exact[]): void {
  const isInside = (place: string): boolean => isAtOrBelow(place, at);
  for (const map of [pairing.leaves, pairing.keys, pairing.grows])
    for (const place of [...map.keys()].filter(isInside)) map.delete(place);
  for (const place of [...pairing.orders].filter(isInside)) pairing.orders.delete(place);
  const others = pairing.issues.filter((issue) => !isInside(issue.at));
  pairing.issues.length = 0;
  addAll(pairing.issues, others);
  pairing.issues.push({ at, why: "rows", recorded: recorded.length, live: live.length });
  const known = { values: new Map<string, string>() };
  for (const k of [...Array(head).keys(), ...Array.from({ length: foot }, (_, i) => recorded.length - foot + i)]) {
    const there = lineAt(at, k, recorded);
    const other = k < head ? k : live.length - (recorded.length - k);
    alignRow(recorded[k] ?? null, live[other] ?? null, there, known, pairing);
  }
}
