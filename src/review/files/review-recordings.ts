// Reads the recordings in the cassettes of one side, or says why they cannot be read.
import { BLOB_LIMIT, isBlob } from "../../cassette/blobs.js";
import { parseCassette } from "../../cassette/cassette-text.js";
import { openCassette, type OpenedCassette } from "../../cassette/open-text.js";
import { parseContract } from "../../cassette/contract-file.js";
import { decodeText } from "../../cassette/read-limited.js";
import { learnedOf } from "../../cassette/learned-of.js";
import { readTrace } from "../../cassette/read-trace.js";
import { addSeal, splitSeal } from "../../cassette/seal.js";
import { contractNamesIn, joinRead, serversOfCassette } from "../../cassette/written-servers.js";
import { TEXT_LIMIT } from "../../cassette/yaml-read.js";
import { McpvalsError, renderError } from "../../errors.js";
import type { RecordingSide, Unreadable } from "../../diff/recordings/recording.js";
import type { Contract } from "../../trace/contract.js";

/** The files of one side; paths relative to the repository's root, with `/`. */
export interface SideFiles {
  /** Undefined where the file does not exist. */
  read: (path: string, limit: number) => Promise<Uint8Array | undefined>;
  /** Announces which files will be read. */
  prepare: (paths: readonly string[]) => Promise<void>;
}

interface Opened {
  opened: OpenedCassette;
  sealed: boolean;
}

/**
 * Reads recordings, by path. One whose seal does not fit is still read, and marked: a person has to see what was
 * changed in it.
 */
export async function readRecordings(
  files: SideFiles,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, RecordingSide | Unreadable>> {
  const read = new Map<string, RecordingSide | Unreadable>();
  const open = new Map<string, Opened>();
  for (const [path, text] of texts) {
    await attempt(read, path, () => Promise.resolve(open.set(path, openLeniently(text, path))));
  }
  await files.prepare([...open].flatMap(([path, { opened }]) => attachmentsOf(path, opened)));
  const contracts = new Map<string, Contract>();
  for (const [path, { opened, sealed }] of open) {
    await attempt(read, path, async () => {
      const blobs = new Map<string, Uint8Array>();
      for (const name of opened.blobs) blobs.set(name, await readBlob(files, `${folderOf(path)}blobs/${name}`, name));
      const cassette = parseCassette(opened, blobs);
      const found: [string | undefined, Contract][] = [];
      for (const { name, written } of serversOfCassette(cassette)) {
        const { contract } = written;
        const read = (id: string) => readContract(files, `${folderOf(path)}contracts/${id}.yaml`, id, contracts);
        found.push([name, typeof contract === "string" ? await read(contract) : contract]);
      }
      const trace = readTrace(cassette, joinRead(found));
      return read.set(path, { file: path, cassette, learned: learnedOf(cassette, trace), trace, sealed });
    });
  }
  return read;
}

async function attempt(
  read: Map<string, RecordingSide | Unreadable>,
  path: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    read.set(path, { file: path, message: renderError(error) });
  }
}

function openLeniently(text: string, path: string): Opened {
  const { body, sealed } = splitSeal(text);
  if (sealed === "fits") return { opened: openCassette(text, path), sealed: true };
  // Read without its seal; conflict markers and CRLF are still refused.
  return { opened: openCassette(addSeal(body.endsWith("\n") ? body : `${body}\n`), path), sealed: false };
}

function attachmentsOf(path: string, { yaml, blobs }: OpenedCassette): string[] {
  return [
    ...blobs.map((name) => `${folderOf(path)}blobs/${name}`),
    ...contractNamesIn(yaml.value).map((contract) => `${folderOf(path)}contracts/${contract}.yaml`),
  ];
}

async function readBlob(files: SideFiles, path: string, name: string): Promise<Uint8Array> {
  const bytes = await files.read(path, BLOB_LIMIT);
  if (bytes === undefined) throw missing(path);
  if (isBlob(name, bytes)) return bytes;
  throw new McpvalsError("CASSETTE_INVALID", `${path}: its content does not fit its name`);
}

async function readContract(
  files: SideFiles,
  path: string,
  id: string,
  known: Map<string, Contract>,
): Promise<Contract> {
  const before = known.get(path);
  if (before !== undefined) return before;
  const bytes = await files.read(path, TEXT_LIMIT);
  if (bytes === undefined) throw missing(path);
  const contract = parseContract(decodeText(bytes, path), id, path);
  known.set(path, contract);
  return contract;
}

function missing(path: string): McpvalsError {
  return new McpvalsError("CASSETTE_FILE_MISSING", `${path}: is missing`, {
    evidence: "The cassette needs it. Was it left out of a commit?",
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
