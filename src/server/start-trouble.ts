// Says what a person can do about a server that did not start: build it, install its packages, give it an argument, or
// wait for a download. Reads the disk beside the server.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject } from "../json/value.js";
import { readJson } from "../json/read-json.js";
import type { CommandLine } from "../proxy/command-error.js";

/** Programs that fetch a package and then run it. */
const FETCHES = /^(?:npx|uvx|bunx|pnpx|pipx)(?:\.cmd|\.exe)?$/i;
/** The second word of those that do other things, too. */
const FETCHES_WITH = /^(?:pnpm|yarn|npm|uv|bun|docker|podman) (?:dlx|exec|x|tool|run)$/;
const INTERPRETERS = /^(?:node|tsx|ts-node|deno|bun|python[\d.]*|py|ruby|php)(?:\.exe)?$/i;
const PROGRAM_FILE = /\.(?:[cm]?[jt]s|py|rb|php)$/i;
const USAGE =
  /^\W*usage\b|\b(?:missing|expected|required?s?)\b[^\n]{0,40}\bargument|\barguments? (?:is|are) required\b|\bpositional argument/im;

/** Of a server that ended with this output: one line that begins with what to do; undefined where nothing tells. */
export function describeStartTrouble(line: CommandLine, output: string): string | undefined {
  return describeUnbuilt(line) ?? describeUninstalled(line, output) ?? describeUsage(output);
}

/** The same of a server that did not answer in time. */
export function describeDownload({ command, args }: CommandLine): string | undefined {
  const name = path.basename(command);
  if (!FETCHES.test(name) && !FETCHES_WITH.test(`${name} ${args[0] ?? ""}`)) return undefined;
  return `Wait longer: --timeout 120000 (${name} may still download the server)`;
}

/** The file of the program does not exist. */
function describeUnbuilt({ command, args, cwd }: CommandLine): string | undefined {
  if (!INTERPRETERS.test(path.basename(command))) return undefined;
  const file = args.find((arg) => !arg.startsWith("-") && PROGRAM_FILE.test(arg));
  if (file === undefined || existsSync(path.resolve(cwd, file))) return undefined;
  const build = ["build", "compile", "prepare"].find((name) => readScripts(cwd).includes(name));
  if (build === undefined) return `${file} does not exist in ${cwd}.`;
  return `Build it: npm run ${build} (${file} does not exist)`;
}

function describeUninstalled({ cwd }: CommandLine, output: string): string | undefined {
  const [, missing] = /Cannot find (?:package|module) '((?:@[\w.-]+\/)?[A-Za-z][\w.-]*)[^']*'/.exec(output) ?? [];
  if (missing === undefined || !existsSync(path.join(cwd, "package.json"))) return undefined;
  const locks = { "pnpm-lock.yaml": "pnpm install", "yarn.lock": "yarn install", "bun.lock": "bun install" };
  const [, install = "npm install"] = Object.entries(locks).find(([lock]) => existsSync(path.join(cwd, lock))) ?? [];
  return `Install its packages: ${install} (${missing} is not there)`;
}

function describeUsage(output: string): string | undefined {
  const usage = output.split("\n").find((text) => USAGE.test(text));
  return usage === undefined ? undefined : `Give it what it asks for in "args": ${usage.trim().slice(0, 200)}`;
}

function readScripts(cwd: string): string[] {
  try {
    const json = readJson(readFileSync(path.join(cwd, "package.json"), "utf8"));
    return isJsonObject(json) && isJsonObject(json["scripts"]) ? Object.keys(json["scripts"]) : [];
  } catch {
    return [];
  }
}
