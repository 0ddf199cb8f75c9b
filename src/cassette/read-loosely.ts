// Reads a cassette's file for showing it, even if it is damaged or incomplete. Never replay the result: use
// read-cassette.ts for that.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import type { Contract } from "../trace/contract.js";
import { BLOB_LIMIT, isBlob } from "./blobs.js";
import { parseCassette } from "./cassette-text.js";
import { createContractReader } from "./contract-reader.js";
import { openLoosely } from "./open-text.js";
import { decodeText, readLimited } from "./read-limited.js";
import type { Cassette } from "./schema.js";
import { displayPath } from "./store-place.js";
import { joinRead, serversOfCassette } from "./written-servers.js";
import { TEXT_LIMIT } from "./yaml-read.js";

export interface LooseCassette {
  file: string;
  cassette: Cassette;
  /** Absent where it cannot be read. */
  contract: Contract | undefined;
  /** What would prevent replaying it, one sentence each. */
  problems: string[];
}

/**
 * Reads a cassette for showing it. A seal that does not fit, and a missing blob or contract, are problems, not errors;
 * with `alone`, missing files are expected. Throws CASSETTE_MISSING, and CASSETTE_* for a file that is not a cassette.
 */
export async function readLoosely(file: string, { alone }: { alone: boolean }): Promise<LooseCassette> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  if (bytes === undefined) throw new McpvalsError("CASSETTE_MISSING", `no cassette ${shown}`);
  const opened = openLoosely(decodeText(bytes, shown), shown);
  const { problems } = opened;
  const blobs = new Map<string, Uint8Array>();
  for (const name of opened.blobs) {
    const content = await readLimited(join(dirname(file), "blobs", name), BLOB_LIMIT).catch(notAtHand);
    if (content !== undefined && isBlob(name, content)) blobs.set(name, content);
    else {
      if (!alone) problems.push(`blob ${name} is missing, or is not what its name says`);
      // Bytes may stay a reference; where a text belongs, fill in a text.
      if (name.endsWith(".txt")) blobs.set(name, Buffer.from(`(the text in blobs/${name}, which is not here)`));
    }
  }
  const cassette = parseCassette(opened, blobs);
  const found: [string | undefined, Contract][] = [];
  for (const { name, written } of serversOfCassette(cassette)) {
    const { contract } = written;
    if (typeof contract !== "string") {
      found.push([name, contract]);
      continue;
    }
    const read = await createContractReader()(file, contract).catch(notAtHand);
    if (read !== undefined) found.push([name, read]);
    else if (!alone) problems.push(`contract ${contract} is missing, or is not what its name says`);
  }
  return { file, cassette, contract: found.length === 0 ? undefined : joinRead(found), problems };
}

function notAtHand(error: unknown): undefined {
  if (error instanceof McpvalsError) return undefined;
  throw error;
}
