// Finds, in an argument, words of a text that another run did not have: their present value is unknown.
import type { Exact } from "../json/exact.js";
import { isTokenChar } from "./tokens.js";
import { viewLeavesOf } from "./leaves.js";

/** Shorter words occur anywhere. */
const SHORTEST = 4;
/** Most lost chunks that are searched for. */
const MOST = 2000;

/** Returns the words of a text, cut at white space, quotes and brackets. */
function chunksOf(text: string): string[] {
  return text
    .split(/[\s"'`()<>[\]{},;|]+/)
    .map((chunk) => chunk.replace(/[.:!?*]+$/, ""))
    .filter((chunk) => chunk.length >= SHORTEST);
}

function textOf(value: Exact | undefined): string {
  const texts = value === undefined ? [] : viewLeavesOf(value, "").map((leaf) => leaf.value);
  return texts.flatMap((text) => (typeof text === "string" ? [text] : [])).join("\n");
}

/** Returns the words of a recorded value that are missing in a live one. */
export function lostChunks(recorded: Exact | undefined, live: Exact | undefined): string[] {
  const there = new Set(chunksOf(textOf(live)));
  return chunksOf(textOf(recorded))
    .filter((chunk) => !there.has(chunk))
    .slice(0, MOST);
}

/** True where a text contains a chunk that is not part of a longer word. */
export function holdsChunk(text: string, chunk: string): boolean {
  for (let at = text.indexOf(chunk); at !== -1; at = text.indexOf(chunk, at + 1)) {
    const end = at + chunk.length;
    const isCut = isTokenChar(chunk[0]) && isTokenChar(text[at - 1]);
    if (!isCut && !(isTokenChar(chunk.at(-1)) && isTokenChar(text[end]))) return true;
  }
  return false;
}
