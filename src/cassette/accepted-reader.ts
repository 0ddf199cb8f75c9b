// Reads the accepted drift of a suite for the runs of one command: the file is parsed again only where it changed.
import { lstatSync } from "node:fs";
import { appendTo } from "../append-to.js";
import type { AcceptedDrift } from "./accepted-file.js";
import { acceptedFileOf, readAccepted } from "./accepted-store.js";
import type { StorePlace } from "./store-place.js";

/** The accepted drift of one workflow, and the entries for the whole suite. Throws CASSETTE_* for an invalid file. */
export type AcceptedReader = (workflow: string) => Promise<AcceptedDrift[]>;

export function createAcceptedReader(place: StorePlace): AcceptedReader {
  let read: { stamp: string; drift: Promise<Map<string | undefined, AcceptedDrift[]>> } | undefined;
  return async (workflow) => {
    const stamp = stampOf(acceptedFileOf(place));
    if (read?.stamp !== stamp) read = { stamp, drift: readByWorkflow(place) };
    const drift = await read.drift;
    const [own = [], all = []] = [drift.get(workflow), drift.get(undefined)];
    return [...all, ...own];
  };
}

async function readByWorkflow(place: StorePlace): Promise<Map<string | undefined, AcceptedDrift[]>> {
  const drift = new Map<string | undefined, AcceptedDrift[]>();
  for (const one of (await readAccepted(place)).drift) appendTo(drift, one.workflow, one);
  return drift;
}

/** Differs once another file is there. */
function stampOf(file: string): string {
  const stat = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
