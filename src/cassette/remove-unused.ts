// Removes the files beside the cassettes of a suite that none of them needs any more.
import { rm } from "node:fs/promises";
import { appendTo } from "../append-to.js";
import { BLOB_FILE, CONTRACT_FILE, listFolder } from "./list-folder.js";
import { readLimited } from "./read-limited.js";
import { whileLocked } from "./store.js";
import type { StorePlace } from "./store-place.js";
import { TEXT_LIMIT } from "./yaml-read.js";

/** Every 12 hex digits in a row, and every 64: what a cassette names other files by. */
const HEX = /[0-9a-f]{12,}/g;
const LENGTHS = [12, 64];

/**
 * Removes contracts and blobs, named by a hash as we name them, that no text of the suite may refer to, and what a
 * killed process left half-written. Reads each cassette once, so call it once for all that a command writes.
 */
export function removeUnused(place: StorePlace): Promise<void> {
  return whileLocked(place, async () => {
    const { cassettes, contracts, blobs, leftovers } = await listFolder(place.cassettes);
    const unused = new Map<string, string[]>();
    for (const file of contracts) appendTo(unused, CONTRACT_FILE.exec(file)?.[1] ?? "", file);
    for (const file of blobs) appendTo(unused, BLOB_FILE.exec(file)?.[1]?.slice(0, 64) ?? "", file);
    for (const file of cassettes) {
      if (unused.size === 0) break;
      const bytes = await readLimited(file, TEXT_LIMIT).catch(() => undefined);
      // A cassette that cannot be read needs a person first; until then, keep everything that it may need.
      if (bytes === undefined) return;
      forgetNamed(bytes.toString("latin1"), unused);
    }
    // A file that cannot be removed does no harm; `mcpvals lint` reports it.
    for (const file of [...[...unused.values()].flat(), ...leftovers]) await rm(file).catch(() => undefined);
  });
}

function forgetNamed(text: string, unused: Map<string, string[]>): void {
  for (const [digits] of text.matchAll(HEX)) {
    for (const length of LENGTHS) {
      for (let at = 0; at + length <= digits.length; at++) unused.delete(digits.slice(at, at + length));
    }
  }
}
