// Separates, after the checks of an older recording, what the server changed since from what differs on its own. Pure.
import { canonicalJson } from "../json/canonical.js";
import { toJson } from "../json/to-json.js";
import type { PlayedCheck } from "../drift/check-player.js";
import { findUnresolved } from "../drift/prove.js";
import type { DriftRules } from "../drift/rules.js";
import type { Recording } from "../suite/recording.js";
import type { Drift } from "../trace/drift.js";
import type { Learned, Unstable } from "../variables/learned.js";
import { isSteady } from "../variables/steady.js";

/**
 * What may be written, and the places that changed since. Where there are any, the variables of a recording that was
 * checked before stay: they were learned on the server that made it.
 */
export function separateSteady(all: Learned, { learned: before, cassette }: Recording): Separated {
  const steady = all.unstable.filter(isSteady);
  if (steady.length === 0) return { learned: all, changed: [], unwritten: false };
  const own = { ...all, unstable: all.unstable.filter((one) => !steady.includes(one)) };
  const unwritten = cassette.cassette !== 1 && (cassette.facts.recorded.checks ?? 0) > 0;
  if (!unwritten) return { learned: own, changed: steady, unwritten };
  const { variables, orders, grows, lengths = [], columns = [], races } = before;
  const known = new Set(variables.flatMap(({ places }) => places.map(({ call, at }) => JSON.stringify([call, at]))));
  const changed = steady.filter(({ call, at }) => !known.has(JSON.stringify([call, at])));
  return { learned: { ...own, variables, orders, grows, lengths, columns, races }, changed, unwritten };
}

interface Separated {
  learned: Learned;
  changed: Unstable[];
  /** True where the cassette stays as it is. */
  unwritten: boolean;
}

/** Returns the drift that every check has, with the same present value. */
export function findSteadyDrift(unresolved: readonly Drift[], { recorded, learned, checks, rules }: Proof): Drift[] {
  if (checks.length < 2 || unresolved.length === 0) return [];
  const keyOf = ({ where: { part, call, server, tool, path }, present }: Drift): string =>
    canonicalJson(toJson([part, call ?? null, server ?? null, tool ?? null, path, present ?? null]));
  const each = checks.map((check) => new Set(findUnresolved(recorded, learned, [check], rules).map(keyOf)));
  return unresolved.filter((drift) => each.every((keys) => keys.has(keyOf(drift))));
}

interface Proof {
  recorded: Recording["trace"];
  learned: Learned;
  checks: readonly PlayedCheck[];
  rules: DriftRules;
}
