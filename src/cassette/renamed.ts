// Finds the cassettes of workflows that were renamed: with the same prompts, under a name that no workflow has.
import { appendTo } from "../append-to.js";
import { McpvalsError } from "../errors.js";
import { createContractReader } from "./contract-reader.js";
import { listFolder } from "./list-folder.js";
import { readCassette } from "./read-cassette.js";
import { cassetteFileOf, type StorePlace } from "./store-place.js";

export interface RenamedCassette {
  file: string;
  /** The name that the workflow had. */
  workflow: string;
}

/** Gives the cassette with these prompts, which have placeholders, as in cassettes. */
export type RenamedFinder = (prompts: readonly string[]) => Promise<RenamedCassette | undefined>;

/**
 * Makes a finder for one command: it reads what it needs once, when it is first asked. `workflows` are the names that
 * the suite has. A cassette that cannot be read is passed over.
 */
export function createRenamedFinder(place: StorePlace, workflows: readonly string[]): RenamedFinder {
  let read: Promise<Map<string, RenamedCassette[]>> | undefined;
  return async (prompts) => {
    read ??= readOthers(place, workflows);
    return (await read).get(JSON.stringify(prompts))?.[0];
  };
}

/** The cassettes of other workflows, by their prompts. */
async function readOthers(place: StorePlace, workflows: readonly string[]): Promise<Map<string, RenamedCassette[]>> {
  const names = new Set(workflows);
  const own = new Set(workflows.map((name) => cassetteFileOf(place, name)));
  const contracts = createContractReader();
  const found = new Map<string, RenamedCassette[]>();
  for (const file of (await listFolder(place.cassettes)).cassettes) {
    if (own.has(file)) continue;
    const stored = await readCassette(file, { contracts }).catch((error: unknown) => {
      if (error instanceof McpvalsError) return undefined;
      throw error;
    });
    if (stored === undefined || names.has(stored.cassette.workflow)) continue;
    const users = stored.cassette.script.flatMap((entry) => ("user" in entry ? [entry.user] : []));
    appendTo(found, JSON.stringify(users), { file, workflow: stored.cassette.workflow });
  }
  return found;
}
