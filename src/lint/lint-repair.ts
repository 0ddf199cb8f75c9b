// Makes the changes of `--fix`, and says which were made. Writes a file as a whole or not at all.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { refuseLinks } from "../cassette/refuse-links.js";
import { writeFailed, writeWhole } from "../cassette/write-whole.js";
import { readLimited } from "../cassette/read-limited.js";
import type { Finding, Repair } from "./finding.js";

/**
 * Makes one change per file; the next round, which sees the result, makes the rest. The suite must have been locked
 * since the findings were made: what a `record` is writing may look unused.
 */
export async function makeRepairs(findings: readonly Finding[]): Promise<Finding[]> {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    if (finding.repair !== undefined && !first.has(finding.repair.file)) first.set(finding.repair.file, finding);
  }
  const done: Finding[] = [];
  for (const finding of first.values()) {
    if (finding.repair !== undefined && (await makeRepair(finding.repair))) done.push(finding);
  }
  return done;
}

/** False where the file has changed since it was checked. */
async function makeRepair(repair: Repair): Promise<boolean> {
  const { file } = repair;
  refuseLinks(repair.kind === "move" ? repair.target : file, dirname(file));
  switch (repair.kind) {
    case "create":
      if (existsSync(file)) return false;
      await writeWhole(file, repair.to);
      return true;
    case "remove":
      await remove(file);
      return true;
    case "rewrite":
      if (!(await isStill(file, repair.from))) return false;
      await writeWhole(file, repair.to);
      return true;
    case "move":
      if (!(await isStill(file, repair.from))) return false;
      if (repair.target !== file && existsSync(repair.target)) return false;
      await writeWhole(repair.target, repair.to);
      if (repair.target !== file) await remove(file);
      return true;
  }
}

async function isStill(file: string, bytes: Uint8Array): Promise<boolean> {
  return (await readLimited(file, bytes.length))?.equals(bytes) === true;
}

async function remove(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: unknown) => {
    throw writeFailed(file, error);
  });
}
