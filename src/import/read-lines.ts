// Reads a file line by line, with limits of size: a transcript may be any file. Hashes what it reads.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { McpvalsError, messageOf } from "../errors.js";
import { readLossless } from "../json/read-json.js";
import type { JsonValue } from "../json/value.js";

export const LINE_LIMITS = { file: 256 * 1024 * 1024, line: 32 * 1024 * 1024, depth: 200 } as const;

export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** False for a last line without a line end. */
  ended: boolean;
}

/** The hash of everything read so far. */
export interface LineHash {
  digest: () => string;
}

/** Calls `onLine` for each line; stops early where that returns false. Throws FILE_NOT_FOUND, TRANSCRIPT_INVALID. */
export async function readLines(file: string, shown: string, onLine: (line: TextLine) => boolean): Promise<LineHash> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let number = 0;
  let size = 0;
  const tooLarge = (what: string, limit: number): McpvalsError =>
    new McpvalsError("TRANSCRIPT_INVALID", `${shown}${what} is larger than ${limit / 1024 / 1024} MiB`, {
      fix: "Import a part of it: the calls of one server need far less.",
    });
  const take = (text: string, ended: boolean): boolean => {
    number += 1;
    return text.trim() === "" || onLine({ number, text: text.replace(/\r$/, ""), ended });
  };
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > LINE_LIMITS.file) throw tooLarge("", LINE_LIMITS.file);
      hash.update(bytes);
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LINE_LIMITS.line) throw tooLarge(`:${number + 1}`, LINE_LIMITS.line);
      for (const line of lines) if (!take(line, true)) return { digest: () => hash.digest("hex") };
    }
  } catch (error) {
    if (error instanceof McpvalsError) throw error;
    throw new McpvalsError("FILE_NOT_FOUND", `cannot read ${shown}`, { evidence: messageOf(error), cause: error });
  } finally {
    stream.destroy();
  }
  rest += decoder.decode();
  if (rest !== "") take(rest, false);
  return { digest: () => hash.digest("hex") };
}

/** The JSON of a text, every number with its value; undefined where it is none, or nested too deeply. */
export function readDeep(text: string): JsonValue | undefined {
  return depthOf(text) > LINE_LIMITS.depth ? undefined : readLossless(text);
}

function depthOf(text: string): number {
  let [depth, deepest, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 93 || code === 125) depth -= 1;
  }
  return deepest;
}
