// Finds the workflows of a suite that were imported already, by the transcript's hash.
import { openCassette } from "../cassette/open-text.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { isJsonObject } from "../json/value.js";

/** Workflow names by the sha256 of the transcript. A cassette that cannot be read is none: `lint` names it. */
export async function findImportedBefore(suite: Suite): Promise<ReadonlyMap<string, string>> {
  const place = storePlaceOf(suite);
  const found = new Map<string, string>();
  for (const { name } of suite.config.workflows ?? []) {
    const sha256 = await importedFrom(cassetteFileOf(place, name));
    if (sha256 !== undefined) found.set(sha256, name);
  }
  return found;
}

async function importedFrom(file: string): Promise<string | undefined> {
  try {
    const bytes = await readLimited(file, TEXT_LIMIT);
    if (bytes === undefined) return undefined;
    const { value } = openCassette(decodeText(bytes, file), file).yaml;
    const imported = isJsonObject(value) ? value["imported"] : undefined;
    const sha256 = isJsonObject(imported) ? imported["sha256"] : undefined;
    return typeof sha256 === "string" ? sha256 : undefined;
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}
