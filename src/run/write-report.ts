// Writes a report to the file that the user named, as a whole or not at all where the file system allows that.
import { mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../cassette/read-limited.js";
import { refuseLinksOut } from "../cassette/refuse-links.js";
import { writeWhole } from "../cassette/write-whole.js";

/** Errors where a new file cannot replace the old one: a folder that we may not write to, a single mounted file. */
const IN_PLACE = new Set(["EACCES", "EPERM", "EBUSY"]);

/**
 * Creates the folders above it. Writes directly to a pipe or a device. Follows a link, unless the link is inside the
 * project of `cwd` and leads out of it. Throws WRITE_FAILED, or the system's error.
 */
export async function writeReport(file: string, text: string, cwd: string): Promise<void> {
  refuseLinksOut(file, cwd);
  const there = await stat(file).catch(() => undefined);
  if (there !== undefined && !there.isFile()) return writeFile(file, text);
  await mkdir(dirname(file), { recursive: true });
  if (there === undefined) return writeWhole(file, text);
  try {
    await writeWhole(await realpath(file), text, there.mode & 0o777);
  } catch (error) {
    if (!(error instanceof Error) || !IN_PLACE.has(codeOf(error.cause) ?? "")) throw error;
    await writeFile(file, text);
  }
}
