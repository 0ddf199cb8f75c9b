// Keeps what looks like a placeholder of a secret, and was written by somebody else, apart from those of our own:
// `[redacted:x]` of a server is kept as `[literal:redacted:x]`, and that as `[literal:literal:redacted:x]`. Pure.
import { isOpaqueField } from "../trace/opaque.js";
import { isJsonObject } from "../json/value.js";

const WRITTEN = /\[((?:literal:)*)(redacted:[^[\]\s]*\])/g;
const LITERAL = "literal:";

/** The value before it is redacted, with what somebody else wrote escaped. `ours` are placeholders that stay as they are. */
export function escapeWritten<T>(value: T, ours: ReadonlySet<string>): T;
export function escapeWritten(value: unknown, ours: ReadonlySet<string>): unknown {
  return mapTexts(value, (found, literal, rest) => (ours.has(found) ? found : `[${LITERAL}${literal}${rest}`));
}

/** The value with what {@link escapeWritten} has escaped as it was written. */
export function showWritten<T>(value: T): T;
export function showWritten(value: unknown): unknown {
  return mapTexts(value, (found, literal, rest) =>
    literal === "" ? found : `[${literal.slice(LITERAL.length)}${rest}`,
  );
}

type Change = (found: string, literal: string, rest: string) => string;

/** Texts and keys; a part without changes is given back itself. */
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
    // Where two keys would become one, the second stays.
    members.set(members.has(name) ? key : name, mapped);
  }
  return isChanged ? Object.fromEntries(members) : value;
}
