// Parses the text of a JSON config, or reports an error with line, column and the line itself. Stricter than JSON.parse
// in one point: a key given twice is an error, because one of the two would be silently dropped.
import { McpvalsError } from "../errors.js";
import { parseLossless } from "../json/kept-numbers.js";

const SPACE = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON allows these in no string
const STRING = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const DEEPEST = 200;

/**
 * Parses JSON and keeps all digits of numbers; skips a byte order mark. Throws CONFIG_INVALID. `where` names the file
 * in the error.
 */
export function parseJson(text: string, where: string): unknown {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const fail = (at: number, message: string): never => {
    throw faultAt(json, at, message, where);
  };
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(json)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const skip = (): string | undefined => {
    take(SPACE);
    return json[at];
  };

  const scanValue = (depth: number): void => {
    const next = skip();
    if (depth > DEEPEST) fail(at, `nested deeper than ${DEEPEST} levels`);
    if (next === "{") scanMembers("}", depth, scanKey());
    else if (next === "[") scanMembers("]", depth);
    else if ((take(STRING) ?? take(NUMBER) ?? take(WORD)) === undefined) fail(at, sayWrong(json, at, "a value"));
  };

  const scanMembers = (end: "}" | "]", depth: number, takeKey?: () => void): void => {
    at++;
    if (skip() === end) return void at++;
    for (;;) {
      takeKey?.();
      scanValue(depth + 1);
      const after = skip();
      if (after === end) break;
      if (after !== ",") fail(at, sayWrong(json, at, `"," or "${end}"`));
      const comma = at++;
      if (skip() === end) fail(comma, `a comma before "${end}", which JSON does not allow`);
    }
    at++;
  };

  const scanKey = (): (() => void) => {
    const places = new Map<string, number>();
    return () => {
      skip();
      const start = at;
      const key = take(STRING);
      if (key === undefined) return fail(at, sayWrong(json, at, "a key in double quotes"));
      const name = String(JSON.parse(key));
      const before = places.get(name);
      if (before !== undefined) {
        fail(start, `the key ${key} is given twice; the first is on line ${placeOf(json, before).line}`);
      }
      places.set(name, start);
      if (skip() !== ":") fail(at, sayWrong(json, at, '":"'));
      at++;
    };
  };

  scanValue(0);
  if (skip() !== undefined) fail(at, "text after the end of the config");
  return parseLossless(json);
}

function sayWrong(json: string, at: number, expected: string): string {
  const rest = json.slice(at, at + 2);
  if (rest === "") return `the file ends where ${expected} is expected`;
  if (rest === "//" || rest === "/*") return "a comment, which JSON does not allow";
  if (rest.startsWith("'")) return "single quotes, where JSON needs double quotes";
  if (rest.startsWith('"')) {
    return expected.startsWith('"')
      ? `expected ${expected}`
      : "a string that does not end, or holds a control character or a wrong escape";
  }
  return `expected ${expected}, found ${JSON.stringify(String.fromCodePoint(json.codePointAt(at) ?? 0))}`;
}

function placeOf(json: string, at: number): { line: number; column: number; text: string } {
  const before = json.slice(0, at).split(/\r\n|\n|\r/);
  const start = before.at(-1) ?? "";
  const rest = json.slice(at).split(/[\r\n]/, 1)[0] ?? "";
  return { line: before.length, column: start.length + 1, text: start + rest };
}

function faultAt(json: string, at: number, message: string, where: string): McpvalsError {
  const { line, column, text } = placeOf(json, at);
  const from = Math.max(0, column - 61);
  const shown = text.slice(from, from + 100).replaceAll("\t", " ");
  const margin = `${line} | `;
  return new McpvalsError("CONFIG_INVALID", `${where}:${line}:${column}: ${message}`, {
    evidence: `${margin}${shown}\n${" ".repeat(margin.length + column - 1 - from)}^`,
    fix: "Fix the JSON there.",
  });
}
