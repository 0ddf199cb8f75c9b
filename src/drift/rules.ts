// What the cassette and the config say of places in, questions about one call's places answered.
// Must not know what stands at those places.
import { buildPointer, parsePointer } from "../json/pointer.js";
import type { DriftClass } from "../trace/drift.js";

/** A place in results: the tool's name or a glob, and a pointer in which `*` stands for one part. */
export interface PlaceRule {
  tool: string;
  path: string;
}

/** Which value of a result goes into which argument of a later call. */
export interface Pin extends PlaceRule {
  into: string;
  argument: string;
}

export interface DriftRules {
  /** From the cassette: what the check found. */
  varies: readonly { call: number; at: string }[];
  /** From the config. */
  configVaries: readonly (PlaceRule & { order?: "any" | undefined })[];
  ignore: readonly PlaceRule[];
  pins: readonly Pin[];
  /** Classes that are harmless here: by default docs and additive. With none, none is. */
  accept: readonly DriftClass[];
  /** Ids of single drifts that a person called harmless. */
  acceptedIds: readonly string[];
  /** Accept nothing. */
  strict: boolean;
}

export type Path = readonly (string | number)[];

/** Who says that a place differs by itself. */
export type Listing = "cassette" | "config";

/** What the rules say of the places of one call's result. */
export interface PlaceRules {
  /** The place, or one above it, is listed. */
  listing(path: Path): Listing | undefined;
  ignored(path: Path): boolean;
  anyOrder(path: Path): boolean;
}

/** Builds what gives the rules of each call. In a check every place is listed, as the check is what finds them. */
export function buildPlaceRules(rules: DriftRules, check: boolean): (call: number, tool: string) => PlaceRules {
  const byCall = new Map<number, Set<string>>();
  for (const { call, at } of rules.varies) byCall.set(call, (byCall.get(call) ?? new Set()).add(at));
  return (call, tool) => rulesOfCall(rules, byCall.get(call) ?? new Set(), tool, check);
}

function rulesOfCall(rules: DriftRules, listed: ReadonlySet<string>, tool: string, check: boolean): PlaceRules {
  const ofTool = <T extends PlaceRule>(places: readonly T[]): T[] => places.filter((p) => matchesGlob(p.tool, tool));
  const varies = ofTool(rules.configVaries);
  const byConfig = varies.filter((place) => place.order === undefined).map((place) => partsOf(place.path));
  const inAnyOrder = varies.filter((place) => place.order === "any").map((place) => partsOf(place.path));
  const ignore = ofTool(rules.ignore).map((place) => partsOf(place.path));
  return {
    listing: (path) => {
      if (byConfig.some((pattern) => covers(pattern, path))) return "config";
      return check || isListed(listed, path) ? "cassette" : undefined;
    },
    ignored: (path) => ignore.some((pattern) => covers(pattern, path)),
    anyOrder: (path) => inAnyOrder.some((pattern) => pattern.length === path.length && covers(pattern, path)),
  };
}

function isListed(listed: ReadonlySet<string>, path: Path): boolean {
  if (listed.size === 0) return false;
  let pointer = buildPointer(path);
  while (pointer !== "") {
    if (listed.has(pointer)) return true;
    pointer = pointer.slice(0, pointer.lastIndexOf("/"));
  }
  return listed.has("");
}

/** A text that is no pointer covers nothing: the part cannot occur. */
function partsOf(pointer: string): readonly string[] {
  return parsePointer(pointer) ?? ["\u0000"];
}

/** True where the pattern is the path, or lies above it. */
function covers(pattern: readonly string[], path: Path): boolean {
  return pattern.length <= path.length && pattern.every((part, at) => part === "*" || part === String(path[at]));
}

/** True where the glob (`*` any text, `?` one character) is the whole name. */
export function matchesGlob(glob: string, name: string): boolean {
  const [pattern, text] = [Array.from(glob), Array.from(name)];
  let [at, place] = [0, 0];
  // Where the last star stands and what it has taken: going back to it alone is enough, and never takes long.
  let star: { at: number; place: number } | undefined;
  while (place < text.length) {
    if (pattern[at] === "*") star = { at: at++, place };
    else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === text[place]))
      [at, place] = [at + 1, place + 1];
    else if (star !== undefined) [at, place] = [star.at + 1, ++star.place];
    else return false;
  }
  return pattern.slice(at).every((rest) => rest === "*");
}
