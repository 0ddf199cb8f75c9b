// Says whether a place changed once, since the recording, and not by chance.
import { canonicalJson } from "../json/canonical.js";
import type { Unstable } from "./learned.js";

/** True where at least two checks agree with each other and differ from the recording. */
export function isSteady({ seen }: Pick<Unstable, "seen">): boolean {
  const [recorded, ...lives] = seen.map((value) => canonicalJson(value));
  return lives.length > 1 && lives[0] !== recorded && lives.every((value) => value === lives[0]);
}
