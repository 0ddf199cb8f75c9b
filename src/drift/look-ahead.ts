// Finds recorded turns, not played yet, that need a value which no live result can provide any more.
import { readNumber } from "../json/digits.js";
import { buildPointer } from "../json/pointer.js";
import type { DriftPlace } from "../trace/drift.js";
import type { Turn } from "../trace/trace.js";
import { leavesOf } from "../reading/leaves.js";
import type { Ledger } from "./ledger.js";
import type { ValuePair, Pairs } from "./pairs.js";
import type { LiveValues } from "./live-values.js";
import { pinnedParts, type MadeCall, type PlacedValue } from "./pins.js";
import type { Pin } from "../variables/pins.js";

export interface LookAhead {
  /** Not played yet, in order. */
  turns: readonly Turn[];
  values: LiveValues;
  pairs: Pairs;
  pins: readonly Pin[];
  /** The calls that were made. */
  made: readonly MadeCall[];
  /** True for the placeholder of a secret that has a value. */
  isAtHand: (placeholder: string) => boolean;
}

/** A call that can never be made, whatever is accepted before it. */
interface DeadEnd {
  call: number;
  tool: string;
  /** A pointer into its arguments. */
  path: string;
  value: string;
  /** The place of the lost value. */
  from?: DriftPlace;
}

/**
 * Notes in the ledger the calls that can never be made, whatever is accepted. Returns the reason for the first of them.
 */
export function noteDeadEnds(ahead: LookAhead, ledger: Pick<Ledger, "refuse">): string | undefined {
  const ends = findDeadEnds(ahead);
  for (const end of ends) if (end.from !== undefined) ledger.refuse(end.from, describe(end));
  return ends[0] === undefined ? undefined : describe(ends[0]);
}

/** Returns all calls for which a value is lost. A value that a later result may still provide is not lost. */
function findDeadEnds({ turns, values, pairs, pins, made, isAtHand }: LookAhead): DeadEnd[] {
  const ends: DeadEnd[] = [];
  const placed = (): PlacedValue[] => values.placed();
  const madeCalls = new Map(made.map((one) => [one.place.call, one]));
  const toCome = new Set<string>();
  const toolsToCome = new Set<string>();
  for (const { calls } of turns) {
    for (const { id: call, tool, arguments: args } of calls) {
      const pinned = new Set<string>();
      for (const { at: path, live, recorded: value, from } of pinnedParts(args, tool, pins, { made, placed })) {
        pinned.add(path);
        // A later result of the same tool may have it.
        const isLeft = from?.call === undefined || toolsToCome.has(from.tool ?? "");
        if (live === undefined && from !== undefined && !isLeft) ends.push({ call, tool, path, value, from });
      }
      for (const { at: path, live, recorded: value, variable } of values.sentIn(call, args)) {
        const source = madeCalls.get(variable.places[0]?.call ?? 0);
        if (pinned.has(path) || live !== undefined || source === undefined) continue;
        pinned.add(path);
        ends.push({ call, tool, path, value, from: { ...source.place, path: variable.places[0]?.at ?? "" } });
      }
      for (const leaf of leavesOf(args, true)) {
        const path = buildPointer(leaf.path);
        if (pinned.has(path)) continue;
        const used = leaf.isNumber
          ? pairs.intoNumber(readNumber(leaf.text) ?? 0).used
          : pairs.intoString(leaf.text).used;
        const lost = used.find((pair) => isLost(pair));
        if (lost !== undefined) ends.push({ call, tool, path, value: lost.recorded, from: lost.from });
        for (const secret of secretsIn(leaf.text)) {
          if (used.some(({ recorded, live }) => recorded === secret && live !== undefined)) continue;
          if (!toCome.has(secret) && !isAtHand(secret)) ends.push({ call, tool, path, value: secret });
        }
      }
    }
    for (const { tool } of calls) toolsToCome.add(tool);
    for (const { outcome } of calls) for (const secret of secretsIn(JSON.stringify(outcome))) toCome.add(secret);
  }
  return ends;
}

function isLost({ live, recorded, twice }: ValuePair): boolean {
  return live === undefined && (twice === true || !recorded.startsWith("[redacted:"));
}

function secretsIn(text: string): string[] {
  return text.match(/\[redacted:[^[\]\s]*\]/g) ?? [];
}

function describe({ call, tool, path, value }: DeadEnd): string {
  return `call ${String(call)}, ${tool}, sends ${JSON.stringify(value)} at ${path}, and there is no live value for it`;
}
