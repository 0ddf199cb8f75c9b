// Says whether the workflows of a suite meet what others leave: a list that grows, files in a folder that they share. Reads
// what they leave.
import { readFile } from "node:fs/promises";
import { readCassette, type CassetteSource } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Suite } from "../config/suite.js";
import { callsOf } from "../trace/read.js";
import { saysShared } from "./working-files.js";
import { SaidByEach, type SaidByCalls } from "../variables/left-words.js";

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

/** Returns what the recorded calls of a suite's other workflows say; undefined where there are none. */
export type OthersReader = (workflow: string) => Promise<SaidByCalls | undefined>;

/**
 * Makes a reader for one command, which reads each cassette once. One that cannot be read says nothing: its own replay
 * reports that.
 */
export function createOthersReader(suite: Suite, source: CassetteSource): OthersReader {
  const place = storePlaceOf(suite);
  const readAll = async (): Promise<SaidByEach> => {
    const said = new SaidByEach();
    for (const { name } of suite.config.workflows ?? []) {
      const stored = await readCassette(cassetteFileOf(place, name), source).catch(() => undefined);
      if (stored !== undefined) said.add(name, callsOf(readTrace(stored.cassette, stored.contract)));
    }
    return said;
  };
  let all: Promise<SaidByEach> | undefined;
  return async (workflow) => (await (all ??= readAll())).without(workflow);
}
