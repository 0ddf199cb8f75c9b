// Finds values that stand in another row or another item in another run: what is at their place then is another name.
import type { Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { CountedRows, type ValueSpot } from "./follows-words.js";
import type { Place } from "./learned.js";
import { viewLeavesOf } from "./leaves.js";
import type { Observed } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { tokensOf } from "./tokens.js";
import { inAnyRow } from "../json/pointer.js";

/** Marks the places whose value moved between the recording and a check. */
export function markMoved(places: readonly Observed[], recorded: Exact, lives: readonly Exact[]): void {
  const varying = places.filter(({ place, seen, kinds }) => {
    return place.key !== true && seen.some((value) => value !== seen[0]) && !kinds.includes("time");
  });
  if (varying.length === 0) return;
  const before = new MovedValues(recorded);
  const now = lives.map((live) => new MovedValues(live));
  for (const place of varying) {
    const [value = "", ...others] = place.seen;
    const spot = spotOf(place.place, place.context);
    place.moved = others.some((other, at) => {
      const live = now[at];
      return live !== undefined && before.isMoved(spot, value, other, live);
    });
  }
}

/** Returns where a value is that begins at an offset of a recorded text. */
export function spotOf({ at, token }: Place, context: { text: string; start: number } | undefined): ValueSpot {
  if (context === undefined) return { at };
  return { at, token: typeof token === "number" ? token : (token?.[0] ?? 1), text: context.text, start: context.start };
}

/** One result, to tell which of its values stand in another row of another result. */
export class MovedValues {
  private columns: Columns | undefined;
  private rows: CountedRows | undefined;

  constructor(private readonly view: Exact) {}

  /**
   * True where a value, and what is in its place in another run, are names in another order: one of them is in another
   * row there, or only the index tells its row from others and the rows changed places; and it is no reference that
   * follows the words beside it.
   */
  isMoved(spot: ValueSpot, value: string, other: string, live: MovedValues): boolean {
    if (other === value) return false;
    const [rows, others] = [this.countedRows(), live.countedRows()];
    if (!live.has(spot, value) && !this.has(spot, other) && !rows.isLoose(spot, value, other, others)) return false;
    return !rows.followsWords(spot, value, others);
  }

  private has(spot: ValueSpot, value: string): boolean {
    return (this.columns ??= new Columns(this.view)).has(spot, value);
  }

  private countedRows(): CountedRows {
    return (this.rows ??= new CountedRows(this.view));
  }
}

/** Where the values of a result stand, by the position in their row. */
class Columns {
  /** The positions and values of each column: that of all rows at one place. */
  private readonly columns = new Map<string, Set<string>>();

  constructor(view: Exact) {
    for (const { at, value } of viewLeavesOf(view, "")) {
      if (isNumber(value)) this.column(at).add(keyOf("whole", numberText(value)));
      else if (typeof value === "string") addText(this.column(at), value);
    }
  }

  private column(at: string): Set<string> {
    const name = inAnyRow(at);
    const there = this.columns.get(name) ?? new Set();
    this.columns.set(name, there);
    return there;
  }

  /** True where the value stands at the position that a place has in its row. */
  has({ at, token = 1, text, start = 0 }: ValueSpot, value: string): boolean {
    const column = this.columns.get(inAnyRow(at));
    if (column === undefined) return false;
    if (column.has(keyOf("whole", value))) return true;
    if (text === undefined) return false;
    // A word that is in the list is a name wherever it stands; a number may be another amount.
    if (/\p{L}/u.test(value)) return column.has(keyOf("any", value));
    return positionsOf(token, start, startsOf(text)).some((position) => column.has(keyOf(position, value)));
  }
}

function addText(column: Set<string>, text: string): void {
  column.add(keyOf("whole", text));
  const pieces = piecesOf(text);
  // Nobody asks for a part of a UUID, and most rows have one.
  if (pieces.length === 1 && pieces[0]?.kind === "uuid" && pieces[0].text === text) return;
  const starts = startsOf(text);
  for (const { text: value, start, from } of [...pieces, ...tokensOf(text).map(asPiece)]) {
    column.add(keyOf("any", value));
    for (const position of positionsOf(from, start, starts)) column.add(keyOf(position, value));
  }
}

function asPiece(
  { text, start }: { text: string; start: number },
  at: number,
): {
  text: string;
  start: number;
  from: number;
} {
  return { text, start, from: at + 1 };
}

function keyOf(position: string, value: string): string {
  return `${position} ${value}`;
}

interface Start {
  /** Where an item begins. */
  at: number;
  /** The first token of it, counted from 1. */
  token: number;
}

/** Returns where the items of a text begin: after commas, brackets, colons. */
function startsOf(text: string): Start[] {
  const starts: Start[] = [{ at: 0, token: 1 }];
  const tokens = tokensOf(text);
  let next = 0;
  for (const { index, 0: sign } of text.matchAll(/[,;|():]|\b(?:and|or)\b/g)) {
    const at = index + sign.length;
    while (next < tokens.length && (tokens[next]?.start ?? 0) < at) next++;
    starts.push({ at, token: next + 1 });
  }
  return starts;
}

/** Returns the positions of a token: in its line, and in its item. */
function positionsOf(token: number, at: number, starts: readonly Start[]): string[] {
  const item = starts.findLast((start) => start.at <= at);
  return [`line ${String(token)}`, `item ${String(token - (item?.token ?? 1))}`];
}
