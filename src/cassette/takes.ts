// Finds the takes of a workflow: the cassettes of further trials, beside that of the first.
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Cassette } from "./schema.js";
import { cassetteFileOf, type StorePlace } from "./store-place.js";

const TAKE = /^(.*)\.take-([1-9]\d{0,3})\.yaml$/;

/** Which take of its workflow a cassette is, from 1. */
export function takeOf(cassette: Cassette): number {
  return "trials" in cassette ? (cassette.trials?.take ?? 1) : 1;
}

/** The takes that lie beside the first one, in order. */
export async function listTakes(place: StorePlace, workflow: string): Promise<number[]> {
  const first = basename(cassetteFileOf(place, workflow), ".yaml");
  const names = await readdir(place.cassettes).catch(() => []);
  const takes = names.flatMap((name) => {
    const [, slug, take] = TAKE.exec(name) ?? [];
    return slug === first && Number(take) > 1 ? [Number(take)] : [];
  });
  return takes.toSorted((a, b) => a - b);
}

/** Removes the takes of an earlier recording: those after the take `last`. */
export async function removeTakes(place: StorePlace, workflow: string, last: number): Promise<void> {
  for (const take of await listTakes(place, workflow)) {
    if (take > last) await rm(join(place.cassettes, basename(cassetteFileOf(place, workflow, take))), { force: true });
  }
}
