// Adds lines to files that exist, and leaves everything else in them as it is. Pure.
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";

/** package.json with the scripts that it lacks; undefined where it lacks none, or is not understood. */
export function addScripts(text: string, scripts: Readonly<Record<string, string>>): string | undefined {
  const json = readJson(text);
  if (!isJsonObject(json)) return undefined;
  const before = json["scripts"];
  if (before !== undefined && !isJsonObject(before)) return undefined;
  const missing = Object.entries(scripts).filter(([name]) => before?.[name] === undefined);
  if (missing.length === 0) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const indent = /^\{\s*?\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const lines = missing.map(([name, value]) => `${indent}${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const added = lines.join(`,${eol}`);
  const place = new RegExp(`^(${indent}"scripts"\\s*:\\s*\\{)(\\s*)(\\}?)`, "m");
  const edited =
    before === undefined
      ? text.replace(
          /^(\s*\{)(\s*)(\}?)/,
          (_whole, open: string, _space: string, end: string) =>
            `${open}${eol}${indent}"scripts": {${eol}${added}${eol}${indent}}${end === "" ? "," : ""}${eol}${end === "" ? indent : end}`,
        )
      : text.replace(
          place,
          (_whole, open: string, _space: string, end: string) =>
            `${open}${eol}${added}${end === "" ? "," : ""}${eol}${indent}${end === "" ? indent : end}`,
        );
  const expected = { ...json, scripts: { ...before, ...Object.fromEntries(missing) } };
  if (isSame(readJson(edited), expected)) return edited;
  return `${JSON.stringify(expected, null, indent)}${eol}`.replaceAll(/\r?\n/g, eol);
}

/** Equal apart from the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return JSON.stringify(one) === JSON.stringify(other);
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}

/** A list of lines, such as .gitignore, with those that it lacks; undefined where it lacks none. */
export function addLines(text: string, lines: readonly string[]): string | undefined {
  const plain = (line: string): string => line.trim().replace(/^\//, "").replace(/\/$/, "");
  const before = new Set(text.split("\n").map(plain));
  const missing = lines.filter((line) => !before.has(plain(line)));
  if (missing.length === 0) return undefined;
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return start + missing.map((line) => `${line}\n`).join("");
}
