// Collects values in lists, and in lists under keys.

/** Adds a value to the list of a key; the first one begins the list. */
export function appendTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const there = lists.get(key);
  if (there === undefined) lists.set(key, [value]);
  else there.push(value);
}

/** Adds all values to the end of a list: there may be more than a call takes arguments. */
export function addAll<Value>(list: Value[], more: Iterable<Value>): void {
  for (const value of more) list.push(value);
}
