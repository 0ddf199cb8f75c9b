// What is thrown, and caught where the comparison begins, when a schema is too much to compare at all.

export class Undecidable extends Error {}
