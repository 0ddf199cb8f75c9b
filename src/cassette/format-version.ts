// The version of the cassette format.

/** The newest version that this program reads, and the one that it writes. */
export const CASSETTE_VERSION = 1;
