// Reads the patterns of schemas as JavaScript does, and matches them within a time limit.
import { withDeadline } from "../with-deadline.js";

const patterns = new Map<string, RegExp | undefined>();

/** A pattern as JavaScript reads it; undefined where it cannot. */
export function buildPattern(pattern: string): RegExp | undefined {
  if (!patterns.has(pattern)) {
    if (patterns.size > 1000) patterns.clear();
    patterns.set(pattern, compile(pattern, "u") ?? compile(pattern, ""));
  }
  return patterns.get(pattern);
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** Most patterns repeat at most one thing, and nothing in groups: they are fast on any short text. */
function isQuick(pattern: string, text: string): boolean {
  return text.length < 1000 && !pattern.includes("(") && !/[*+{].*[*+{]/s.test(pattern);
}

const matches = new Map<string, boolean>();

/** Whether a text matches; undefined where that is unknown, or not known in time. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const key = JSON.stringify([pattern, text]);
  const is = matches.get(key) ?? match(pattern, text);
  if (matches.size > 1000) matches.clear();
  if (is !== undefined) matches.set(key, is);
  return is;
}

function match(pattern: string, text: string): boolean | undefined {
  const compiled = buildPattern(pattern);
  if (compiled === undefined) return undefined;
  try {
    if (isQuick(pattern, text)) return compiled.test(text);
    const timed = withDeadline(() => compiled.test(text));
    return timed.kind === "done" ? timed.value : undefined;
  } catch {
    // Some patterns turn out to be too large only when they are used.
    return undefined;
  }
}
