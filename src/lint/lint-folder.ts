// Checks the files in a folder of cassettes, as far as that is possible without a config.
import { join } from "node:path";
import type { Cassette } from "../cassette/schema.js";
import { checkAccepted } from "./check-accepted.js";
import { checkBlob, checkContract } from "./check-attachment.js";
import { checkContent, type FindSecrets } from "./check-content.js";
import type { Finding } from "./finding.js";
import { lintCassette } from "./lint-cassette.js";
import { BLOB_FILE, CONTRACT_FILE, listFolder } from "../cassette/list-folder.js";
import { readFileOf, type FileRead } from "./read-file.js";

export interface LintFolderOptions {
  /** Only these files (absolute); by default all. */
  only?: ReadonlySet<string> | undefined;
  /** Files that the user named one by one: they may be sealed again. */
  named: ReadonlySet<string>;
  /** The most bytes of a file; by default the rule's own budgets. */
  maxSize?: number | undefined;
  findSecrets: FindSecrets;
}

/** A cassette whose content could be read. */
export interface LintedCassette {
  file: string;
  bytes: Buffer;
  cassette: Cassette;
  /** Nothing is wrong with its text: replay would accept it. */
  isSound: boolean;
}

export interface LintedFolder {
  findings: Finding[];
  cassettes: LintedCassette[];
  /** How many files were checked. */
  count: { cassettes: number; contracts: number; blobs: number };
}

/** Reads every file of a folder of cassettes, which it treats as hostile, and checks it. */
export async function lintFolder(folder: string, options: LintFolderOptions): Promise<LintedFolder> {
  const { maxSize, named } = options;
  const files = await listFolder(folder);
  const read = await lintCassettes(folder, files.cassettes, options);
  const { isMeant, cassettes, reads } = read;
  const findings = [...read.findings];
  const contents = read.isAll ? cassettes.map(({ cassette }) => cassette) : undefined;
  for (const file of files.accepted) {
    const one = await readFileOf(file, "text", maxSize);
    reads.push(one);
    const { text, bytes, place } = one;
    if (!isMeant(file)) continue;
    findings.push(...one.findings, ...contentOf(one, options));
    if (text === undefined || bytes === undefined) continue;
    findings.push(...checkAccepted(text, bytes, place, { isNamed: named.has(file), cassettes: contents }));
  }

  const texts = reads.map(({ bytes }) => bytes?.toString("latin1"));
  const isUnused = (id: string): boolean => texts.every((text) => text?.includes(id) === false);
  findings.push(...(await lintAttachments(files.contracts.filter(isMeant), CONTRACTS, isUnused, options)));
  findings.push(...(await lintAttachments(files.blobs.filter(isMeant), BLOBS, isUnused, options)));
  const wasLeft = "was left by a process that was killed while it wrote";
  findings.push(...files.leftovers.filter(isMeant).map((file) => removable("leftover", file, wasLeft)));
  const count = {
    cassettes: files.cassettes.filter(isMeant).length,
    contracts: files.contracts.filter(isMeant).length,
    blobs: files.blobs.filter(isMeant).length,
  };
  return { findings, cassettes: cassettes.filter(({ file }) => isMeant(file)), count };
}

interface CassettesRead {
  findings: Finding[];
  cassettes: LintedCassette[];
  reads: FileRead[];
  /** Whether each of them could be read. */
  isAll: boolean;
  /** Whether a file is checked: it is in `only`, or a cassette that is refers to it. */
  isMeant: (file: string) => boolean;
}

/** Reads all cassettes, even where only one is checked: a file that another one refers to is not unused. */
async function lintCassettes(
  folder: string,
  files: readonly string[],
  options: LintFolderOptions,
): Promise<CassettesRead> {
  const referred = new Set<string>();
  const isMeant = (file: string): boolean => (options.only?.has(file) ?? true) || referred.has(file);
  const findings: Finding[] = [];
  const cassettes: LintedCassette[] = [];
  const reads: FileRead[] = [];
  let sessions = 0;
  for (const file of files) {
    const read = await readFileOf(file, "text", options.maxSize);
    reads.push(read);
    const { text, bytes, place } = read;
    const found = [...read.findings];
    if (text !== undefined && bytes !== undefined) {
      const linted = await lintCassette(text, bytes, place, { folder, isNamed: options.named.has(file) });
      found.push(...linted.findings);
      const { cassette, references } = linted;
      if (isMeant(file) && references !== undefined) {
        for (const name of references.blobs) referred.add(join(folder, "blobs", name));
        for (const id of references.contracts) referred.add(join(folder, "contracts", `${id}.yaml`));
      }
      if (/^kind: session$/m.test(text.slice(0, 200))) sessions += 1;
      if (cassette !== undefined) cassettes.push({ file, bytes, cassette, isSound: linted.findings.length === 0 });
      if (cassette?.cassette === 1) found.push(oldVersion(file));
    }
    if (isMeant(file)) findings.push(...found, ...contentOf(read, options));
  }
  return { findings, cassettes, reads, isAll: cassettes.length + sessions === files.length, isMeant };
}

const CONTRACTS = { kind: "text", name: CONTRACT_FILE, unused: "unused-contract", check: checkContract } as const;
const BLOBS = { kind: "blob", name: BLOB_FILE, unused: "unused-blob", check: checkBlob } as const;

/** Contracts or blobs: what cassettes refer to by the name of the file. */
async function lintAttachments(
  files: readonly string[],
  { kind, name, unused, check }: typeof CONTRACTS | typeof BLOBS,
  isUnused: (id: string) => boolean,
  options: LintFolderOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) {
    const [, id = ""] = name.exec(file) ?? [];
    const read = await readFileOf(file, kind, options.maxSize);
    findings.push(...read.findings.filter(({ rule }) => rule !== "encoding"), ...contentOf(read, options));
    if (isUnused(id)) findings.push(removable(unused, file, NOT_REFERRED_TO));
    if (read.bytes !== undefined) findings.push(...check(read.bytes, id, read.place));
  }
  return findings;
}

function contentOf({ text, place }: FileRead, { findSecrets }: LintFolderOptions): Finding[] {
  return text === undefined ? [] : checkContent(text, place, findSecrets);
}

const NOT_REFERRED_TO = "no cassette of this folder refers to it";

function removable(rule: "unused-blob" | "unused-contract" | "leftover", file: string, message: string): Finding {
  const fix = "Remove it, or run `mcpvals lint --fix`.";
  return { rule, file, line: 1, message, fix, repair: { kind: "remove", file } };
}

function oldVersion(file: string): Finding {
  const message = "is of version 1, which does not say where sent values come from";
  return {
    rule: "old-version",
    file,
    line: 1,
    message,
    fix: "Run `mcpvals record --check`: it needs the server, no key.",
  };
}
