// Says whether the workflows of a suite meet what others leave: a list that grows, files in a folder that they share. Reads
// what they leave.
import { readFile } from "node:fs/promises";
import { readCassette } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Suite } from "../config/suite.js";
import { callsOf } from "../trace/read.js";
import { saysShared } from "./working-files.js";
import type { LeavingCall } from "../variables/left-words.js";

/**
 * Looks at the texts only: just keys of the root begin at the start of a line. A file that cannot be read counts as
 * having none.
 */
export async function meetEachOther(suite: Suite): Promise<boolean> {
  const place = storePlaceOf(suite);
  for (const { name } of suite.config.workflows ?? []) {
    const text = await readFile(cassetteFileOf(place, name), "utf8").catch(() => "");
    if (/^grows:/m.test(text) || saysShared(text)) return true;
  }
  return false;
}

/** Returns the recorded calls of a suite's other workflows. A cassette that cannot be read has none: its own replay says so. */
export async function readOtherCalls(suite: Suite, workflow: string): Promise<LeavingCall[]> {
  const place = storePlaceOf(suite);
  const calls: LeavingCall[] = [];
  for (const { name } of suite.config.workflows ?? []) {
    if (name === workflow) continue;
    const stored = await readCassette(cassetteFileOf(place, name)).catch(() => undefined);
    if (stored !== undefined) calls.push(...callsOf(readTrace(stored.cassette, stored.contract)));
  }
  return calls;
}
