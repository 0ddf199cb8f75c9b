// Adds lines to files that exist, and leaves everything else in them as it is. Pure.
import type { Workflow } from "../config/schema.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";
import { renderConfig } from "./new-config.js";

/** The whole text, and what was added to it. */
export interface Added {
  text: string;
  added: string[];
}

/** package.json with the scripts that it lacks; undefined where it lacks none, or is not understood. */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): Added | undefined {
  const json = readJson(text);
  if (!isJsonObject(json)) return undefined;
  const before = json["scripts"];
  if (before !== undefined && !isJsonObject(before)) return undefined;
  const missing = Object.entries(scripts).filter(([name]) => before?.[name] === undefined);
  if (missing.length === 0) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^\{\s*?\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const lines = missing.map(([name, value]) => `${indent}${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const joined = lines.join(`,${eol}`);
  const place = new RegExp(`^(${indent}"scripts"\\s*:\\s*\\{)(\\s*)(\\}?)`, "m");
  const edited =
    before === undefined
      ? text.replace(
          /^(\s*\{)(\s*)(\}?)/,
          (_whole, open: string, _space: string, end: string) =>
            `${open}${eol}${indent}"scripts": {${eol}${joined}${eol}${indent}}${end === "" ? "," : ""}${eol}${end === "" ? indent : end}`,
        )
      : text.replace(
          place,
          (_whole, open: string, _space: string, end: string) =>
            `${open}${eol}${joined}${end === "" ? "," : ""}${eol}${indent}${end === "" ? indent : end}`,
        );
  const expected = { ...json, scripts: { ...before, ...Object.fromEntries(missing) } };
  const isRight = isSame(readJson(edited), expected);
  const laidOut = isRight ? edited : `${JSON.stringify(expected, null, indent)}${eol}`.replaceAll(/\r?\n/g, eol);
  return { text: laidOut, added: missing.map(([name]) => name) };
}

/** A config with one more workflow, laid out as it was; laid out anew where its list of workflows is not found. */
export function addWorkflow(text: string, workflow: Workflow): string {
  const json = readJson(text);
  const config = isJsonObject(json) ? json : {};
  const before = Array.isArray(config["workflows"]) ? config["workflows"] : [];
  const added: unknown = JSON.parse(JSON.stringify(workflow));
  const end = endOfList(text, "workflows");
  const expected = { ...config, workflows: [...before, added] };
  if (end !== undefined) {
    const head = text.slice(0, end).trimEnd();
    const edited = `${head}${before.length === 0 ? "" : ","}\n    ${renderConfig(added, "    ")}\n  ${text.slice(end)}`;
    if (isSame(readJson(edited), expected)) return edited;
  }
  return `${renderConfig(expected)}\n`;
}

/** Where the list of a key of the root ends: the index of its `]`. */
function endOfList(text: string, key: string): number | undefined {
  let depth = 0;
  let inList = false;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token.startsWith('"')) {
      if (depth === 1 && token === JSON.stringify(key)) inList = /^\s*:\s*\[/.test(text.slice(index + token.length));
    } else if (token === "[" || token === "{") depth += 1;
    else {
      depth -= 1;
      if (inList && depth === 1) return index;
    }
  }
  return undefined;
}

/** Equal apart from the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return JSON.stringify(one) === JSON.stringify(other);
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** A list of lines, such as .gitignore, with those that it lacks; undefined where it lacks none. */
export function addLines(text: string, lines: readonly string[]): Added | undefined {
  const plain = (line: string): string => line.trim().replace(/^\//, "").replace(/\/$/, "");
  const before = new Set(text.split("\n").map(plain));
  const missing = lines.filter((line) => !before.has(plain(line)));
  if (missing.length === 0) return undefined;
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return { text: start + missing.map((line) => `${line}\n`).join(""), added: missing };
}
