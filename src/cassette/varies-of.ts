// The places that a recording lists as varying, in the way of version 1.
import type { Cassette, Variation } from "./schema.js";

/** Empty where the cassette has no such list. */
export function variesOf({ varies = [] }: Pick<Cassette, "varies">): Variation[] {
  return varies;
}
