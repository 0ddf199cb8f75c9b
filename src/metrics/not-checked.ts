// Says that a check was stopped before it could be decided; it is caught where the verdict is made.

/** Its message says what was not checked and why. */
export class NotChecked extends Error {}
