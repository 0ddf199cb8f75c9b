// What the config says of places in, questions about one call's places answered.
// Must not know what stands at those places.
import { parsePointer } from "../json/pointer.js";
import { pointerPattern, type PointerPattern, type PatternPosition } from "../json/pointer-pattern.js";
import type { Drift } from "../trace/drift.js";
import type { DriftClass } from "../trace/drift-classes.js";
import { matchesGlob } from "../trace/glob.js";
import type { FreePlaces } from "../variables/free-places.js";
import type { Pin } from "../variables/pins.js";

/** A place in results: the tool's name or a glob, and a pointer in which `*` stands for one part. */
export interface PlaceRule {
  tool: string;
  path: string;
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
