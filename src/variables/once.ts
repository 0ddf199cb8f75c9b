// Keeps what is read of the variables of a cassette: each part of each result asks for the same.
import type { Variable } from "./learned.js";

/** Returns a function that reads the variables of a cassette once. */
export function oncePerCassette<T extends object>(
  read: (variables: readonly Variable[]) => T,
): (variables: readonly Variable[]) => T {
  const known = new WeakMap<readonly Variable[], T>();
  return (variables) => {
    const before = known.get(variables);
    if (before !== undefined) return before;
    const found = read(variables);
    known.set(variables, found);
    return found;
  };
}
