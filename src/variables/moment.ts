// Defines the moment of a call, with which times in texts are compared. Types only.

/** When a call was made, in epoch milliseconds. */
export interface Moment {
  runStart: number;
  callStart: number;
  callEnd: number;
  /**
   * Milliseconds by which these moments are ahead of the machine's clock, where the server's clock was moved: a file or
   * a database still uses the machine's.
   */
  ahead?: number;
}
