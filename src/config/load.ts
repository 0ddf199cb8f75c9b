// Loads a suite from a config file or a config object: reads, expands and checks it.
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { McpvalsError, messageOf } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import { fileWord } from "../shell-words.js";
import { suiteNameOf } from "./config-name.js";
import { decodeConfig } from "./decode-config.js";
import { resolveExtends, type ConfigPart } from "./extends.js";
import { expandConfig, type ExpandOptions } from "./expand-config.js";
import { describeMissing } from "./not-found.js";
import { parseJson } from "./parse-json.js";
import type { Config } from "./schema-written.js";
import { resolveServers } from "./server-from.js";
import { showPath } from "./show-path.js";
import type { Suite } from "./suite.js";

const CODE = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

export interface LoadOptions extends ExpandOptions {
  /** Folder that a path is relative to, and the folder of a config object. Default: the current one. */
  cwd?: string;
  /** Whether its code may run: only if the user named the config, or it is in the current folder. */
  mayRun: boolean;
  /** Laid over the config and what it extends. */
  over?: ConfigPart | undefined;
}

/** Whether a config is a program, judged by its file name. */
export function isCode(file: string): boolean {
  return CODE.includes(extname(file));
}

/**
 * Loads a suite. Reads the config file and, where it is code and may run, runs it (again only after it changed).
 * Throws CONFIG_NOT_FOUND, CONFIG_NOT_RUN, CONFIG_INVALID with all problems at once, or ENV_UNSET. A config without
 * server or workflows loads: the command decides whether they are needed.
 */
export async function loadSuite(
  source: string | Config,
  { cwd = process.cwd(), mayRun, over, ...options }: LoadOptions,
): Promise<Suite> {
  const { env, allowUnset } = options;
  const from = { env, allowUnset: allowUnset === true, cwd };
  const read = (path: string, shown: string): Promise<unknown> => readConfig(path, shown, { cwd, mayRun });
  if (typeof source !== "string") {
    const where = "config object";
    const folder = resolve(cwd);
    const { raw: written, bases } = await resolveExtends(source, null, { folder, cwd, where, read, over });
    const raw = await resolveServers(written, { ...from, folder, where });
    return {
      name: "suite",
      file: null,
      folder,
      ...withFiles(bases, []),
      ...expandConfig(raw, where, options),
    };
  }
  const file = resolve(cwd, source);
  const where = showPath(file, cwd);
  const folder = dirname(file);
  const how = { folder, cwd, where, read, over };
  const { raw: written, bases } = await resolveExtends(await read(file, where), file, how);
  const beside = [
    ...(bases.length === 0 ? [] : [`extends ${bases.map((one) => showPath(one, cwd)).join(", ")}`]),
    ...(over === undefined ? [] : [`with ${over.where}`]),
  ];
  const named = beside.length === 0 ? where : `${where} (${beside.join(", ")})`;
  const raw = await resolveServers(written, { ...from, folder, where: named });
  return {
    name: suiteNameOf(file),
    file,
    folder,
    ...withFiles(bases, serverFilesIn(written, folder)),
    ...expandConfig(raw, named, options),
  };
}

function withFiles(bases: readonly string[], clientFiles: readonly string[]): Pick<Suite, "bases" | "clientFiles"> {
  return { ...(bases.length === 0 ? {} : { bases }), ...(clientFiles.length === 0 ? {} : { clientFiles }) };
}

/** The clients' files that `from` of a server names. */
function serverFilesIn(raw: unknown, folder: string): string[] {
  if (!isJsonObject(raw)) return [];
  const { server, servers } = raw;
  const all = [server, ...(isJsonObject(servers) ? Object.values(servers) : [])];
  const files = all.flatMap((one) => (isJsonObject(one) && typeof one["from"] === "string" ? [one["from"]] : []));
  return [...new Set(files)].map((from) => resolve(folder, from));
}

async function readConfig(
  file: string,
  where: string,
  { cwd, mayRun }: { cwd: string; mayRun: boolean },
): Promise<unknown> {
  const stats = await stat(file).catch(() => undefined);
  if (stats === undefined) throw await describeMissing(file, cwd);
  if (stats.isDirectory()) {
    throw new McpvalsError("CONFIG_NOT_FOUND", `${where} is a folder, not a config`, { fix: "Name the file in it." });
  }
  const extension = extname(file);
  if (extension === ".json") return parseJson(await readText(file, where), where);
  if (isCode(file)) {
    if (!mayRun) {
      throw new McpvalsError("CONFIG_NOT_RUN", `${where} is code, and nobody named it, so it was not run`, {
        evidence: "A config that is code runs only if you name it, or if it is in the current folder.",
        fix: `Look at it; if you trust it, name it in the command: ${fileWord(where)}`,
      });
    }
    const { importCode } = await import("./import-code.js");
    return importCode(file, where);
  }
  throw new McpvalsError("CONFIG_INVALID", `${where} does not have the name of a config`, {
    fix: `Name a file that ends in .json, ${CODE.join(", ")}`,
  });
}

async function readText(file: string, where: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new McpvalsError("CONFIG_NOT_FOUND", `${where} cannot be read`, { evidence: messageOf(error), cause: error });
  }
  return decodeConfig(bytes, where);
}
