// Cuts the arguments of a call into pieces, and puts other values in at the same places.
import { isNumber, numberText, readNumber } from "../json/digits.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { below } from "./align.js";
import { tokenRange, type Place } from "./learned.js";
import { countsSomething, isFreeText, keysOf, wordBefore, type Named } from "./names.js";
import { rangeOf } from "./observe.js";
import { piecesOf, withoutUnit } from "./pieces.js";
import { isTokenChar } from "./tokens.js";

/** A value in the arguments of a call. */
export interface ArgumentPiece {
  at: string;
  /** Absent: the whole argument. */
  token: Place["token"];
  value: string;
  named: Named;
  /** Its position in its text. */
  context: { text: string; start: number; end: number };
  /** True where the argument is this value, or forms one word with it. */
  whole: boolean;
  /** True for text that people read. */
  prose: boolean;
}

/** Returns the texts and numbers of arguments, with their pointers. */
export function argumentLeaves(args: JsonObject): { at: string; value: string; isNumber: boolean }[] {
  const leaves: { at: string; value: string; isNumber: boolean }[] = [];
  const walk = (value: JsonValue, at: string): void => {
    if (typeof value === "string") leaves.push({ at, value, isNumber: false });
    else if (isNumber(value)) leaves.push({ at, value: numberText(value), isNumber: true });
    else if (Array.isArray(value)) value.forEach((part, i) => walk(part, below(at, i)));
    else if (isJsonObject(value)) for (const [key, part] of Object.entries(value)) walk(part, below(at, key));
  };
  walk(args, "");
  return leaves;
}

const QUERY = /^\s*(?:SELECT|UPDATE|INSERT|DELETE|MATCH|CREATE|[[{])/i;

/**
 * Returns the pieces of the arguments. One of `values` with several tokens is one piece where a text contains all of
 * it.
 */
export function argumentPieces(tool: string, args: JsonObject, values: ReadonlySet<string>): ArgumentPiece[] {
  return argumentLeaves(args).flatMap(({ at, value, isNumber }): ArgumentPiece[] => {
    const { key, parent } = keysOf(at);
    if (isNumber) {
      const named = { key, parent, tool, notNumber: false };
      const context = { text: value, start: 0, end: value.length };
      return [{ at, token: undefined, value, named, context, whole: true, prose: false }];
    }
    const about = toolWithTables(tool, value);
    const isWord = /^[\w.:#-]+$/.test(value);
    const prose = value.includes(" ") && !QUERY.test(value);
    return cut(value, values).map(({ start, end, from, to }) => {
      const text = value.slice(start, end);
      const isWhole = start === 0 && end === value.length;
      const before = wordBefore(value, start);
      const counts = countsSomething(value, start, end) && before === "";
      const word = isWhole || isWord ? key : counts ? "count" : before === "" ? key : before;
      const named = { key, parent, tool: about, word, notNumber: !/^[\d.]+$/.test(text) };
      const context = { text: value, start, end };
      const token = isWhole ? undefined : tokenRange(from, to);
      return {
        at,
        token,
        value: text,
        named,
        context,
        whole: isWhole || isWord,
        prose: prose && (isFreeText(key) || !isWord),
      };
    });
  });
}

const TABLE = /\b(?:FROM|UPDATE|INTO|JOIN)\s+["'`]?([\w.]{1,60})/gi;

/** A query is about its tables the way a tool is about its noun. */
function toolWithTables(tool: string, text: string): string {
  if (!QUERY.test(text)) return tool;
  return [tool, ...Array.from(text.matchAll(TABLE), ([, table]) => table ?? "")].join("_");
}

const INSERTS = /^\s*INSERT\s+INTO\s+["'`]?([\w.]{1,60})/i;

/** The name of a tool with the table that it puts rows into: what it returns, such as an id, is theirs. */
export function toolWithInserts({ tool, arguments: args }: { tool: string; arguments: JsonObject }): string {
  const tables = argumentLeaves(args).flatMap(({ value }) => INSERTS.exec(value)?.[1] ?? []);
  return [tool, ...tables].join("_");
}

interface Cut {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** Cuts a text into pieces, and keeps the known values of several tokens together. */
function cut(text: string, values: ReadonlySet<string>): Cut[] {
  const pieces = piecesOf(text).flatMap((piece) => {
    const parts = withoutUnit(piece);
    return parts.length > 1 && parts.every((part) => values.has(part.text)) ? parts : [piece];
  });
  const cuts: Cut[] = [];
  const long = [...values].filter((value) => !/^[\p{L}\p{N}]+$/u.test(value)).toSorted((a, b) => b.length - a.length);
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) break;
    const found = long.find((value) => standsAt(text, value, piece.start));
    if (found === undefined) {
      cuts.push(piece);
      continue;
    }
    const [start, end] = [startOf(text, found, piece.start), startOf(text, found, piece.start) + found.length];
    const inside = pieces.filter((other) => other.start >= start && other.end <= end);
    cuts.push({ start, end, from: inside[0]?.from ?? piece.from, to: inside.at(-1)?.to ?? piece.to });
    while ((pieces[i + 1]?.start ?? Number.POSITIVE_INFINITY) < end) i++;
  }
  return cuts;
}

/** A made word may begin with a dash, before its first token. */
function startOf(text: string, value: string, tokenStart: number): number {
  const lead = /^[^\p{L}\p{N}]*/u.exec(value)?.[0].length ?? 0;
  const start = tokenStart - lead;
  return start >= 0 && text.startsWith(value, start) ? start : tokenStart;
}

function standsAt(text: string, value: string, tokenStart: number): boolean {
  const start = startOf(text, value, tokenStart);
  return text.startsWith(value, start) && !isTokenChar(text[start - 1]) && !isTokenChar(text[start + value.length]);
}

/** A value that replaces a recorded one in an argument. */
export interface Replacement {
  at: string;
  token: Place["token"];
  recorded: string;
  value: string;
}

/** Returns the arguments with other values put in. */
export function putInto(args: JsonObject, replacements: readonly Replacement[]): JsonObject {
  const leaves = new Map(argumentLeaves(args).map((leaf) => [leaf.at, leaf]));
  const parts = replacements.flatMap(({ at, token, recorded, value: live }): ArgumentPart[] => {
    const leaf = leaves.get(at);
    if (leaf === undefined) return [];
    if (leaf.isNumber || token === undefined) return [{ at, start: 0, end: leaf.value.length, live }];
    const range = rangeOf(leaf.value, token);
    if (range === undefined) return [];
    // Dashes at the ends of a made word are outside its tokens.
    const start = startOf(leaf.value, recorded, range.start);
    return [{ at, start, end: start + recorded.length, live }];
  });
  return putParts(args, parts);
}

/** What replaces a part of an argument. */
export interface ArgumentPart {
  at: string;
  start: number;
  end: number;
  live: string;
}

/** Returns the arguments with parts replaced; a number stays a number. */
export function putParts(args: JsonObject, parts: readonly ArgumentPart[]): JsonObject {
  if (parts.length === 0) return args;
  const put = (value: JsonValue, at: string): JsonValue => {
    const here = parts.filter((part) => part.at === at).toSorted((one, other) => other.start - one.start);
    if (isNumber(value)) return here[0] === undefined ? value : (readNumber(here[0].live) ?? here[0].live);
    if (typeof value === "string") {
      return here.reduce((text, { start, end, live }) => text.slice(0, start) + live + text.slice(end), value);
    }
    if (Array.isArray(value)) return value.map((part, i) => put(part, below(at, i)));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, put(part, below(at, key))]));
  };
  const result = put(args, "");
  return isJsonObject(result) ? result : args;
}
