// Combines the pairings of all runs of one call: each place with its value in the recording and in every check.
import { addAll } from "../append-to.js";
import type { Place } from "./learned.js";
import { tokenRange } from "./learned.js";
import { spansWithin, type LeafPair, type Pairing } from "./leaf-pair.js";
import { areMade, widenMade } from "./made.js";
import { joinNames, type Range } from "./made-names.js";
import { nameOfPlace, type Named } from "./names.js";
import type { PieceKind } from "./pieces.js";
import type { Moment } from "./moment.js";
import { tokensOf, type Token } from "./tokens.js";

/** A place that exists in all runs, with its values. */
export interface Observed {
  place: Place;
  turn: number;
  tool: string;
  named: Named;
  /** The recorded value, then that of each check. */
  seen: string[];
  kinds: PieceKind[];
  moments: Moment[];
  /** False for a JSON number. */
  text: boolean;
  /** True for a place in a list that had more rows in a check: rows of other runs look like it. */
  grown: boolean;
  /** True for a value that is in another row or item in another run: names in another order. */
  moved: boolean;
  /** The position of the value in its recorded text. */
  context: { text: string; start: number; end: number } | undefined;
}

/** A call of the recording, or the contract, with the moments of its runs. */
export interface ObservedCall {
  call: number;
  turn: number;
  tool: string;
  moments: Moment[];
}

/** True for a place whose values are not all the same. */
export function differs({ seen }: Observed): boolean {
  return seen.some((value) => value !== seen[0]);
}

/** Returns the places of a call that all pairings have. */
export function observe(call: ObservedCall, pairings: readonly Pairing[]): Observed[] {
  const [first, ...others] = pairings;
  if (first === undefined) return [];
  const observed: Observed[] = [];
  for (const [at, leaf] of first.leaves) {
    const leaves = [leaf, ...others.map((pairing) => pairing.leaves.get(at))].filter((pair) => pair !== undefined);
    if (leaves.length === pairings.length) addAll(observed, observeLeaf(call, at, leaves));
  }
  for (const [at, leaf] of first.keys) {
    const leaves = [leaf, ...others.map((pairing) => pairing.keys.get(at))].filter((pair) => pair !== undefined);
    if (leaves.length < pairings.length) continue;
    const parent = at.slice(0, at.lastIndexOf("/"));
    const place: Place = { call: call.call, at, key: true };
    const seen = [leaf.recorded, ...leaves.map(({ live }) => live)];
    observed.push(build(call, place, parent, seen, { kinds: seen.map(() => "word" as const) }));
  }
  const grown = pairings.flatMap((pairing) => [...pairing.grows.keys()]);
  return grown.length === 0
    ? observed
    : observed.map((one) => ({ ...one, grown: grown.some((at) => one.place.at.startsWith(`${at}/`)) }));
}

function observeLeaf(call: ObservedCall, at: string, leaves: readonly LeafPair[]): Observed[] {
  const [first] = leaves;
  if (first === undefined) return [];
  const place: Place = { call: call.call, at };
  if (!first.text) {
    const seen = [first.recorded, ...leaves.map(({ live }) => live)];
    return [build(call, place, at, seen, { kinds: seen.map(() => "number" as const), text: false })];
  }
  return joinNames(mergeSpans(leaves), leaves).map(({ from, to, start: tokensStart, end: tokensEnd }): Observed => {
    const inside = leaves.map(({ spans }) => spansWithin(spans, { from, to }));
    const lives = leaves.map(({ live }, i) => {
      const [one, last] = [inside[i]?.[0], inside[i]?.at(-1)];
      return { live, start: one?.liveStart ?? 0, end: last?.liveEnd ?? live.length };
    });
    const bare = [
      first.recorded.slice(tokensStart, tokensEnd),
      ...lives.map(({ live, start, end }) => live.slice(start, end)),
    ];
    const isWide = areMade(bare) && bare.some((value) => value !== bare[0]);
    const widen = (text: string, range: { start: number; end: number }): { start: number; end: number } =>
      isWide ? widenMade(text, range) : range;
    const { start, end } = widen(first.recorded, { start: tokensStart, end: tokensEnd });
    const seen = [
      first.recorded.slice(start, end),
      ...lives.map(({ live, ...range }) => {
        const wide = widen(live, range);
        return live.slice(wide.start, wide.end);
      }),
    ];
    const isWhole = start === 0 && end === first.recorded.length;
    const there: Place = isWhole ? place : { ...place, token: tokenRange(from, to) };
    const kinds = inside.map((spans): PieceKind => (spans.length === 1 ? (spans[0]?.liveKind ?? "word") : "made"));
    const kind = inside[0]?.length === 1 ? (inside[0][0]?.kind ?? "word") : "made";
    const context = { text: first.recorded, start, end };
    return build(call, there, at, seen, { kinds: [kind, ...kinds], context });
  });
}

function build(
  { tool, turn, moments }: ObservedCall,
  place: Place,
  at: string,
  seen: string[],
  { kinds, text = true, context }: { kinds: PieceKind[]; text?: boolean; context?: Observed["context"] },
): Observed {
  const isWhole = context === undefined || (context.start === 0 && context.end === context.text.length);
  let name: Named | undefined;
  return {
    place,
    turn,
    tool,
    // Computed on demand: most places never need their name.
    get named() {
      return (name ??= nameOfPlace(tool, at, seen[0] ?? "", isWhole ? undefined : context));
    },
    seen,
    kinds,
    moments,
    text,
    grown: false,
    moved: false,
    context,
  };
}

/** Returns the spans of a text in all pairings; of two that overlap, the one that contains both. */
function mergeSpans(leaves: readonly LeafPair[]): Range[] {
  const all = leaves.flatMap(({ spans }) => spans).toSorted((a, b) => a.from - b.from || b.to - a.to);
  const merged: Range[] = [];
  for (const { from, to, start, end } of all) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.end = Math.max(last.end, end);
    } else merged.push({ from, to, start, end });
  }
  return merged;
}

/** Returns the recorded text of a range of tokens. */
export function rangeOf(
  text: string,
  token: Place["token"],
  tokens: readonly Token[] = token === undefined ? [] : tokensOf(text),
): { start: number; end: number } | undefined {
  if (token === undefined) return { start: 0, end: text.length };
  const [from, to] = typeof token === "number" ? [token, token] : token;
  const [first, last] = [tokens[from - 1], tokens[to - 1]];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}
