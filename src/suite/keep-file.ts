// Writes a file of `.mcpvals/`, which git does not see and nobody but the user can read.
import { dirname } from "node:path";
import { ignoreState } from "../cassette/ignore-state.js";
import { refuseLinks } from "../cassette/refuse-links.js";
import type { StorePlace } from "../cassette/store-place.js";
import { writeWhole } from "../cassette/write-whole.js";

/** The most that is read of such a file, in bytes. */
export const KEPT_LIMIT = 64 * 1024 * 1024;

/** Only for the user: what a server returned is no business of others on the machine. */
const PRIVATE = 0o600;

/** Writes the file over its former state. Throws WRITE_FAILED. */
export async function keepFile(place: StorePlace, path: string, text: string): Promise<void> {
  ignoreState(place);
  refuseLinks(path, dirname(place.state));
  await writeWhole(path, text, PRIVATE);
}
