// Writes a report to the file that the user named: whole or not at all, where the place allows that.
import { mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../cassette/read-limited.js";
import { refuseLinksOut } from "../cassette/refuse-links.js";
import { writeWhole } from "../cassette/write-whole.js";

/** Where a new file cannot take the place of the old one: a folder that is not ours, a single file that is mounted. */
const IN_PLACE = new Set(["EACCES", "EPERM", "EBUSY"]);

/**
 * Makes the folders above it. A pipe or a device is written to as it is. A link is followed, unless it stands in the project
 * of `cwd` and leads out of it. Throws WRITE_FAILED, or the error of the system.
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
