// Lists the files of a folder of cassettes by kind. Reads names, and the first bytes of files.
import { open, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { LEFTOVER } from "./write-whole.js";
import { readEntries } from "../config/walk.js";

/** The 12 digits in the path of a contract. */
export const CONTRACT_FILE = /[\\/]contracts[\\/]([0-9a-f]{12})\.yaml$/;
/** The name in the path of a blob. */
export const BLOB_FILE = /[\\/]blobs[\\/]([0-9a-f]{64}\.[a-z0-9]{1,8})$/;
const ACCEPTED = "accepted.yaml";
/** The first line of a cassette, also after a conflict marker of git or a byte order mark. */
const HEAD = /^\ufeff?(?:<{7}[^\n]*\n)?cassette: ?\d/;

/** Absolute paths. */
export interface CassetteFolder {
  cassettes: string[];
  contracts: string[];
  blobs: string[];
  /** Files that a killed process left unfinished. */
  leftovers: string[];
  accepted: string[];
}

/** The files of a folder of cassettes, without those of other programs. */
export async function listFolder(folder: string): Promise<CassetteFolder> {
  const [here, contracts, blobs] = await Promise.all([
    namesIn(folder),
    namesIn(join(folder, "contracts")),
    namesIn(join(folder, "blobs")),
  ]);
  const isLeftover = (file: string): boolean => LEFTOVER.test(basename(file));
  const texts = here.filter((file) => file.endsWith(".yaml") && !basename(file).startsWith("."));
  return {
    cassettes: texts.filter((file) => basename(file) !== ACCEPTED),
    contracts: contracts.filter((file) => CONTRACT_FILE.test(file)),
    blobs: blobs.filter((file) => BLOB_FILE.test(file)),
    leftovers: [...here, ...contracts, ...blobs].filter(isLeftover),
    accepted: texts.filter((file) => basename(file) === ACCEPTED),
  };
}

/** The folders of cassettes at and below a folder. */
export async function findCassetteFolders(folder: string): Promise<string[]> {
  if (await holdsCassettes(folder)) return [folder];
  const { folders } = await readEntries(folder);
  return (await Promise.all(folders.map((name) => findCassetteFolders(join(folder, name))))).flat();
}

/** The folder of cassettes that a file belongs to. */
export function folderOf(file: string): string {
  return CONTRACT_FILE.test(file) || BLOB_FILE.test(file) ? dirname(dirname(file)) : dirname(file);
}

async function holdsCassettes(folder: string): Promise<boolean> {
  const { cassettes, contracts } = await listFolder(folder);
  if (contracts.length > 0) return true;
  for (const file of cassettes) if (HEAD.test(await readHead(file))) return true;
  return false;
}

async function readHead(file: string): Promise<string> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(200), position: 0 });
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}

/** Everything but folders. Includes links: the reader refuses those, and says why. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .toSorted();
}
