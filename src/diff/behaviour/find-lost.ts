// Finds the drift that removed a value which a call sends that can no longer be made.
import { leavesOf } from "../../reading/leaves.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Drift } from "../../trace/drift.js";
import { losesGround } from "../../trace/drift-classes.js";

/** Shorter values occur in any text. */
const LEAST_LENGTH = 3;

/** Searches only turns before `before` (from 1): later ones are not evidence. Undefined where no drift explains it. */
export function findLost(args: JsonObject, drift: readonly Drift[], before: number): Drift | undefined {
  const sent = leavesOf(args).map(({ text }) => text);
  return drift.find((one) => {
    const { where, recorded, present } = one;
    const { part, turn } = where;
    if (part !== "result" || turn === undefined || turn >= before || recorded === undefined) return false;
    if (!losesGround(one)) return false;
    return sent.some((text) => holds(recorded, text) && (present === undefined || !holds(present, text)));
  });
}

function holds(value: JsonValue, text: string): boolean {
  return leavesOf(value).some(
    (leaf) => leaf.text === text || (text.length >= LEAST_LENGTH && leaf.text.includes(text)),
  );
}
