// Writes the cassettes of a suite to the disk with the files that they refer to.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { BLOB_LIMIT } from "./blobs.js";
import { serializeCassette } from "./cassette-text.js";
import { parseContract, serializeContract } from "./contract-file.js";
import { writeWhole } from "./write-whole.js";
import { decodeText, readLimited } from "./read-limited.js";
import { CONTRACT_FILE, listFolder } from "./list-folder.js";
import { acquireLock } from "./lock.js";
import { refuseLinkedStore, refuseLinks } from "./refuse-links.js";
import { buildLearned, readLearned } from "./learned.js";
import { differsOnlyInVariables, hasContractVariables, learnedOn } from "./shared-contract.js";
import { replaceLearned, type LearnedAnew } from "./replace-learned.js";
import type { Cassette } from "./schema.js";
import { cassetteFileOf, displayPath, lockFileOf, type StorePlace } from "./store-place.js";
import { takeOf } from "./takes.js";
import { toJson } from "../json/to-json.js";
import { contractsIn } from "../trace/servers.js";
import type { Learned } from "../variables/learned.js";
import { serversOfCassette, withContracts } from "./written-servers.js";
import { parseYaml, TEXT_LIMIT, tooLarge } from "./yaml-read.js";

/** The contents of `.gitattributes` beside cassettes. */
export const ATTRIBUTES = `# Cassettes: read byte for byte, never merged line by line; \`mcpvals show\` is their diff.
*.yaml text eol=lf -merge diff=mcpvals
**/blobs/* binary
`;
const WAIT_MS = 15_000;
/**
 * Characters above which a text may hold more than can be read again; such a text is read once before it is written.
 */
const LARGE = 1024 * 1024;

/**
 * Searches everything that is about to be written for secrets, and throws where it finds one. `file` names it in the
 * error.
 */
export type Scan = (file: string, content: { value: JsonValue; bytes: Uint8Array }) => void;

/**
 * Writes a cassette, its blobs and its contract. Those that no cassette of the suite needs any more stay until
 * `removeUnused`. If the contract differs from an existing one only in variables, it is not written, and the cassette uses
 * the existing one. The cassette is written last and as a whole: if something fails before, the old one is unchanged.
 * Returns its file.
 */
export async function writeCassette(
  place: StorePlace,
  { cassette: given, contract }: { cassette: Cassette; contract: Contract },
  scan: Scan = () => {},
): Promise<string> {
  const file = cassetteFileOf(place, given.workflow, takeOf(given));
  const said = await contractFiles(place, given, contract, displayPath(file));
  const cassette = withContracts(given, (written, name) => said.get(name)?.id ?? written.contract);
  const { text, blobs } = serializeCassette(cassette);
  scan(displayPath(file), { value: toJson(cassette), bytes: Buffer.from(text) });
  for (const { text: its } of said.values()) {
    scan(`the contract of ${displayPath(file)}`, { value: toJson(contract), bytes: Buffer.from(its) });
    refuseLarge(`the contract of ${displayPath(file)}`, Buffer.byteLength(its), TEXT_LIMIT);
  }
  for (const [name, bytes] of blobs) scan(`blob ${name} of ${displayPath(file)}`, { value: null, bytes });
  refuseLarge(displayPath(file), Buffer.byteLength(text), TEXT_LIMIT);
  if (text.length > LARGE) parseYaml(text, displayPath(file));
  for (const [name, bytes] of blobs) refuseLarge(`blob ${name} of ${displayPath(file)}`, bytes.length, BLOB_LIMIT);
  await whileLocked(place, async () => {
    await writeNew(join(place.attributes, ".gitattributes"), ATTRIBUTES);
    for (const [name, bytes] of blobs) await writeChanged(join(place.cassettes, "blobs", name), bytes);
    for (const { id, text: its } of said.values()) {
      await writeChanged(join(place.cassettes, "contracts", `${id}.yaml`), Buffer.from(its));
    }
    refuseLinks(file, dirname(place.state));
    await writeWhole(file, text);
  });
  return file;
}

