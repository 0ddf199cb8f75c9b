// Reads the contracts that cassettes name. A reader parses each file once: the cassettes of a suite usually name the same.
import { dirname, join } from "node:path";
import type { Contract } from "../trace/contract.js";
import { parseContract } from "./contract-file.js";
import { decodeText, readLimited, type ReadBytes } from "./read-limited.js";
import { missingBeside } from "./missing-beside.js";
import { displayPath } from "./store-place.js";
import { TEXT_LIMIT } from "./yaml-read.js";

/** Reads the contract of this id for a cassette's file. Throws CASSETTE_FILE_MISSING, _INVALID, _TOO_LARGE. */
export type ContractReader = (file: string, id: string) => Promise<Contract>;

/** The most contracts that are kept: of a server that differs in each run, all would fill the memory. */
const MOST = 16;

/** Makes a reader for one command. A file's content does not change: its name is the hash. */
export function createContractReader(read: ReadBytes = readLimited): ContractReader {
  const kept = new Map<string, Promise<Contract>>();
  return async (file, id) => {
    const path = join(dirname(file), "contracts", `${id}.yaml`);
    const contract = kept.get(path) ?? readContract(path, id, { read, cassette: displayPath(file) });
    kept.delete(path);
    kept.set(path, contract);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    try {
      return await contract;
    } catch (error) {
      // Its file may be restored while the command runs.
      if (kept.get(path) === contract) kept.delete(path);
      throw error;
    }
  };
}

async function readContract(
  path: string,
  id: string,
  { read, cassette }: { read: ReadBytes; cassette: string },
): Promise<Contract> {
  const bytes = await read(path, TEXT_LIMIT);
  if (bytes === undefined) throw missingBeside("contract", path, cassette);
  return parseContract(decodeText(bytes, displayPath(path)), id, displayPath(path));
}
