// Finds the config whose suite has its cassettes in a folder, so that a command can name it. Reads JSON, runs nothing.
import { join, posix } from "node:path";
import { readLimited } from "../../cassette/read-limited.js";
import { TEXT_LIMIT } from "../../cassette/yaml-read.js";
import { isConfigLike, suiteNameOf } from "../../config/config-name.js";
import { readJson } from "../../json/read-json.js";
import { isJsonObject } from "../../json/value.js";

/**
 * Returns the path of the config, or undefined where none or several fit. `paths` and `folder` are relative to `root`,
 * with `/`. A config that is code is taken to keep its cassettes where they are by default.
 */
export async function findConfigOf(root: string, paths: Iterable<string>, folder: string): Promise<string | undefined> {
  const suite = posix.basename(folder);
  const fit: string[] = [];
  for (const path of paths) {
    const name = posix.basename(path);
    if (!isConfigLike(name) || suiteNameOf(name) !== suite) continue;
    const cassettes = name.endsWith(".json") ? await readCassettesKey(join(root, path)) : "cassettes";
    if (cassettes === undefined) continue;
    if (posix.join(posix.dirname(path), cassettes, suite) === folder) fit.push(path);
  }
  return fit.length === 1 ? fit[0] : undefined;
}

/** Undefined for JSON that is no config. */
async function readCassettesKey(file: string): Promise<string | undefined> {
  const bytes = await readLimited(file, TEXT_LIMIT).catch(() => undefined);
  const value = bytes === undefined ? undefined : readJson(new TextDecoder().decode(bytes));
  if (!isJsonObject(value) || !("workflows" in value || "toolHealthSuites" in value)) return undefined;
  const { cassettes = "cassettes" } = value;
  return typeof cassettes === "string" ? cassettes : undefined;
}
