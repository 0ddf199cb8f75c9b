// Lists the names of a table.

/** The keys of an object that holds them all, as what they are, in its order. */
export function namesIn<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}
