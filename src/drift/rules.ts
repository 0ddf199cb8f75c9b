// Answers what the config's rules say about the places of a call. Must not know the values at those places.
import { parsePointer } from "../json/pointer.js";
import { pointerPattern, type PointerPattern, type PatternPosition } from "../json/pointer-pattern.js";
import type { Drift } from "../trace/drift.js";
import type { DriftClass } from "../trace/drift-classes.js";
import { matchesGlob } from "../trace/glob.js";
import type { FreePlaces } from "../variables/free-places.js";
import type { Pin } from "../variables/pins.js";

/** A place in results: the tool's name or a glob, and a pointer in which `*` matches one part. */
export interface PlaceRule {
  tool: string;
  path: string;
}

export interface DriftRules {
  /** From the config. */
  varies: readonly (PlaceRule & { order?: "any" | undefined })[];
  ignore: readonly PlaceRule[];
  pins: readonly Pin[];
  /** Classes that the config accepts: by default docs and additive. An empty list accepts none. */
  accept: readonly DriftClass[];
  /** Ids of single drifts that a person accepted. */
  acceptedIds: readonly string[];
  /** Accepted drifts from an earlier version, matched by place and values because ids were computed differently. */
  acceptedBefore?: readonly Drift[];
  /** Accept nothing. */
  strict: boolean;
}

/** The config's rules for one call's result. Pointers are into the recorded result. */
export type PlaceRules = Pick<FreePlaces, "ignored" | "varies" | "anyOrder" | "hasBelow">;

/** Builds a function that returns the rules for each tool's results. */
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
  const ofPaths = (places: readonly PlaceRule[]): PointerPattern[] => places.map(({ path }) => pointerPattern(path));
  const freed = ofTool(varies);
  const values = ofPaths(freed.filter(({ order }) => order === undefined));
  const orders = ofPaths(freed.filter(({ order }) => order === "any"));
  const ignored = ofPaths(ofTool(ignore));
  const ask =
    (patterns: readonly PointerPattern[], ...where: readonly PatternPosition[]) =>
    (at: string): boolean => {
      const parts = patterns.length === 0 ? undefined : parsePointer(at);
      return parts !== undefined && patterns.some((pattern) => where.includes(pattern(parts)));
    };
  return {
    varies: ask(values, "there", "above"),
    ignored: ask(ignored, "there", "above"),
    anyOrder: ask(orders, "there"),
    hasBelow: ask([...values, ...orders, ...ignored], "there", "below"),
  };
}
