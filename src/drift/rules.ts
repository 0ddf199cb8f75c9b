// What the config says of places in, questions about one call's places answered.
// Must not know what stands at those places.
import type { Path } from "../json/path.js";
import { parsePointer } from "../json/pointer.js";
import type { Drift } from "../trace/drift.js";
import type { DriftClass } from "../trace/drift-classes.js";
import type { FreePlaces } from "../variables/free-places.js";
import type { MadeAs } from "../variables/pins.js";

/** A place in results: the tool's name or a glob, and a pointer in which `*` stands for one part. */
export interface PlaceRule {
  tool: string;
  path: string;
}

/** What goes into an argument of a later call: a value of a result, or `constant`, what was recorded. */
export interface Pin {
  tool?: string | undefined;
  path?: string | undefined;
  into: string;
  argument: string;
  /** Which token of the argument, from 1; absent: the only one that has the value, or all of the argument. */
  token?: number | undefined;
  constant?: boolean | undefined;
  /** How the argument was made of the value. */
  as?: MadeAs | undefined;
}

export interface DriftRules {
  /** From the config. */
  varies: readonly (PlaceRule & { order?: "any" | undefined })[];
  ignore: readonly PlaceRule[];
  pins: readonly Pin[];
  /** Classes that are harmless here: by default docs and additive. With none, none is. */
  accept: readonly DriftClass[];
  /** Ids of single drifts that a person called harmless. */
  acceptedIds: readonly string[];
  /** The same with ids of another making: known again by place and values. */
  acceptedBefore?: readonly Drift[];
  /** Accept nothing. */
  strict: boolean;
}

/** What the config says of the places of one call's result. Pointers are into the recorded result. */
export type PlaceRules = Pick<FreePlaces, "ignored" | "varies" | "anyOrder" | "hasBelow">;

/** Builds what gives the rules of each tool's results. */
export function buildPlaceRules({
  varies,
  ignore,
}: Pick<DriftRules, "varies" | "ignore">): (tool: string) => PlaceRules {
  const byTool = new Map<string, PlaceRules>();
  return (tool) => {
    const rules = byTool.get(tool) ?? rulesOfTool(varies, ignore, tool);
    byTool.set(tool, rules);
    return rules;
  };
}

function rulesOfTool(varies: DriftRules["varies"], ignore: DriftRules["ignore"], tool: string): PlaceRules {
  const ofTool = <T extends PlaceRule>(places: readonly T[]): T[] => places.filter((p) => matchesGlob(p.tool, tool));
  const ofPaths = (places: readonly PlaceRule[]): Pattern[] => places.map(({ path }) => partsOf(path));
  const freed = ofTool(varies);
  const values = ofPaths(freed.filter(({ order }) => order === undefined));
  const orders = ofPaths(freed.filter(({ order }) => order === "any"));
  const ignored = ofPaths(ofTool(ignore));
  const all = [...values, ...orders, ...ignored];
  const ask = (patterns: readonly Pattern[], fits: (pattern: Pattern, path: Path) => boolean) => {
    if (patterns.length === 0) return () => false;
    return (at: string): boolean => {
      const path = parsePointer(at) ?? [];
      return patterns.some((pattern) => fits(pattern, path));
    };
  };
  return {
    varies: ask(values, covers),
    ignored: ask(ignored, covers),
    anyOrder: ask(orders, (pattern, path) => pattern.length === path.length && covers(pattern, path)),
    hasBelow: ask(all, (pattern, path) => pattern.length >= path.length && covers(pattern.slice(0, path.length), path)),
  };
}

type Pattern = readonly string[];

/** A text that is no pointer covers nothing: the part cannot occur. */
function partsOf(pointer: string): Pattern {
  return parsePointer(pointer) ?? ["\u0000"];
}

/** True where the pattern is the path, or lies above it. */
function covers(pattern: Pattern, path: Path): boolean {
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
