// Pools the values of numbers of one kind: the elements of a vector, the coordinates of a point.
import { isNumber } from "../json/digits.js";
import { seenText, type Variable } from "./learned.js";
import { appendTo } from "../append-to.js";

/** In a shorter array each element may mean something else: a pair, a range. */
const VECTOR = 4;

/** Returns for each variable the values that determine its form: its own, or those of its kind, in one array for them all. */
export function seenTogether(variables: readonly Variable[]): string[][] {
  const kinds = variables.map(kindOf);
  const members = new Map<string, Variable[]>();
  for (const [at, variable] of variables.entries()) {
    const kind = kinds[at];
    if (kind === undefined) continue;
    appendTo(members, kind, variable);
  }
  const together = new Map(
    [...members]
      .filter(([kind, { length }]) => length >= (kind.endsWith("/*") ? VECTOR : 2))
      .map(([kind, those]) => [kind, those.flatMap(({ seen }) => seen.map(seenText))]),
  );
  return variables.map(({ seen }, at) => together.get(kinds[at] ?? "") ?? seen.map(seenText));
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
