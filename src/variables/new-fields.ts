// Says whether a new field at a place of a result changes nothing for Claude, by its name, its value and what the call did.
import { isHarmlessField, isHarmlessOfDeed } from "../reading/new-field.js";
import { saysTrouble } from "../reading/trouble.js";
import type { Exact } from "../json/exact.js";
import { parsePointer } from "../json/pointer.js";
import type { LearnedIndex } from "./index-learned.js";
import { isDeed } from "./names.js";

/** `at`: the place of the new field. */
export function isHarmlessNew(index: LearnedIndex, call: number, at: string, value: Exact): boolean {
  const key = parsePointer(at)?.at(-1) ?? "";
  if (at.includes("/requestedSchema")) return !saysTrouble(key, value);
  if (!isHarmlessField(key, value) || index.isSentKey(call, key)) return false;
  return !isDeed(index.tool(call)) || isHarmlessOfDeed(key, value, (part) => index.isArgument(call, part));
}
