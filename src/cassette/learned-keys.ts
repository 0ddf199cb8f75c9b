// Reads what a cassette says of values that differ on their own.
import { NOTHING_LEARNED, type Learned } from "../variables/learned.js";
import type { Cassette } from "./schema.js";

export function readLearned(cassette: Cassette): Learned {
  return (cassette as unknown as { learned?: Learned }).learned ?? NOTHING_LEARNED;
}
