// Reads and writes the accepted drift of a suite: `accepted.yaml` beside its cassettes.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseAccepted, serializeAccepted, type Accepted } from "./accepted-file.js";
import { writeFailed, writeWhole } from "./write-whole.js";
import { decodeText, readLimited } from "./read-limited.js";
import { whileLocked } from "./store.js";
import { displayPath, type StorePlace } from "./store-place.js";
import { TEXT_LIMIT, tooLarge } from "./yaml-read.js";

/** The file of the suite's accepted drift, whether it exists or not. */
export function acceptedFileOf(place: StorePlace): string {
  return join(place.cassettes, "accepted.yaml");
}

/** What is accepted in a suite; empty where there is no file. Throws CASSETTE_* for an invalid file. */
export async function readAccepted(place: StorePlace): Promise<Accepted> {
  const path = acceptedFileOf(place);
  const bytes = await readLimited(path, TEXT_LIMIT);
  const name = displayPath(path);
  return bytes === undefined ? { drift: [], contract: [] } : parseAccepted(decodeText(bytes, name), name);
}

/**
 * Changes what is accepted in a suite, and returns the new state. Removes the file where nothing is left. Writes
 * nothing where nothing changed.
 */
export async function changeAccepted(place: StorePlace, change: (accepted: Accepted) => Accepted): Promise<Accepted> {
  const path = acceptedFileOf(place);
  return whileLocked(place, async () => {
    const old = await readAccepted(place);
    const accepted = change(old);
    const text = serializeAccepted(accepted.drift, accepted.contract);
    if (text === serializeAccepted(old.drift, old.contract)) return old;
    const size = Buffer.byteLength(text);
    if (size > TEXT_LIMIT) throw tooLarge(displayPath(path), size);
    if (accepted.drift.length + accepted.contract.length > 0) await writeWhole(path, text);
    else {
      await rm(path, { force: true }).catch((error: unknown) => {
        throw writeFailed(path, error);
      });
    }
    return accepted;
  });
}
