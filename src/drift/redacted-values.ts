// Pairs the redacted values of a recorded outcome with the values in their places in a live one.
import { addAll } from "../append-to.js";
import { parseExactJson, type Exact } from "../json/exact.js";
import { isJsonObject } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { matchTemplate } from "../variables/template.js";
import { mayStandFor } from "./redacted.js";
import { saysNoValue } from "../reading/words.js";

const REDACTED = /\[redacted:[^[\]\s]*\]/g;

/** A placeholder, and the live value in its place. */
export interface RedactedPair {
  placeholder: string;
  live: string;
}

/** Returns all pairs that can be found: the texts around a placeholder are equal, or differ only as values do. */
export function pairRedacted(recorded: CallOutcome, live: CallOutcome): RedactedPair[] {
  const pairs: RedactedPair[] = [];
  walk(valueOf(recorded), valueOf(live), pairs);
  return pairs;
}

/** Returns the placeholders in a value, each once. */
export function placeholdersOf(value: Exact): string[] {
  return [...new Set(JSON.stringify(value).match(REDACTED) ?? [])];
}

function valueOf(outcome: CallOutcome): Exact {
  return outcome.kind === "result" ? outcome.result : outcome.kind === "error" ? outcome.error : outcome.message;
}

function walk(recorded: Exact, live: Exact, pairs: RedactedPair[]): void {
  if (typeof recorded === "string" && typeof live === "string") {
    if (!recorded.includes("[redacted:")) return;
    const [json, liveJson] = [parseExactJson(recorded), parseExactJson(live)];
    if (json !== undefined && liveJson !== undefined && typeof json !== "string") walk(json, liveJson, pairs);
    else walkLines(recorded.split("\n"), live.split("\n"), pairs);
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    recorded.forEach((part, at) => walk(part, live[at] ?? null, pairs));
  } else if (isJsonObject(recorded) && isJsonObject(live)) {
    for (const [key, part] of Object.entries(recorded)) walk(part, live[key] ?? null, pairs);
  }
}

function walkLines(recorded: readonly string[], live: readonly string[], pairs: RedactedPair[]): void {
  for (const [at, line] of recorded.entries()) {
    const names = line.match(REDACTED);
    if (names !== null) addAll(pairs, pairLine(line, names, live[at] ?? ""));
  }
}

function pairLine(recorded: string, names: readonly string[], live: string): RedactedPair[] {
  const slots = [...recorded.matchAll(REDACTED)].map(({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    padded: false,
    fits: (value: string) => isValue(name, value),
  }));
  const match = matchTemplate(recorded, slots, live);
  if (!("why" in match)) return match.values.map((value, at) => ({ placeholder: names[at] ?? "", live: value }));
  // Another value of the line differs as well: the text next to a placeholder locates it.
  return slots.flatMap(({ start, end }, at): RedactedPair[] => {
    const name = names[at] ?? "";
    const before = /[^\d]{0,16}$/.exec(recorded.slice(0, start))?.[0] ?? "";
    const after = /^[^\p{L}\p{N}[]{0,8}/u.exec(recorded.slice(end))?.[0] ?? "";
    const from = before === "" ? 0 : live.indexOf(before) + before.length;
    if (before !== "" && (live.indexOf(before) === -1 || live.indexOf(before) !== live.lastIndexOf(before))) return [];
    const word = /^\S{1,400}/.exec(live.slice(from))?.[0] ?? "";
    const value = after.trim() === "" || !word.includes(after) ? word : word.slice(0, word.indexOf(after));
    return isValue(name, value) ? [{ placeholder: name, live: value }] : [];
  });
}

function isValue(name: string, value: string): boolean {
  return value !== "" && !/\s/.test(value) && !saysNoValue(value) && mayStandFor(name, value);
}
