// Checks the bytes of a cassette and the files that it refers to. Reads its blobs.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BLOB_LIMIT, isBlob } from "../cassette/blobs.js";
import { openCassette } from "../cassette/open-text.js";
import { readLimited } from "../cassette/read-limited.js";
import type { Cassette } from "../cassette/schema.js";
import { SESSION_LIMITS } from "../cassette/session-text.js";
import { checkCassette, referencesOf, type References } from "./check-cassette.js";
import type { Finding } from "./finding.js";
import { openEdited, type EditedText } from "./open-edited.js";
import type { LintedFile } from "./reader-findings.js";

/** `isNamed`: the user named this very file, so a broken seal may be renewed. */
export async function lintCassette(
  text: string,
  bytes: Uint8Array,
  place: LintedFile,
  { folder, isNamed }: { folder: string; isNamed: boolean },
): Promise<{ findings: Finding[]; cassette?: Cassette; references?: References }> {
  const read = (given: string): unknown => openCassette(given, place.shown);
  const { findings, edited } = openEdited(text, bytes, place, { read, first: "cassette" });
  if (edited === undefined) return { findings };
  const references = referencesOf(edited);
  const blobs = new Map<string, Uint8Array>();
  for (const name of references.blobs) {
    const path = join(folder, "blobs", name);
    // An existing but unusable one has a finding of its own.
    const content = await readLimited(path, limitOf(name)).catch(() => undefined);
    if (content !== undefined && isBlob(name, content)) blobs.set(name, content);
    else if (!existsSync(path)) findings.push(missing("missing-blob", `blobs/${name}`, name, edited));
  }
  for (const contract of references.contracts) {
    if (existsSync(join(folder, "contracts", `${contract}.yaml`))) continue;
    findings.push(missing("missing-contract", `contracts/${contract}.yaml`, contract, edited));
  }
  const hasAll = blobs.size === references.blobs.length;
  const checked = checkCassette(edited, hasAll ? blobs : undefined, isNamed);
  return { ...checked, findings: [...findings, ...checked.findings], references };
}

function limitOf(name: string): number {
  return name.endsWith(".jsonl") ? SESSION_LIMITS.moreMost : BLOB_LIMIT;
}

function missing(
  rule: "missing-blob" | "missing-contract",
  path: string,
  id: string,
  { text, place }: EditedText,
): Finding {
  const line = text.slice(0, Math.max(0, text.indexOf(id))).split("\n").length;
  const fix = "Was it left out of a commit? Restore it from git, or record the workflow again.";
  return { rule, file: place.file, line, message: `${path} is missing`, fix };
}
