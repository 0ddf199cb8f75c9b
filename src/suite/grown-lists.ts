// Says whether a cassette of a suite has a list that grows: then workflows meet each other's rows.
import { readFile } from "node:fs/promises";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Suite } from "../config/suite.js";

/** A look at the texts: only keys of the root stand at the start of a line. Files that cannot be read have none. */
export async function hasGrownLists(suite: Suite): Promise<boolean> {
  const place = storePlaceOf(suite);
  for (const { name } of suite.config.workflows ?? []) {
    const text = await readFile(cassetteFileOf(place, name), "utf8").catch(() => "");
    if (/^grows:/m.test(text)) return true;
  }
  return false;
}
