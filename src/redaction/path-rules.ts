// Replaces the places of a call that the config calls secret by placeholders. Pure.
import { buildGlob } from "../trace/glob.js";
import { isNumber, type ExactNumber } from "../json/digits.js";
import { serializeKept } from "../json/kept-numbers.js";
import { readLossless } from "../json/read-json.js";
import { parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Call } from "../trace/trace.js";

/** A tool's name or a glob, and a JSON pointer into its result, in which `*` matches one part. */
export interface PathRule {
  tool: string;
  path: string;
}

type Replace = (value: string | ExactNumber, kind: string) => string;

/** Replaces every text and number at, or below, the places in the call's result. */
export function redactPaths(call: Call, rules: readonly PathRule[], replace: Replace): Call {
  if (call.outcome.kind !== "result") return call;
  let { result } = call.outcome;
  for (const rule of rules) {
    if (!buildGlob(rule.tool).test(call.tool)) continue;
    const parts = parsePointer(rule.path) ?? [];
    const kind = parts.findLast((part) => /[A-Za-z]/.test(part) && part !== "json") ?? call.tool;
    result = replaceAt(result, parts, (value) => replace(value, kind));
  }
  return { ...call, outcome: { ...call.outcome, result } };
}

function replaceAt(
  value: JsonValue,
  path: readonly string[],
  replace: (value: string | ExactNumber) => string,
): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return replaceLeaves(value, replace);
  const matches = (key: string): boolean => part === "*" || part === key;
  if (Array.isArray(value)) {
    return value.map((member, at) => (matches(String(at)) ? replaceAt(member, rest, replace) : member));
  }
  if (!isJsonObject(value)) return value;
  const { text } = value;
  if (part === "json" && !Object.hasOwn(value, "json") && typeof text === "string") {
    return { ...value, text: replaceInText(text, rest, replace) };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, matches(key) ? replaceAt(member, rest, replace) : member]),
  );
}

function replaceLeaves(value: JsonValue, replace: (value: string | ExactNumber) => string): JsonValue {
  if (typeof value === "string" || isNumber(value)) return replace(value);
  if (Array.isArray(value)) return value.map((member) => replaceLeaves(member, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceLeaves(member, replace)]));
}

/** JSON in text keeps its spacing if that is a usual one; else the values are replaced wherever they occur in it. */
function replaceInText(
  text: string,
  path: readonly string[],
  replace: (value: string | ExactNumber) => string,
): string {
  const json = readLossless(text);
  if (json === undefined) return text;
  const found = new Map<string, string>();
  const changed = replaceAt(json, path, (value) => {
    const placeholder = replace(value);
    found.set(serializeKept(value), JSON.stringify(placeholder));
    return placeholder;
  });
  for (const spaces of [0, 2, 4]) {
    if (serializeKept(json, spaces) === text) return serializeKept(changed, spaces);
  }
  return [...found].reduce((all, [value, placeholder]) => all.replaceAll(value, () => placeholder), text);
}
