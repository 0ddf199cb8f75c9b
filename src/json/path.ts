// Names a place in a JSON value, part by part.

/** The keys and indexes that lead to a place, from the outside in. */
export type Path = readonly (string | number)[];
