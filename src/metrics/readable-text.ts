// Reads a text as a reader sees it: JSON strings without escapes, and keys marked whose value is empty. Each form is made
// when it is first asked for: a result may have megabytes.
import { readJson } from "../json/read-json.js";

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
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
/** What comes after a key with an empty value. */
const EMPTY_VALUE = new RegExp(String.raw`^\s*:\s*${EMPTY}(?![\w.])`, "i");

export class ReadableText {
  private readonly kept: { isJson?: boolean; shown?: string; folded?: string; pieces?: string[] } = {};

  constructor(private readonly text: string) {}

  /** The text; where it is JSON, with its strings unescaped in place. */
  get shown(): string {
    return (this.kept.shown ??= this.unescape());
  }

  /** What is shown, so that case and the form of accents do not count. */
  get folded(): string {
    return (this.kept.folded ??= foldText(this.shown));
  }

  /** Where a number may be found: each string and number of a JSON text, else the whole text. */
  get pieces(): readonly string[] {
    return (this.kept.pieces ??= this.isJson ? piecesOfJson(this.text) : [blankEmptyKeys(this.text)]);
  }

  private get isJson(): boolean {
    return (this.kept.isJson ??= /^\s*[{["]/.test(this.text) && readJson(this.text) !== undefined);
  }

  private unescape(): string {
    if (!this.text.includes("\\") || !this.isJson) return this.text;
    return this.text.replace(JSON_STRING, (token) => (token.includes("\\") ? `"${String(JSON.parse(token))}"` : token));
  }
}

export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Returns the ranges of the keys whose value is false, null, 0 or empty. */
export function emptyKeysOf(text: string): [from: number, to: number][] {
  return [...text.matchAll(EMPTY_KEY), ...text.matchAll(EMPTY_LINE)].map((match) => [
    match.index,
    match.index + match[0].length,
  ]);
}

function piecesOfJson(text: string): string[] {
  const pieces: string[] = [];
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    if (!token.startsWith('"')) pieces.push(token);
    else if (/\d/.test(token)) {
      const end = index + token.length;
      if (!EMPTY_VALUE.test(text.slice(end, end + 200))) pieces.push(blankEmptyKeys(String(JSON.parse(token))));
    }
  }
  return pieces;
}

function blankEmptyKeys(text: string): string {
  return text.replace(EMPTY_KEY, " ").replace(EMPTY_LINE, " ");
}
