// Defines the error for schemas that are too large to compare; it is caught where the comparison begins.

export class Undecidable extends Error {}
