// A date or time of a text, and how far the text tells it. Types only.

/** When a call was made, in epoch milliseconds. */
export interface Moment {
  runStart: number;
  callStart: number;
  callEnd: number;
  /**
   * By how much these moments are ahead of the machine's clock, where the server's clock was moved: a file or a database
   * tells the machine's.
   */
  ahead?: number;
}
