// Reading and writing files so that nothing is ever half there, and a hostile file does no harm.
import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { McpvalsError, messageOf } from "../errors.js";
import { displayPath } from "./store-place.js";
import { tooLarge } from "./yaml-read.js";

/** What a write leaves where the machine stops in the middle of it. */
export const LEFTOVER = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** The bytes of a file, or undefined where there is none. Size and kind are looked at before it is read. */
export async function readLimited(file: string, limit: number): Promise<Buffer | undefined> {
  try {
    const { size, isRegular } = await lstat(file).then((stat) => ({ size: stat.size, isRegular: stat.isFile() }));
    if (!isRegular) {
      throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)}: is no regular file`, {
        fix: "Links and folders are not read. Put the file itself there.",
      });
    }
    if (size > limit) throw tooLarge(displayPath(file), size, limit);
    return await readFile(file);
  } catch (error) {
    if (error instanceof McpvalsError) throw error;
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)}: cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** The text of bytes that have to be UTF-8, byte order mark included. */
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

/** Writes a file whole or not at all, with the folders above it. What was there stays until the new one is complete. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(file);
  const temporary = join(folder, `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeFailed(file, error);
  }
}

/** WRITE_FAILED with the reason in words. */
export function writeFailed(file: string, error: unknown): McpvalsError {
  const code = codeOf(error) ?? "";
  const reasons: Readonly<Record<string, string>> = {
    EROFS: "the file system is read-only",
    EACCES: "no permission",
    EPERM: "no permission",
    ENOSPC: "the disk is full",
    EDQUOT: "the quota is used up",
  };
  return new McpvalsError("WRITE_FAILED", `cannot write ${displayPath(file)}: ${reasons[code] ?? messageOf(error)}`, {
    fix: "Nothing was changed. Make room, or make the folder writable, and run the command again.",
    cause: error,
  });
}

/** The code of a system error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
