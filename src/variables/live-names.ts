// Finds the properties of a live object that are those of a recorded one, where their names vary.
import type { Exact, ExactObject } from "../json/exact.js";
import { below } from "./align.js";
import type { FreePlaces } from "./free-places.js";
import { madeAmong } from "./made.js";
import type { CallPair } from "./call-pair.js";

/** What tells the names. */
interface NameComparison {
  pair: CallPair;
  free: FreePlaces;
  fits(recorded: Exact, live: Exact, at: string): boolean;
}

/**
 * Returns the live name of each recorded property: its own, or one with the value of a variable or of a redacted
 * text.
 */
export function liveNames(
  comparison: NameComparison,
  recorded: ExactObject,
  live: ExactObject,
  at: string,
): Map<string, string> {
  const names = new Map<string, string>();
  const { free, pair } = comparison;
  const { index, bindings, call } = pair;
  const came = Object.keys(live).filter((key) => !Object.hasOwn(recorded, key));
  const gone = Object.keys(recorded).filter((key) => !Object.hasOwn(live, key));
  const made = new Set(madeAmong([...came, ...gone]));
  const open = new Set(came.filter((key) => made.has(key)));
  const random: string[] = [];
  for (const key of Object.keys(recorded)) {
    const spot = index.key(call, below(at, key));
    if (spot === undefined) {
      const name = Object.hasOwn(live, key) ? key : free.nameNow(key);
      if (Object.hasOwn(live, name)) names.set(key, name);
      continue;
    }
    const bound = bindings.valueOf(spot.variable);
    if (bound === undefined) random.push(key);
    else if (Object.hasOwn(live, bound)) {
      names.set(key, bound);
      open.delete(bound);
    }
  }
  for (const key of random) {
    if (Object.hasOwn(live, key)) open.add(key);
    const candidates = [...open];
    const part = recorded[key] ?? null;
    const name = candidates.find((each) => comparison.fits(part, live[each] ?? null, below(at, key))) ?? candidates[0];
    if (name === undefined) continue;
    names.set(key, name);
    open.delete(name);
  }
  return names;
}
