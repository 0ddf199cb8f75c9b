// Lists the texts and numbers of a JSON value with their places.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import type { Path } from "../json/path.js";

export interface Leaf {
  path: Path;
  /** A string, or the digits of a number. */
  text: string;
  isNumber: boolean;
}

/** The strings and numbers of a value, in its order; with `keys`, the keys of its objects too, at their object's place. */
export function leavesOf(value: Exact, keys = false): Leaf[] {
  const leaves: Leaf[] = [];
  // A list instead of recursion, so that depth needs no stack.
  const open: { value: Exact; path: Path }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: at, path } = next;
    if (typeof at === "string") leaves.push({ path, text: at, isNumber: false });
    else if (isNumber(at)) leaves.push({ path, text: numberText(at), isNumber: true });
    else if (Array.isArray(at)) {
      for (let i = at.length - 1; i >= 0; i--) open.push({ value: at[i] ?? null, path: [...path, i] });
    } else if (isExactObject(at)) {
      for (const [key, part] of Object.entries(at).toReversed()) {
        if (keys) leaves.push({ path, text: key, isNumber: false });
        open.push({ value: part, path: [...path, key] });
      }
    }
  }
  return leaves;
}
