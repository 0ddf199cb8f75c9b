// Compiles a glob for one name: `*` any text, `?` one character, `{a,b}` either. Matching takes time proportional to
// both lengths.

/** Decides whether a whole name matches. */
export interface Glob {
  test(name: string): boolean;
}

/** True where the whole name matches: the one rule for files, workflows, tools and paths. */
export function matchesGlob(glob: string, name: string): boolean {
  return isGlob(glob) ? buildGlob(glob).test(name) : glob === name;
}

/** A character, or a part that matches more than one. */
type Part = string | { kind: "one" } | { kind: "any" } | { kind: "choice"; of: Part[][] };

/** True where `name` is a glob and not a plain text. */
export function isGlob(name: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(name);
}

/** The matcher of a glob. Uses no regular expression: one with many stars would backtrack forever. */
export function buildGlob(glob: string): Glob {
  const parts = Array.from(glob.matchAll(/\{([^{}]*,[^{}]*)\}|[^{]+|\{/gu)).flatMap(([text, choices]): Part[] =>
    choices === undefined ? partsOf(text) : [{ kind: "choice", of: choices.split(",").map(partsOf) }],
  );
  return {
    test(name) {
      const chars = Array.from(name);
      return endsOf(parts, chars, new Set([0])).has(chars.length);
    },
  };
}

function partsOf(text: string): Part[] {
  return Array.from(text, (char) => (char === "*" ? { kind: "any" } : char === "?" ? { kind: "one" } : char));
}

/** The positions where the parts may end if they begin at one of `starts`. */
function endsOf(parts: readonly Part[], chars: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  let places = starts;
  for (const part of parts) {
    if (places.size === 0) return places;
    places = endsOfPart(part, chars, places);
  }
  return places;
}

function endsOfPart(part: Part, chars: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  if (typeof part !== "string" && part.kind === "choice")
    return new Set(part.of.flatMap((choice) => [...endsOf(choice, chars, starts)]));
  const ends = new Set<number>();
  if (typeof part !== "string" && part.kind === "any") {
    for (let place = firstOf(starts); place <= chars.length; place++) ends.add(place);
    return ends;
  }
  for (const start of starts)
    if (start < chars.length && (typeof part !== "string" || part === chars[start])) ends.add(start + 1);
  return ends;
}

function firstOf(places: ReadonlySet<number>): number {
  let first = Infinity;
  for (const place of places) first = Math.min(first, place);
  return first;
}
