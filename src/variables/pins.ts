// Finds what the pins of a config say about a piece of an argument: the place it comes from, a constant, how it was
// made.
import { pointerPattern } from "../json/pointer-pattern.js";
import { matchesGlob } from "../trace/glob.js";
import type { ArgumentPiece } from "./arguments.js";
import type { Observed } from "./observe.js";

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

/** Returns the place that a whole argument was made from, by a pin that names no token. */
export function pinOfWhole(
  { tool, at, value }: { tool: string; at: string; value: string },
  pins: readonly Pin[],
  observed: readonly Observed[],
): { source: Observed; as: MadeAs | undefined } | undefined {
  for (const pin of pins) {
    if (!matchesGlob(pin.into, tool) || pin.argument !== at || pin.constant === true || pin.token !== undefined)
      continue;
    const sources = observed.filter((place) => isAt(pin, place));
    const source = sources.findLast(({ seen }) => makeAs(seen[0] ?? "", pin.as) === value);
    if (source !== undefined) return { source, as: pin.as };
  }
  return undefined;
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
