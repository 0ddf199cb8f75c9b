// Matches JSON Pointers with a pattern: a pointer in which `*` stands for one part, whatever its name.
import { parsePointer } from "./pointer.js";

/** Where what a pattern names stands to a place: it is there, or in what lies above or below it, or elsewhere. */
export type PatternPosition = "there" | "above" | "below" | "elsewhere";

/** Where the places of a pattern stand to a pointer, or to its parts. A text that is no pointer is elsewhere. */
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
