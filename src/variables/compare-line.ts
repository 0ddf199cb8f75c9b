// Compares one line of a text with a template: fixed text with variables, redacted values and freed words in it.
import type { Exact } from "../json/exact.js";
import type { CallPair } from "./call-pair.js";
import { matchCells } from "./cells.js";
import { isLong } from "./chance.js";
import { diceIn } from "./dice.js";
import { isEquationLost } from "./equations.js";
import type { FindingClass, FindingReason } from "./finding.js";
import type { FreePlaces } from "./free-places.js";
import type { Spot } from "./index-learned.js";
import { widenMade } from "./made.js";
import type { WordContext } from "./names.js";
import { seenText, tokenEnds } from "./learned.js";
import { rangeOf } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { matchTemplate, type Slot } from "./template.js";
import { tokensOf } from "./tokens.js";

/** What the comparison of a line notes, and where. */
interface LineComparison {
  readonly pair: CallPair;
  readonly free: FreePlaces;
  find(kind: FindingClass, why: FindingReason, at: string, sides: { recorded: string; now: string }): void;
  changed(why: FindingReason, at: string, recorded: string, live: string): void;
  read(
    spot: Spot,
    recorded: string,
    live: string,
    at: string,
    sides?: { recorded?: Exact; live?: Exact; context?: WordContext; shape?: string },
  ): boolean;
}

interface LineSlot extends Slot {
  /** Takes the live value. Returns false where it breaks a rule. */
  take(value: string): boolean;
  /** Set for a slot that is the whole line: its own rules say everything about it. */
  spot?: Spot;
}

/** Compares two texts of one line. `spots`: the variables in it, where it is a part of what stands there. */
export function compareLine(
  comparison: LineComparison,
  recorded: string,
  live: string,
  at: string,
  spots: readonly Spot[] = comparison.pair.index.leaf(comparison.pair.call, at),
): void {
  const { pair, free } = comparison;
  const slots = slotsOf(comparison, recorded, at, spots);
  if (slots.length === 0) {
    if (recorded === live) return;
    const isExplained = pair.loose === true && pair.bindings.explains(recorded, live, pair);
    if (isExplained) comparison.find("volatile", "variable", at, { recorded, now: live });
    else comparison.changed("constant", at, recorded, live);
    return;
  }
  const [only] = slots;
  if (slots.length === 1 && only?.spot !== undefined && only.start === 0 && only.end === recorded.length) {
    comparison.read(only.spot, recorded, live, at, { recorded, live });
    return;
  }
  const found = matchTemplate(recorded, slots, live);
  const isUnclear = "why" in found && found.why === "ambiguous";
  const match = isUnclear ? (matchCells(recorded, slots, live) ?? found) : found;
  if ("why" in match) {
    const isFreed = recorded === live && free.redactedIn(recorded).length > 0;
    if (!isFreed) comparison.changed(match.why === "fixed" ? "text" : "ambiguous", at, recorded, live);
    return;
  }
  const isFine = slots.map((slot, i) => slot.take(match.values[i] ?? "")).every(Boolean);
  if (isFine && isEquationLost(recorded, live)) comparison.changed("relation", at, recorded, live);
  else if (isFine && recorded !== live) {
    const isRedacted = slots.every(({ spot }) => spot === undefined);
    comparison.find("volatile", isRedacted ? "redacted" : "variable", at, { recorded, now: live });
  }
}

