// Reads files in such a way that a hostile one does no harm.
import { lstatSync, readFileSync } from "node:fs";
import { McpvalsError, messageOf } from "../errors.js";
import { displayPath } from "./store-place.js";
import { tooLarge } from "./yaml-read.js";

/** Reads the bytes of a file, up to `limit`; undefined where there is no file. */
export type ReadBytes = (path: string, limit: number) => Promise<Buffer | undefined>;

/**
 * The bytes of a file, or undefined where there is none. Checks size and kind before it reads. Synchronous, because
 * node:fs/promises and its threads take milliseconds to load, and `serve` must start fast.
 */
export async function readLimited(file: string, limit: number): Promise<Buffer | undefined> {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) {
      throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)}: is not a regular file`, {
        fix: "Links and folders are not read. Put the file itself there.",
      });
    }
    if (stat.size > limit) throw tooLarge(displayPath(file), stat.size, limit);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof McpvalsError) throw error;
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)}: cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Decodes bytes that must be UTF-8, byte order mark included. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new McpvalsError("CASSETTE_INVALID", `${file}:1: is not UTF-8`, {
      fix: `Restore the file: git checkout -- ${file}`,
      cause: error,
    });
  }
}

/** The code of a system error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
