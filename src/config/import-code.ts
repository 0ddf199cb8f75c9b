// Imports a TypeScript or JavaScript config and returns its default export. Node imports JavaScript; jiti imports
// TypeScript, and JavaScript that Node alone cannot link.
import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { McpvalsError, messageOf } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import { untilIdle } from "../until-idle.js";

const TYPESCRIPT = [".ts", ".mts", ".cts"];

/** Imports a config. Throws CONFIG_INVALID with file and line for a config that throws, does not parse or exports nothing. */
export async function importCode(file: string, where: string): Promise<unknown> {
  // Node names modules by their real paths, also in stack traces.
  const real = await realpath(file);
  let module: unknown;
  try {
    const isAgain = await hasChanged(real);
    const byJiti = TYPESCRIPT.includes(extname(real));
    const work = byJiti ? importByJiti(real, isAgain) : importByNode(real, isAgain);
    module = await untilIdle(work, "its code waits for what cannot happen, such as a promise that nothing settles");
  } catch (error) {
    throw describeThrown(error, real, where);
  }
  return readDefault(module, where);
}

const imported = new Map<string, number>();
let again = 0;

/** Whether the file was imported before and is another one now, as in a watched run: Node would return the old one. */
async function hasChanged(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file);
  const before = imported.get(file);
  imported.set(file, before ?? mtimeMs);
  return before !== undefined && before !== mtimeMs;
}

async function importByNode(file: string, isAgain: boolean): Promise<unknown> {
  const url = pathToFileURL(file);
  if (isAgain) {
    // Node keeps a module by its URL, and one of CommonJS by its file, too.
    url.searchParams.set("again", String(++again));
    Reflect.deleteProperty(createRequire(import.meta.url).cache, file);
  }
  try {
    return await import(/* @vite-ignore */ url.href);
  } catch (error) {
    if (!isUnlinked(error) && !isPlaceless(error, file)) throw error;
    return importByJiti(file, isAgain);
  }
}

/** `mcpvals` is not installed beside the config; the config has not run. */
function isUnlinked(error: unknown): boolean {
  return error instanceof Error && /^Cannot find (?:package|module) 'mcpvals'/.test(error.message);
}

/**
 * True for a module that does not parse: Node prints the place but does not put it into the error; jiti does. The
 * config has not run.
 */
function isPlaceless(error: unknown, file: string): boolean {
  return error instanceof SyntaxError && placeIn(error.stack ?? "", file) === "";
}

async function importByJiti(file: string, isAgain: boolean): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const library = findLibrary();
  const jiti = createJiti(import.meta.url, {
    // A cache would be in a folder that all users of the machine share.
    fsCache: false,
    ...(isAgain ? { moduleCache: false } : {}),
    interopDefault: false,
    sourceMaps: true,
    // Node loads everything else: it is faster, and then uses this library rather than a copy.
    extensions: [...new Set([...TYPESCRIPT, extname(file)])],
    ...(library === undefined ? {} : { alias: { mcpvals: library } }),
  });
  return jiti.import(file);
}

/** The library's entry, in the folder of this module, also where the module is part of the bundled command. */
function findLibrary(): string | undefined {
  return ["../index.js", "../index.ts"]
    .map((entry) => fileURLToPath(new URL(entry, import.meta.url)))
    .find((entry) => existsSync(entry));
}

async function readDefault(module: unknown, where: string): Promise<unknown> {
  const exported = isJsonObject(module) ? Object.keys(module) : [];
  const isEsm = isJsonObject(module) && ("default" in module || "__esModule" in module || isNamespace(module));
  // jiti returns `module.exports` of a CommonJS config directly.
  const config: unknown = await (isEsm ? module["default"] : exported.length === 0 ? undefined : module);
  if (config === undefined) {
    const others = exported.length === 0 ? "" : ` (it exports ${exported.join(", ")})`;
    throw new McpvalsError("CONFIG_INVALID", `${where} has no default export${others}`, {
      fix: "Export the config: export default { … }",
    });
  }
  if (typeof config === "function") {
    throw new McpvalsError("CONFIG_INVALID", `${where} exports a function as default, not a config`, {
      fix: "Call it and export what it returns: export default makeConfig()",
    });
  }
  return config;
}

function isNamespace(module: object): boolean {
  return Object.prototype.toString.call(module) === "[object Module]";
}

function describeThrown(error: unknown, file: string, where: string): McpvalsError {
  const message = messageOf(error);
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const place = placeIn(`${message}\n${stack}`, file);
  const [first = "", ...more] = message
    .replaceAll(pathToFileURL(file).href, () => where)
    .replaceAll(file, () => where)
    .split("\n")
    .map((line) => line.trim());
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line) && !/\bnode:|[\\/]jiti[\\/]/.test(line));
  const evidence = [...more.filter((line) => line !== ""), ...frames.slice(0, 5).map((line) => line.trim())];
  return new McpvalsError("CONFIG_INVALID", `${where}${place}: the config cannot be loaded: ${first}`, {
    evidence: evidence.join("\n"),
    cause: error,
  });
}

/** `:8:9`, where the text names a place in the file. */
function placeIn(text: string, file: string): string {
  for (const name of [file, pathToFileURL(file).href]) {
    const at = text.indexOf(`${name}:`);
    const found = at < 0 ? undefined : /^:\d+(?::\d+)?/.exec(text.slice(at + name.length))?.[0];
    if (found !== undefined) return found;
  }
  return "";
}
