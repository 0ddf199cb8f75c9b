// In: a folder with cassettes. Out: what is wrong with the files in it, as far as that can be told without a config.
import { BLOB_LIMIT } from "../cassette/blobs.js";
import { decodeText, readLimited } from "../cassette/files.js";
import type { Cassette } from "../cassette/schema.js";
import { displayPath } from "../cassette/store-place.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import { checkAccepted } from "./check-accepted.js";
import { checkBlob, checkContract } from "./check-attachment.js";
import { checkContent, type FindSecrets } from "./check-content.js";
import { checkSize } from "./check-size.js";
import type { Finding } from "./finding.js";
import { lintCassette } from "./lint-cassette.js";
import { BLOB_FILE, CONTRACT_FILE, listFolder } from "./list-folder.js";
import { readerFindings, type Place } from "./reader-findings.js";

export interface LintFolderOptions {
  /** Only these files (absolute); all without. */
  only?: ReadonlySet<string> | undefined;
  /** Files that somebody named one by one: they may be sealed again. */
  named: ReadonlySet<string>;
  /** Bytes that a file may have; the rule's own budgets without. */
  maxSize?: number | undefined;
  findSecrets: FindSecrets;
}

/** A cassette whose content could be read. */
export interface LintedCassette {
  file: string;
  bytes: Buffer;
  cassette: Cassette;
  /** Nothing is wrong with its text: replay would take it. */
  isSound: boolean;
}

interface Read {
  bytes: Buffer;
  place: Place;
}

export interface LintedFolder {
  findings: Finding[];
  cassettes: LintedCassette[];
  /** How many files were looked at. */
  count: { cassettes: number; contracts: number; blobs: number };
}

/** Reads every file of a folder of cassettes, taken as hostile, and checks it. */
export async function lintFolder(folder: string, options: LintFolderOptions): Promise<LintedFolder> {
  const { findSecrets, maxSize, named } = options;
  const files = await listFolder(folder);
  const isMeant = (file: string): boolean => options.only?.has(file) ?? true;
  const findings: Finding[] = [];
  const cassettes: LintedCassette[] = [];
  let isWhole = true;

  const read = async (file: string, limit: number): Promise<Read | undefined> => {
    const place = { file, shown: displayPath(file) };
    try {
      const bytes = await readLimited(file, limit);
      if (bytes === undefined) return undefined;
      if (isMeant(file)) findings.push(...checkSize(bytes.length, limit === TEXT_LIMIT ? "text" : "blob", place, maxSize));
      return { bytes, place };
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      if (isMeant(file)) findings.push(...readerFindings(error, place));
      return undefined;
    }
  };

  const decode = ({ bytes, place }: Read): string | undefined => {
    try {
      return decodeText(bytes, place.shown);
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      if (isMeant(place.file)) {
        findings.push(...readerFindings(error, place).map((one) => ({ ...one, rule: "encoding" }) as const));
      }
      return undefined;
    }
  };
  const texts: string[] = [];
  const readText = async (file: string): Promise<(Read & { text: string }) | undefined> => {
    const found = await read(file, TEXT_LIMIT);
    const text = found === undefined ? undefined : decode(found);
    texts.push(...(found === undefined ? [] : [text ?? found.bytes.toString("latin1")]));
    isWhole &&= found !== undefined;
    return found === undefined || text === undefined ? undefined : { ...found, text };
  };

  // All are read, also where one is meant: what another one refers to is not unused.
  for (const file of files.cassettes) {
    const found = await readText(file);
    if (found === undefined) continue;
    const { text, bytes, place } = found;
    const linted = await lintCassette(text, bytes, place, { folder, isNamed: named.has(file) });
    if (linted.cassette !== undefined) {
      cassettes.push({ file, bytes, cassette: linted.cassette, isSound: linted.findings.length === 0 });
    }
    if (isMeant(file)) findings.push(...linted.findings, ...checkContent(text, place, findSecrets));
  }
  const isAll = cassettes.length === files.cassettes.length;
  const contents = isAll ? cassettes.map(({ cassette }) => cassette) : undefined;
  for (const file of files.accepted) {
    const found = await readText(file);
    if (found === undefined || !isMeant(file)) continue;
    const { text, bytes, place } = found;
    findings.push(...checkAccepted(text, bytes, place, { isNamed: named.has(file), cassettes: contents }));
    findings.push(...checkContent(text, place, findSecrets));
  }
  const isUnused = (id: string): boolean => isWhole && !texts.some((text) => text.includes(id));

  for (const file of files.contracts.filter(isMeant)) {
    const [, id = ""] = CONTRACT_FILE.exec(file) ?? [];
    if (isUnused(id)) findings.push(unused("unused-contract", file));
    const found = await read(file, TEXT_LIMIT);
    if (found === undefined) continue;
    findings.push(...checkContract(found.bytes, id, found.place));
    findings.push(...checkContent(found.bytes.toString("utf8"), found.place, findSecrets));
  }
  for (const file of files.blobs.filter(isMeant)) {
    const [, name = ""] = BLOB_FILE.exec(file) ?? [];
    if (isUnused(name)) findings.push(unused("unused-blob", file));
    const found = await read(file, BLOB_LIMIT);
    if (found === undefined) continue;
    findings.push(...checkBlob(found.bytes, name, found.place));
    if (name.endsWith(".txt")) findings.push(...checkContent(found.bytes.toString("utf8"), found.place, findSecrets));
  }
  for (const file of files.leftovers.filter(isMeant)) {
    const message = "was left by a process that was killed while it wrote";
    const fix = "Remove it, or run `mcpvals lint --fix`.";
    findings.push({ rule: "leftover", file, line: 1, message, fix, repair: { kind: "remove", file } });
  }
  const count = {
    cassettes: files.cassettes.filter(isMeant).length,
    contracts: files.contracts.filter(isMeant).length,
    blobs: files.blobs.filter(isMeant).length,
  };
  return { findings, cassettes: cassettes.filter(({ file }) => isMeant(file)), count };
}

function unused(rule: "unused-blob" | "unused-contract", file: string): Finding {
  const message = "no cassette of this folder refers to it";
  const fix = "Remove it, or run `mcpvals lint --fix`.";
  return { rule, file, line: 1, message, fix, repair: { kind: "remove", file } };
}
