// Returns a text as a reader sees it: JSON strings without escapes, and keys marked whose value is empty.
import { readJson } from "../json/read-json.js";

export interface ReadableText {
  /** The text; where it is JSON, with its strings unescaped in place. */
  shown: string;
  /** Where a number may be found: each string and number of a JSON text, else the whole text. */
  pieces: string[];
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const EMPTY = String.raw`(?:false|null|none|-?0+(?:\.0+)?(?:e[+-]?\d+)?|""|''|\[\s*\]|\{\s*\})`;
/** In JSON, and as Python prints it. */
const EMPTY_KEY = new RegExp(
  String.raw`"(?:[^"\\\n]|\\.)*"\s*:\s*(?=${EMPTY}(?![\w.]))|'(?:[^'\\\n]|\\.)*'\s*:\s*(?=${EMPTY}(?![\w.]))`,
  "gi",
);
/** As YAML and people write it: a line `success: false`. */
const EMPTY_LINE = new RegExp(
  String.raw`^[ \t]*(?:[-*•][ \t]+)?[*\x60]*\p{L}[\p{L}\d _-]{0,60}[*\x60]*[ \t]*[:=][*\x60 \t]*(?=${EMPTY}[*\x60]*[ \t]*[,;.]?[ \t]*\r?$)`,
  "gimu",
);

export function buildReadableText(text: string): ReadableText {
  if (!isJsonText(text)) return { shown: text, pieces: [blankEmptyKeys(text)] };
  const pieces: string[] = [];
  const shown = text.replace(JSON_TOKEN, (token: string, at: number) => {
    if (!token.startsWith('"')) {
      pieces.push(token);
      return token;
    }
    const plain = String(JSON.parse(token));
    const rest = text.slice(at + token.length, at + token.length + 200);
    if (!new RegExp(`^\\s*:\\s*${EMPTY}(?![\\w.])`, "i").test(rest)) pieces.push(blankEmptyKeys(plain));
    return `"${plain}"`;
  });
  return { shown, pieces };
}

/** Returns the ranges of the keys whose value is false, null, 0 or empty. */
export function emptyKeysOf(text: string): [from: number, to: number][] {
  return [...text.matchAll(EMPTY_KEY), ...text.matchAll(EMPTY_LINE)].map((match) => [
    match.index,
    match.index + match[0].length,
  ]);
}

function blankEmptyKeys(text: string): string {
  return text.replace(EMPTY_KEY, " ").replace(EMPTY_LINE, " ");
}

function isJsonText(text: string): boolean {
  return /^\s*[{["]/.test(text) && readJson(text) !== undefined;
}
