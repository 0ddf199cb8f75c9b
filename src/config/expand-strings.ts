// Puts the values of variables into any part of a config, and lists the variables. Throws nothing and knows no keys:
// the caller decides what an unset variable means.
import type { ConfigPath } from "./config-path.js";
import { parseTemplate, type TemplatePart } from "./variables.js";

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Expansion {
  value: unknown;
  /** Variables with their values, defaults included, in order of appearance. */
  used: Map<string, string>;
  /** Variables without value and default, and where they are. Their texts stay unchanged in `value`. */
  unset: { name: string; path: ConfigPath }[];
  /** Texts like `${NAME` that are not a variable, and where they are. */
  malformed: { text: string; path: ConfigPath }[];
  /** Variables that have no default somewhere. */
  required: Set<string>;
}

export interface ExpandStringsOptions {
  /** Where the value is in the config. */
  path?: ConfigPath;
  /** Variables in addition to the environment. */
  known?: Environment;
  /** Texts that stay unchanged; their variables are looked up nevertheless. */
  keep?: (text: string) => boolean;
}

/** Expands every string value below `value`; keys, numbers and everything else stay. */
export function expandStrings(
  value: unknown,
  env: Environment,
  { path = [], known = {}, keep = () => false }: ExpandStringsOptions = {},
): Expansion {
  const found = {
    used: new Map<string, string>(),
    unset: new Array<Expansion["unset"][number]>(),
    malformed: new Array<Expansion["malformed"][number]>(),
    required: new Set<string>(),
  };

  const lookUp = (name: string): string | undefined => {
    const set = known[name] ?? env[name];
    return typeof set === "string" ? set : undefined;
  };

  const render = (parts: readonly TemplatePart[], missing: string[]): string =>
    parts
      .map((part) => {
        if (typeof part === "string") return part;
        const set = lookUp(part.name);
        if (part.fallback === undefined) found.required.add(part.name);
        const text = part.fallback !== undefined && (set ?? "") === "" ? render(part.fallback, missing) : set;
        if (text === undefined) missing.push(part.name);
        else if (missing.length === 0 && !found.used.has(part.name)) found.used.set(part.name, text);
        return text ?? "";
      })
      .join("");

  const expandText = (text: string, at: ConfigPath): string => {
    if (!text.includes("${")) return text;
    const { parts, malformed } = parseTemplate(text);
    const missing: string[] = [];
    const expanded = render(parts, missing);
    found.unset.push(...missing.map((name) => ({ name, path: at })));
    found.malformed.push(...malformed.map((piece) => ({ text: piece, path: at })));
    return missing.length > 0 || malformed.length > 0 || keep(text) ? text : expanded;
  };

  const walk = (part: unknown, at: ConfigPath): unknown => {
    if (typeof part === "string") return expandText(part, at);
    if (Array.isArray(part)) return part.map((entry, index) => walk(entry, [...at, index]));
    if (!isPlainObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, walk(entry, [...at, key])]));
  };

  return { value: walk(value, path), ...found };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
