// Finds the take of a workflow that was recorded at a time.
import { readCassette } from "./read-cassette.js";
import { cassetteFileOf, type StorePlace } from "./store-place.js";
import { createTakesReader } from "./takes.js";

/** The file of the take that was recorded then (ISO 8601); undefined where none was. Throws CASSETTE_*. */
export async function findTake(place: StorePlace, workflow: string, recordedAt: string): Promise<string | undefined> {
  for (const take of [1, ...(await createTakesReader(place)(workflow))]) {
    const file = cassetteFileOf(place, workflow, take);
    if ((await readCassette(file)).cassette.facts.recorded.at === recordedAt) return file;
  }
  return undefined;
}
