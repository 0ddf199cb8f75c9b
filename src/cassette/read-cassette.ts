// Reads a cassette from its file, with its blobs put in, and the contract that it names.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import type { Contract } from "../trace/contract.js";
import { BLOB_LIMIT, isBlob } from "./blobs.js";
import { parseCassette } from "./cassette-text.js";
import { openCassette } from "./open-text.js";
import { createContractReader, type ContractReader } from "./contract-reader.js";
import { missingBeside } from "./missing-beside.js";
import { decodeText, readLimited, type ReadBytes } from "./read-limited.js";
import type { Cassette } from "./schema.js";
import { displayPath } from "./store-place.js";
import { joinRead, serversOfCassette } from "./written-servers.js";
import { TEXT_LIMIT } from "./yaml-read.js";

export interface StoredCassette {
  file: string;
  /** The version of the format. `mcpvals record --check` upgrades version 1. */
  version: Cassette["cassette"];
  cassette: Cassette;
  contract: Contract;
}

/** Where a cassette is read from. Default: the disk. */
export interface CassetteSource {
  read?: ReadBytes;
  /** Of a command that reads several cassettes. */
  contracts?: ContractReader;
}

/**
 * Reads a cassette, which it treats as hostile. Throws CASSETTE_MISSING, _TOO_LARGE,
 * _CONFLICT, _VERSION, _SEAL, _INVALID, or CASSETTE_FILE_MISSING for a blob or contract.
 */
export async function readCassette(
  file: string,
  { read = readLimited, contracts = createContractReader(read) }: CassetteSource = {},
): Promise<StoredCassette> {
  const shown = displayPath(file);
  const bytes = await read(file, TEXT_LIMIT);
  if (bytes === undefined) {
    throw new McpvalsError("CASSETTE_MISSING", `no cassette ${shown}`, { fix: "Record it: mcpvals record" });
  }
  const opened = openCassette(decodeText(bytes, shown), shown);
  const blobs = new Map<string, Uint8Array>();
  for (const name of opened.blobs)
    blobs.set(name, await readBlob(join(dirname(file), "blobs", name), name, shown, read));
  const cassette = parseCassette(opened, blobs);
  const found: [string | undefined, Contract][] = [];
  for (const { name: server, written } of serversOfCassette(cassette)) {
    const { contract } = written;
    found.push([server, typeof contract === "string" ? await contracts(file, contract) : contract]);
  }
  return { file, version: cassette.cassette, cassette, contract: joinRead(found) };
}

async function readBlob(path: string, name: string, cassette: string, read: ReadBytes): Promise<Uint8Array> {
  const bytes = await read(path, BLOB_LIMIT);
  if (bytes === undefined) throw missingBeside("blob", path, cassette);
  if (isBlob(name, bytes)) return bytes;
  throw new McpvalsError("CASSETTE_INVALID", `${displayPath(path)}: its content does not fit its name`, {
    evidence: `${cassette} needs it as it was recorded.`,
    fix: `Restore it: git checkout -- ${displayPath(path)}. If git changed its line ends: mcpvals lint --fix`,
  });
}
