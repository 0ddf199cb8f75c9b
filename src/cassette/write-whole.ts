// Writes files so that none is ever half-written.
import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { McpvalsError, messageOf } from "../errors.js";
import { codeOf } from "./read-limited.js";
import { displayPath } from "./store-place.js";

/** The file that a write leaves if the machine stops during it. */
export const LEFTOVER = /^\..+\.[0-9a-f]{12}\.tmp$/;

/**
 * Writes a file as a whole or not at all, and creates the folders above it. The old file stays until the new one is
 * complete. `mode`: the file's permissions, where the system's default is not enough.
 */
export async function writeWhole(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const folder = dirname(file);
  const temporary = join(folder, `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    const handle = await open(temporary, "wx");
    try {
      if (mode !== undefined) await handle.chmod(mode);
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

/** WRITE_FAILED, with the reason in words. */
export function writeFailed(file: string, error: unknown): McpvalsError {
  if (error instanceof McpvalsError) return error;
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
