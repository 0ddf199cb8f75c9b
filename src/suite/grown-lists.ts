// Says whether a cassette of a suite has a list that grows: then workflows see each other's rows.
import { readFile } from "node:fs/promises";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Suite } from "../config/suite.js";

/**
 * Looks at the texts only: just keys of the root begin at the start of a line. A file that cannot be read counts as
 * having none.
 */
export async function hasGrownLists(suite: Suite): Promise<boolean> {
  const place = storePlaceOf(suite);
  for (const { name } of suite.config.workflows ?? []) {
    const text = await readFile(cassetteFileOf(place, name), "utf8").catch(() => "");
    if (/^grows:/m.test(text)) return true;
  }
  return false;
}
