// The version of the cassette format.

/** The newest version that this program reads, and the one that it writes. Files of version 1 are read for good. */
export const CASSETTE_VERSION = 2;
