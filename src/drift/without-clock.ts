// Removes the moved clock of a check from what a server prints of its environment: no recording and no replay has it.
import { parseExactJson } from "../json/exact.js";
import { serializeKept } from "../json/kept-numbers.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";

const NAME = /^(?:MCPVALS_CLOCK_(?:MS|FILE)|FAKETIME\w*)$/;
const LINE = /^.*\b(?:MCPVALS_CLOCK_(?:MS|FILE)|FAKETIME\w*)=.*(?:\n|$)/gm;
const PRELOAD = /--require "(?:[^"\\]|\\.)*clock-preload\.cjs" ?/g;

/** Returns the outcome as it would be without a moved clock. */
export function withoutClock(outcome: CallOutcome): CallOutcome {
  return outcome.kind === "result" ? { kind: "result", result: clean(outcome.result) } : outcome;
}

function clean(value: JsonValue): JsonValue {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, JsonValue][] => {
    if (NAME.test(key)) return [];
    const kept = clean(part);
    return key === "NODE_OPTIONS" && kept === "" && part !== "" ? [] : [[key, kept]];
  });
  return Object.fromEntries(entries);
}

function cleanText(text: string): string {
  if (!text.includes("MCPVALS_CLOCK_") && !text.includes("clock-preload.cjs") && !text.includes("FAKETIME"))
    return text;
  const json = parseExactJson(text);
  if (json !== undefined && typeof json !== "string") {
    const kept = clean(json);
    return serializeKept(kept, text.includes("\n") ? 2 : 0);
  }
  return text
    .replace(LINE, "")
    .replace(PRELOAD, "")
    .replace(/^NODE_OPTIONS=\s*(?:\n|$)/gm, "");
}
