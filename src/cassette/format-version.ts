// Names the version of the cassette format.

/**
 * The newest version that this program reads, and the one that it writes. Files of version 1 will always be readable.
 */
export const CASSETTE_VERSION = 2;
