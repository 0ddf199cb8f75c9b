// Defines the error of a check that was stopped before it could decide; the code that makes the verdict catches it.

/** Its message says what was not checked and why. */
export class NotChecked extends Error {}
