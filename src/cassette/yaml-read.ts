// Parses a YAML text from any source, which it treats as hostile, to a JSON value with the line of each of its parts.
// Knows nothing about cassettes; reads no file.
import {
  constructFromEvents,
  CORE_SCHEMA,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  YAMLException,
  type Event,
} from "js-yaml";
import { McpvalsError, messageOf } from "../errors.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** The most bytes of a text: js-yaml needs seconds and gigabytes for much larger ones. */
export const TEXT_LIMIT = 16 * 1024 * 1024;
const DEPTH_LIMIT = 100;
const NODE_LIMIT = 1_000_000;
/**
 * Characters that begin or separate nodes, counted before js-yaml parses a text: it needs a kilobyte of memory for some
 * of them.
 */
const MARKS = /[,\n[{]|[-?:] /g;
const MARK_LIMIT = 2 * NODE_LIMIT;

export interface YamlText {
  value: JsonValue;
  /** The line (from 1) of the value at a JSON pointer, or of the nearest part around it. */
  lineOf: (pointer: string) => number;
}

/**
 * The value of a text. `file` is used in errors. Accepts one document of plain data; refuses anchors, aliases, tags,
 * markers, directives and duplicate keys.
 */
export function parseYaml(text: string, file: string): YamlText {
  if (text.length > TEXT_LIMIT) throw tooLarge(file, text.length);
  try {
    refuseMarks(text);
    const events = parseEvents(text, { filename: file, maxDepth: DEPTH_LIMIT });
    refuseExtras(events, text, file);
    const value = constructFromEvents(events, { source: text, filename: file, schema: CORE_SCHEMA, maxAliases: 0 })[0];
    if (!isJson(value)) throw new YAMLException("only plain data is allowed");
    let offsets: Map<string, number> | undefined;
    return {
      value,
      lineOf(pointer) {
        offsets ??= offsetsOf(events, text);
        let at = pointer;
        while (at !== "" && !offsets.has(at)) at = at.slice(0, at.lastIndexOf("/"));
        return lineAt(text, offsets.get(at) ?? 0);
      },
    };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? 1 : error.mark.line + 1;
    throw new McpvalsError("CASSETTE_INVALID", `${file}:${line}: ${error.reason || messageOf(error)}`, {
      evidence: error.mark?.snippet ?? undefined,
      fix: "Expected the YAML that mcpvals writes. Restore the file from git, or record it again.",
      cause: error,
    });
  }
}

/** The error for a file that is not read because of its size. */
export function tooLarge(file: string, size: number, limit = TEXT_LIMIT): McpvalsError {
  return new McpvalsError("CASSETTE_TOO_LARGE", `${file}: ${size} bytes, at most ${limit} are read`, {
    fix: "Make the run or the server's answers smaller, and record it again.",
  });
}

function refuseMarks(text: string): void {
  let marks = 0;
  MARKS.lastIndex = 0;
  while (MARKS.test(text)) {
    if (++marks <= MARK_LIMIT) continue;
    MARKS.lastIndex = 0;
    throw new YAMLException(`more than ${MARK_LIMIT} lines, commas and other marks`);
  }
}

function refuseExtras(events: readonly Event[], text: string, file: string): void {
  if (events.length > NODE_LIMIT) throw new YAMLException(`more than ${NODE_LIMIT} nodes`);
  const refuse = (position: number, what: string): never => YAMLException.throwAt(text, position, what, file);
  let documents = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      documents += 1;
      if (documents > 1 || event.explicitStart || event.explicitEnd || event.directives.length > 0)
        refuse(0, "only one document, without markers or directives, is allowed");
    } else if (event.type === EVENT_ID.ALIAS) refuse(event.anchorStart, "aliases are not allowed");
    else if (event.type !== EVENT_ID.POP) {
      if (event.anchorStart >= 0) refuse(event.anchorStart, "anchors are not allowed");
      if (event.tagStart >= 0) refuse(event.tagStart, "tags are not allowed");
    }
  }
  if (documents === 0) throw new YAMLException("the file is empty");
}

function isJson(value: unknown): value is JsonValue {
  if (Array.isArray(value)) return value.every(isJson);
  if (isJsonObject(value)) return Object.values(value).every(isJson);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** Maps a JSON pointer to the offset where its value begins (for a mapping's value: where its key begins). */
function offsetsOf(events: readonly Event[], text: string): Map<string, number> {
  const offsets = new Map<string, number>();
  type Open = { path: (string | number)[]; key: string | undefined; index: number; mapping: boolean };
  const open: Open[] = [];
  let keyAt = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.ALIAS) continue;
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const start = event.type === EVENT_ID.SCALAR ? event.valueStart : event.start;
    if (parent?.mapping === true && parent.key === undefined) {
      parent.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "";
      keyAt = start;
      continue;
    }
    let path: (string | number)[] = [];
    if (parent !== undefined) path = [...parent.path, parent.mapping ? (parent.key ?? "") : parent.index++];
    offsets.set(buildPointer(path), parent?.mapping === true ? keyAt : start);
    if (parent !== undefined) parent.key = undefined;
    if (event.type !== EVENT_ID.SCALAR)
      open.push({ path, key: undefined, index: 0, mapping: event.type === EVENT_ID.MAPPING });
  }
  return offsets;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
