// Reads a file of a folder of cassettes, and reports what is wrong with its bytes or its encoding.
import { BLOB_LIMIT } from "../cassette/blobs.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { displayPath } from "../cassette/store-place.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import { checkSize } from "./check-size.js";
import type { Finding } from "./finding.js";
import { readerFindings, type LintedFile } from "./reader-findings.js";

export interface FileRead {
  place: LintedFile;
  /** Undefined where it is too large, not a regular file, or gone. */
  bytes: Buffer | undefined;
  /** Undefined where it is not UTF-8, and for a blob that is not a text. */
  text: string | undefined;
  findings: Finding[];
}

/** Reads a file, which it treats as hostile. `maxSize`: bytes, instead of the budgets. */
export async function readFileOf(file: string, kind: "text" | "blob", maxSize?: number): Promise<FileRead> {
  const place = { file, shown: displayPath(file) };
  const read: FileRead = { place, bytes: undefined, text: undefined, findings: [] };
  try {
    read.bytes = await readLimited(file, kind === "text" ? TEXT_LIMIT : BLOB_LIMIT);
    if (read.bytes === undefined) return read;
    read.findings.push(...checkSize(read.bytes.length, kind, place, maxSize));
    if (kind === "text" || file.endsWith(".txt")) read.text = decodeText(read.bytes, place.shown);
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    const found = readerFindings(error, place);
    // The bytes could be read, so the decoding failed.
    read.findings.push(
      ...(read.bytes === undefined ? found : found.map((one) => ({ ...one, rule: "encoding" }) as const)),
    );
  }
  return read;
}
