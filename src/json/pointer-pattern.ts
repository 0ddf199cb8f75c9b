// Matches JSON Pointers with a pattern: a pointer in which `*` matches one part, whatever its name.
import { parsePointer } from "./pointer.js";

/** How the places of a pattern relate to a pointer: the same place, above it, below it, or elsewhere. */
export type PatternPosition = "there" | "above" | "below" | "elsewhere";

/** Compares the places of a pattern with a pointer, or with its parts. A text that is not a pointer is elsewhere. */
export type PointerPattern = (pointer: string | readonly string[]) => PatternPosition;

/** Reads a pattern. */
export function pointerPattern(pattern: string): PointerPattern {
  const wanted = parsePointer(pattern);
  return (pointer) => {
    const parts = typeof pointer === "string" ? parsePointer(pointer) : pointer;
    if (wanted === undefined || parts === undefined) return "elsewhere";
    const common = Math.min(wanted.length, parts.length);
    for (let at = 0; at < common; at++) if (wanted[at] !== "*" && wanted[at] !== parts[at]) return "elsewhere";
    if (wanted.length === parts.length) return "there";
    return wanted.length < parts.length ? "above" : "below";
  };
}
