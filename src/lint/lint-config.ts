// Checks a config in JSON, and the data in its `state` folder, before they are committed: secrets, and a `reset` that does
// nothing. Reads the disk, runs nothing.
import { lstat, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { readLimited } from "../cassette/read-limited.js";
import { displayPath } from "../cassette/store-place.js";
import { parseYaml } from "../cassette/yaml-read.js";
import { renderPath } from "../config/config-path.js";
import { isEmptyReset } from "../config/empty-reset.js";
import type { Suite } from "../config/suite.js";
import { docsFile } from "../docs-file.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { secretsOfServer } from "../redaction/server-secrets.js";
import type { FindSecrets } from "./check-content.js";
import type { Finding } from "./finding.js";

export interface LintedConfig {
  findings: Finding[];
  /** How many files were checked. */
  count: { configs: number; data: number };
}

/** Bytes of a file, and files, of `state`. */
const LARGEST = 5 * 1024 * 1024;
const MOST_FILES = 2000;
const SHORTEST_RUN = 6;

/**
 * The config, those that it extends, and what is in `state`. Not the configuration of a client that it names: that has its
 * secrets, and nobody said that it is committed.
 */
export async function lintConfig(suite: Suite, findSecrets: FindSecrets): Promise<LintedConfig> {
  const files = [...(suite.file === null ? [] : [suite.file]), ...(suite.bases ?? [])];
  const findings: Finding[] = [];
  let configs = 0;
  for (const file of files) {
    const text = (await readLimited(file, LARGEST).catch(() => undefined))?.toString("utf8") ?? "";
    const config = readJson(text);
    if (!isJsonObject(config)) continue;
    configs += 1;
    findings.push(...checkConfig(file, text, config, findSecrets));
  }
  const { state } = suite.config;
  const data = state === undefined ? [] : await listFiles(resolve(suite.folder, state));
  for (const file of data) findings.push(...(await checkData(file, findSecrets)));
  return { findings, count: { configs, data: data.length } };
}

function checkConfig(file: string, text: string, config: JsonObject, findSecrets: FindSecrets): Finding[] {
  const lineOf = linesOf(text, file);
  const { server, servers } = config;
  const several = isJsonObject(servers) ? Object.entries(servers) : [];
  const own = [
    [["server"], server] as const,
    ...several.map(([name, one]) => [["servers", name], one] as const),
  ].flatMap(([keys, one]) =>
    isJsonObject(one)
      ? secretsOfServer(one).map(({ path, name }) => ({ path: `${buildPointer(keys)}${path}`, name }))
      : [],
  );
  const places = new Map<string, string>();
  for (const { at, what } of findSecrets(config)) places.set(at, what);
  for (const { path, name } of own) places.set(path, places.get(path) ?? name);
  const secrets = [...places].map(([at, what]): Finding => {
    const key = renderPath((parsePointer(at) ?? []).map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
    return {
      rule: "secret",
      file,
      line: lineOf(at),
      message: `${key} holds what looks like a secret: ${what}`,
      fix: "Make the secret useless first, for it may be in git's history; then write a variable there: ${NAME}.",
    };
  });
  const { reset } = config;
  if (typeof reset !== "string" || !isEmptyReset(reset)) return secrets;
  const empty: Finding = {
    rule: "empty-reset",
    file,
    line: lineOf("/reset"),
    message: `reset does nothing: ${reset}`,
    fix: 'Write the command that puts the data back before each run, or remove "reset".',
  };
  return [...secrets, empty];
}

/** JSON is YAML, but for tabs in odd places. */
function linesOf(text: string, file: string): (pointer: string) => number {
  try {
    return parseYaml(text, displayPath(file)).lineOf;
  } catch {
    return () => 1;
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .slice(0, MOST_FILES);
}

/** A text by lines; of a database what can be read in it. */
async function checkData(file: string, findSecrets: FindSecrets): Promise<Finding[]> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined || stats.size > LARGEST) return [];
  const bytes = (await readLimited(file, LARGEST).catch(() => undefined)) ?? Buffer.alloc(0);
  const isText = !bytes.includes(0);
  const text = isText
    ? bytes.toString("utf8")
    : (bytes.toString("latin1").match(new RegExp(`[\\x20-\\x7e]{${SHORTEST_RUN},}`, "g")) ?? []).join("\n");
  const found = findSecrets(text).map(({ line, what }) => ({
    line: isText ? line : 1,
    what: `what looks like a secret: ${what}`,
  }));
  const named = /^\.env(?:\.|$)|^id_[a-z0-9]+$|\.(?:pem|key|p12|pfx)$/.test(basename(file));
  return [...found, ...(named && found.length === 0 ? [{ line: 1, what: "secrets, by its name" }] : [])].map(
    ({ line, what }) => ({
      rule: "secret",
      file,
      line,
      message: `holds ${what}`,
      fix: `Make the secret useless first, for it may be in git's history; then take it out of the file: ${docsFile("security.md")}.`,
    }),
  );
}
