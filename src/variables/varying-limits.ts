// Defines how long lists may be whose rows are learned in any number: a cassette keeps those of each check.

/** Rows of one run. */
export const MOST_VARYING_ROWS = 100;
/** Lines of a text above them, or below them. */
export const MOST_LINES_BESIDE = 5;
/** Lists of a recording: more are as a rule the lists in the rows of another, which say nothing alone. */
export const MOST_VARYING_LISTS = 100;
