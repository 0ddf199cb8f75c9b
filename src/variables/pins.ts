// Finds what the pins of a config say about a piece of an argument: the place it comes from, a constant, how it was
// made.
import { pointerPattern } from "../json/pointer-pattern.js";
import { matchesGlob } from "../trace/glob.js";
import type { ArgumentPiece } from "./arguments.js";
import { appendTo } from "../append-to.js";
import type { Observed } from "./observe.js";
import { isTokenChar, tokensOf } from "./tokens.js";

/** How an argument was made from a value. */
export type MadeAs = "upper" | "lower" | "base64" | "percent" | "number" | "text";

/** A line of `pins` in the config. */
export interface Pin {
  /** Where the value comes from; absent with `constant`. */
  tool?: string | undefined;
  path?: string | undefined;
  /** Where it goes. */
  into: string;
  argument: string;
  /** Which token of the argument. Absent: each piece that has the value, or the whole argument. */
  token?: number | undefined;
  constant?: boolean | undefined;
  as?: MadeAs | undefined;
}

/** What a pin says about a piece. */
export type Pinned = { kind: "constant" } | { kind: "place"; source: Observed; as: MadeAs | undefined };

/**
 * Returns the pin of a piece of an argument, if any. A pin names a place; of several such places the last with the
 * value counts.
 */
export function pinOf(piece: ArgumentPiece, pins: readonly Pin[], observed: readonly Observed[]): Pinned | undefined {
  for (const pin of pins) {
    if (!matchesGlob(pin.into, piece.named.tool) || pin.argument !== piece.at || !coversToken(pin, piece)) continue;
    if (pin.constant === true) return { kind: "constant" };
    const sources = observed.filter((place) => isAt(pin, place));
    // An encoding covers the whole argument: no single piece is the value.
    if (isEncoding(pin.as) && piece.token !== undefined) continue;
    const source = sources.findLast(({ seen }) => makeAs(seen[0] ?? "", pin.as) === piece.value);
    if (source !== undefined) return { kind: "place", source, as: pin.as };
  }
  return undefined;
}

/** A part of an argument that was made from a whole result text, or from a value of several tokens in one. */
export interface PinnedWhole {
  source: Observed;
  as: MadeAs | undefined;
  start: number;
  end: number;
}

/** Returns the part of an argument that a pin covers, where no single piece is the value. */
export function pinOfWhole(
  { tool, at, value }: { tool: string; at: string; value: string },
  pins: readonly Pin[],
  observed: readonly Observed[],
): PinnedWhole | undefined {
  for (const pin of pins) {
    if (!matchesGlob(pin.into, tool) || pin.argument !== at || pin.constant === true) continue;
    const sources = observed.filter((place) => isAt(pin, place));
    for (const source of [...sources.filter(isSpan), ...wholesOf(sources)].toReversed()) {
      const made = makeAs(source.seen[0] ?? "", pin.as);
      if (made === value && pin.token === undefined) return { source, as: pin.as, start: 0, end: value.length };
      const [range, ...others] = placesInArgument(made, value, pin.token);
      if (range === undefined || others.length > 0 || tokensOf(made).length < 2) continue;
      return { source, as: pin.as, ...range };
    }
  }
  return undefined;
}

/** True for a value that is all of its text, or several tokens of it. */
function isSpan({ place }: Observed): boolean {
  return typeof place.token !== "number";
}

/** Returns the whole texts that have variable parts, with the text of each run. */
function wholesOf(sources: readonly Observed[]): Observed[] {
  const texts = new Map<string, Observed[]>();
  for (const source of sources) {
    if (source.place.token === undefined || source.context === undefined) continue;
    appendTo(texts, `${String(source.place.call)} ${source.place.at}`, source);
  }
  return [...texts.values()].flatMap((parts): Observed[] => {
    const [first] = parts;
    if (first?.context === undefined) return [];
    const { text } = first.context;
    const seen = first.seen.map((_, run) =>
      parts
        .toSorted((one, other) => (other.context?.start ?? 0) - (one.context?.start ?? 0))
        .reduce((all, { context, seen: values }) => {
          const { start = 0, end = 0 } = context ?? {};
          return all.slice(0, start) + (values[run] ?? "") + all.slice(end);
        }, text),
    );
    const { token: _, ...place } = first.place;
    const context = { text, start: 0, end: text.length };
    return [{ ...first, place, named: first.named, seen, context }];
  });
}

/** Returns where a value is in an argument: the whole, or a token of it. */
export function placesInArgument(
  value: string,
  argument: string,
  token: number | undefined,
): { start: number; end: number }[] {
  if (value === "") return [];
  if (token !== undefined) {
    const start = tokensOf(argument)[token - 1]?.start ?? -1;
    // A value of several tokens begins at the named one.
    const lead = /^[^\p{L}\p{N}]*/u.exec(value)?.[0].length ?? 0;
    const from = start - lead;
    const end = from + value.length;
    return from >= 0 && argument.startsWith(value, from) && !isTokenChar(argument[end]) ? [{ start: from, end }] : [];
  }
  if (argument === value) return [{ start: 0, end: value.length }];
  const places: { start: number; end: number }[] = [];
  for (let start = argument.indexOf(value); start !== -1; start = argument.indexOf(value, start + 1)) {
    const end = start + value.length;
    if (!isTokenChar(argument[start - 1]) && !isTokenChar(argument[end])) places.push({ start, end });
  }
  return places;
}

function isEncoding(as: MadeAs | undefined): boolean {
  return as === "base64" || as === "percent";
}

function coversToken({ token }: Pin, piece: ArgumentPiece): boolean {
  if (token === undefined) return true;
  const [from, to] = typeof piece.token === "number" ? [piece.token, piece.token] : (piece.token ?? [1, 1]);
  return from <= token && token <= to;
}

function isAt({ tool = "*", path = "" }: Pin, { place, tool: its }: Observed): boolean {
  return matchesGlob(tool, its) && pointerPattern(path)(place.at) === "there";
}

/** Returns the argument that is made from a value. */
export function makeAs(value: string, as: MadeAs | undefined): string {
  switch (as) {
    case "upper":
      return value.toUpperCase();
    case "lower":
      return value.toLowerCase();
    case "base64":
      return Buffer.from(value).toString("base64");
    case "percent":
      return encodeURIComponent(value.toWellFormed());
    case "number":
      return String(Number(value));
    case "text":
    case undefined:
      return value;
  }
}
