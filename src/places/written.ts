// Escapes text from others that looks like a placeholder for a secret, to distinguish it from our own placeholders:
// `[redacted:x]` of a server is kept as `[literal:redacted:x]`, and that as `[literal:literal:redacted:x]`. Pure.
import { isOpaqueField } from "../trace/opaque.js";
import { isJsonObject } from "../json/value.js";

const WRITTEN = /\[((?:literal:)*)(redacted:[^[\]\s]*\])/g;
const LITERAL = "literal:";

/** The value before it is redacted, with others' placeholders escaped. `ours` are placeholders that stay. */
export function escapeWritten<T>(value: T, ours: ReadonlySet<string>): T;
export function escapeWritten(value: unknown, ours: ReadonlySet<string>): unknown {
  return mapTexts(value, (found, literal, rest) => (ours.has(found) ? found : `[${LITERAL}${literal}${rest}`));
}

/** Undoes {@link escapeWritten}. */
export function showWritten<T>(value: T): T;
export function showWritten(value: unknown): unknown {
  return mapTexts(value, (found, literal, rest) =>
    literal === "" ? found : `[${literal.slice(LITERAL.length)}${rest}`,
  );
}

type Change = (found: string, literal: string, rest: string) => string;

/** Changes texts and keys; returns a part without changes itself. */
function mapTexts(value: unknown, change: Change): unknown {
  if (typeof value === "string") return value.includes("redacted:") ? value.replace(WRITTEN, change) : value;
  if (Array.isArray(value)) {
    const mapped = value.map((part) => mapTexts(part, change));
    return mapped.some((part, at) => part !== value[at]) ? mapped : value;
  }
  if (!isJsonObject(value)) return value;
  let isChanged = false;
  const members = new Map<string, unknown>();
  for (const [key, part] of Object.entries(value)) {
    const name = key.includes("redacted:") ? key.replace(WRITTEN, change) : key;
    const mapped = isOpaqueField(value, key) ? part : mapTexts(part, change);
    isChanged ||= name !== key || mapped !== part;
    // Where two keys would become equal, the second stays.
    members.set(members.has(name) ? key : name, mapped);
  }
  return isChanged ? Object.fromEntries(members) : value;
}