function slotsOf(comparison: LineComparison, recorded: string, at: string, unsorted: readonly Spot[]): LineSlot[] {
  const { pair, free } = comparison;
  const { index, bindings, call } = pair;
  let moved = 0;
  const spots = unsorted.toSorted((a, b) => firstOf(a) - firstOf(b));
  const tokens = spots.length === 0 ? [] : tokensOf(recorded);
  const pieces = new Map(call === 0 && spots.length > 0 ? piecesOf(recorded).map((piece) => [piece.from, piece]) : []);
  const ranges = spots.flatMap((spot): SpotRange[] => {
    const { token } = spot.place;
    const own = rangeOf(recorded, moveBy(token, moved), tokens);
    // The text of a shared contract may come from another recording, whose made word has more tokens or fewer.
    const piece = token === undefined ? undefined : pieces.get(firstOf(spot) + moved);
    const isOwn =
      own !== undefined && bindings.hasForm(spot.variable, recorded, recorded.slice(own.start, own.end), pair);
    const range = piece === undefined || isOwn ? own : piece;
    if (range === piece && piece !== undefined) moved += piece.to - piece.from - spanOf(spot);
    if (range === undefined) return [];
    // A made word may begin or end with dashes, which are not part of its tokens.
    const { start, end } = bindings.isMade(spot.variable) ? widenMade(recorded, range) : range;
    // A sign is no token.
    const isSigned = seenText(index.variable(spot.variable)?.seen[0]) === `-${recorded.slice(start, end)}`;
    return [{ spot, start: isSigned && recorded[start - 1] === "-" ? start - 1 : start, end }];
  });
  const ids = ranges.filter(({ spot }) => index.variable(spot.variable)?.kind === "value");
  const joined = new Map(ids.flatMap(({ start, end }) => [start, end].map((edge) => [edge, { start, end }] as const)));
  const dice = diceIn(recorded);
  const slots = ranges.map(({ spot, start, end }): LineSlot => {
    const text = recorded.slice(start, end);
    const die = dice.find((one) => one.start === start && one.end === end);
    const shapeOf = (value: string): string => (isZeroOfId(recorded, { start, end }, value, joined) ? text : value);
    return {
      spot,
      start,
      end,
      padded: index.isNumeric(spot.variable),
      fits: (value) => die?.fits(value) ?? bindings.hasForm(spot.variable, text, shapeOf(value), pair),
      take: (value) => {
        const context = { text: recorded, start, end };
        return comparison.read(spot, text, value, at, { context, shape: shapeOf(value) });
      },
    };
  });
  const isApart = ({ start, end }: Pick<SpotRange, "start" | "end">): boolean =>
    !slots.some((slot) => slot.start < end && start < slot.end);
  // A die that showed the same in all runs.
  const others = dice.filter(isApart).map((die): LineSlot => ({ ...die, padded: false, take: () => true }));
  const redacted = free.redactedIn(recorded).flatMap((place): LineSlot[] => {
    const { start, end } = place;
    if (!isApart(place)) return [];
    const take = (value: string): boolean => {
      free.noteRedacted(recorded.slice(start, end), value, at);
      return true;
    };
    return [{ start, end, padded: false, fits: (value) => place.fits(value), take }];
  });
  return [...slots, ...others, ...redacted].toSorted((a, b) => a.start - b.start);
}

/** A variable of a line, and where it stands. */
interface SpotRange {
  spot: Spot;
  start: number;
  end: number;
}

/** Tells whether a value is a 0 joined to a long value that varies. A check digit counts nothing: any digit will do. */
function isZeroOfId(
  text: string,
  { start, end }: Pick<SpotRange, "start" | "end">,
  value: string,
  joined: ReadonlyMap<number, Pick<SpotRange, "start" | "end">>,
): boolean {
  if (!/^0+$/.test(value) || value.length !== end - start) return false;
  const before = /[-_/]/.test(text[start - 1] ?? "") ? joined.get(start - 1) : undefined;
  const after = /[-_/]/.test(text[end] ?? "") ? joined.get(end + 1) : undefined;
  return [before, after].some((id) => id !== undefined && isLong(text.slice(id.start, id.end)));
}

function firstOf({ place }: Spot): number {
  return tokenEnds(place)[0];
}

function spanOf({ place }: Spot): number {
  const [from, to] = tokenEnds(place);
  return to - from;
}

function moveBy(token: Spot["place"]["token"], by: number): Spot["place"]["token"] {
  if (token === undefined || by === 0) return token;
  return typeof token === "number" ? token + by : [token[0] + by, token[1] + by];
}
