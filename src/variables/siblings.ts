// Pools the values of numbers of one kind: the elements of a vector, the coordinates of a point.
import { isNumber } from "../json/digits.js";
import { seenText, type Variable } from "./learned.js";

/** In a shorter array each element may mean something else: a pair, a range. */
const VECTOR = 4;

/** Returns for each variable the values that determine its form: its own, or those of its kind. */
export function seenTogether(variables: readonly Variable[]): string[][] {
  const kinds = variables.map(kindOf);
  const members = new Map<string, Variable[]>();
  for (const [at, variable] of variables.entries()) {
    const kind = kinds[at];
    if (kind !== undefined) members.set(kind, [...(members.get(kind) ?? []), variable]);
  }
  return variables.map(({ seen }, at): string[] => {
    const together = members.get(kinds[at] ?? "") ?? [];
    const isKind = together.length >= (kinds[at]?.endsWith("/*") === true ? VECTOR : 2);
    return (isKind ? together.flatMap((variable) => variable.seen) : seen).map(seenText);
  });
}

/** Returns the array whose element a number is, or the point. */
function kindOf({ kind, seen, places, sent }: Variable): string | undefined {
  const [place] = places;
  if (kind !== "value" || !seen.every(isNumber) || sent.length > 0 || place === undefined || place.token !== undefined)
    return undefined;
  const [, parent = "", key = ""] = /^(.*)\/([^/]*)$/.exec(place.at) ?? [];
  const end = /^\d+$/.test(key) ? "*" : /^[xyz]$/.test(key) ? "xyz" : undefined;
  return end === undefined ? undefined : `${String(place.call)} ${parent}/${end}`;
}