/** Changes the text of an existing cassette, for example with `replaceScores`; true where a byte changed. */
export async function rewriteCassette(
  place: StorePlace,
  file: string,
  change: (text: string, file: string) => string,
): Promise<boolean> {
  const shown = displayPath(file);
  return whileLocked(place, async () => {
    const bytes = await readLimited(file, TEXT_LIMIT);
    if (bytes === undefined) throw new McpvalsError("CASSETTE_MISSING", `no cassette ${shown}`);
    const text = decodeText(bytes, shown);
    const changed = change(text, shown);
    if (changed !== text) await writeWhole(file, changed);
    return changed !== text;
  });
}

/** Writes only what checks learned into an existing cassette, in version 2; true where a byte changed. */
export async function rewriteLearned(
  place: StorePlace,
  file: string,
  anew: LearnedAnew,
  scan: Scan = () => {},
): Promise<boolean> {
  return rewriteCassette(place, file, (text, shown) => {
    const changed = replaceLearned(text, shown, anew);
    const value = toJson(buildLearned(anew.learned));
    scan(shown, { value, bytes: Buffer.from(changed) });
    refuseLarge(shown, Buffer.byteLength(changed), TEXT_LIMIT);
    return changed;
  });
}

/** Refuses to write what could not be read again. */
function refuseLarge(what: string, size: number, limit: number): void {
  if (size > limit) throw tooLarge(what, size, limit);
}

/** Allows one writer at a time, so that it does not remove files that another has just written for its cassette. */
export async function whileLocked<T>(place: StorePlace, work: () => Promise<T>): Promise<T> {
  refuseLinkedStore(place);
  const release = await acquireLock(lockFileOf(place), `suite "${place.suite}"`, WAIT_MS);
  try {
    return await work();
  } finally {
    release();
  }
}

async function writeNew(file: string, content: string): Promise<void> {
  if ((await readLimited(file, TEXT_LIMIT)) === undefined) await writeWhole(file, content);
}

async function writeChanged(file: string, content: Uint8Array): Promise<void> {
  const old = await readLimited(file, Infinity);
  if (old === undefined || !old.equals(content)) await writeWhole(file, content);
}

/** The files that hold the contract of each server. */
async function contractFiles(
  place: StorePlace,
  cassette: Cassette,
  contract: Contract,
  shown: string,
): Promise<Map<string | undefined, ContractFile>> {
  const written = new Map(serversOfCassette(cassette).map(({ name, written: one }) => [name, one.contract]));
  const learned = cassette.cassette === 1 ? undefined : readLearned(cassette);
  const files = new Map<string | undefined, ContractFile>();
  for (const { server, contract: its } of contractsIn(contract)) {
    const own = serializeContract(its);
    const said = written.get(server);
    if (typeof said === "string" && own.id !== said)
      throw new McpvalsError("BUG", `${shown} names contract ${said}, got ${own.id}`);
    const canShare = learned !== undefined && typeof said === "string";
    const shared = canShare ? await findShared(place, its, learnedOn(server, learned), own.id) : undefined;
    files.set(server, shared ?? own);
  }
  return files;
}

interface ContractFile {
  id: string;
  text: string;
}

/** The contract of another recording that differs only in variables; undefined where there is none. */
async function findShared(
  place: StorePlace,
  contract: Contract,
  learned: Pick<Learned, "variables">,
  ownId: string,
): Promise<ContractFile | undefined> {
  if (!hasContractVariables(learned)) return undefined;
  const { contracts } = await listFolder(place.cassettes);
  const files = new Map(contracts.map((path) => [CONTRACT_FILE.exec(path)?.[1] ?? "", path]));
  if (files.has(ownId)) return undefined;
  for (const [id, path] of files) {
    const bytes = await readLimited(path, TEXT_LIMIT).catch(() => undefined);
    const other = bytes === undefined ? undefined : tryContract(bytes, id, displayPath(path));
    if (other !== undefined && differsOnlyInVariables(contract, other, learned)) return serializeContract(other);
  }
  return undefined;
}

/** A broken contract is skipped; the cassette that needs it reports it. */
function tryContract(bytes: Buffer, id: string, shown: string): Contract | undefined {
  try {
    return parseContract(decodeText(bytes, shown), id, shown);
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}
