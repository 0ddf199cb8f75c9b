// Finds values that stand in another row or another item in another run: what is at their place then is another name.
import type { Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
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
  const before = new Columns(recorded);
  const now = lives.map((live) => new Columns(live));
  for (const place of varying) {
    const [value = "", ...others] = place.seen;
    place.moved = others.some(
      (other, at) => other !== value && (now[at]?.has(place, value) === true || before.has(place, other)),
    );
  }
}

/** Where the values of a result stand, by the position in their row. */
class Columns {
  private readonly keys = new Set<string>();

  constructor(view: Exact) {
    for (const { at, value } of viewLeavesOf(view, "")) {
      if (isNumber(value)) this.keys.add(keyOf(at, "whole", numberText(value)));
      else if (typeof value === "string") this.addText(at, value);
    }
  }

  private addText(at: string, text: string): void {
    this.keys.add(keyOf(at, "whole", text));
    const starts = startsOf(text);
    for (const { text: value, start, from } of [...piecesOf(text), ...tokensOf(text).map(asPiece)]) {
      this.keys.add(keyOf(at, "any", value));
      for (const position of positionsOf(from, start, starts)) this.keys.add(keyOf(at, position, value));
    }
  }

  /** True where the value stands at the position that a place has in its row. */
  has({ place, context }: Observed, value: string): boolean {
    const { at, token } = place;
    if (this.keys.has(keyOf(at, "whole", value))) return true;
    if (context === undefined) return false;
    // A word that is in the list is a name wherever it stands; a number may be another amount.
    if (/\p{L}/u.test(value)) return this.keys.has(keyOf(at, "any", value));
    const from = typeof token === "number" ? token : (token?.[0] ?? 1);
    return positionsOf(from, context.start, startsOf(context.text)).some((position) =>
      this.keys.has(keyOf(at, position, value)),
    );
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

function keyOf(at: string, position: string, value: string): string {
  return `${inAnyRow(at)} ${position} ${value}`;
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
