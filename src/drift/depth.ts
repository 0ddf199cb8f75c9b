// Replaces the outcome of a call that is nested too deeply to be compared.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";

/** The depth limit of a cassette. */
const LEVELS = 1000;

/** A server can nest deeper than any stack; such an answer counts as unusable. */
export function withoutAbyss(outcome: CallOutcome): CallOutcome {
  const value = outcome.kind === "result" ? outcome.result : outcome.kind === "error" ? outcome.error : null;
  if (!isDeeper(value)) return outcome;
  return { kind: "none", reason: "server-ended", message: `an answer of more than ${String(LEVELS)} levels` };
}

function isDeeper(value: JsonValue): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; depth <= LEVELS && level.length > 0; depth++) {
    level = level.flatMap((part) => {
      if (Array.isArray(part)) return part;
      return isJsonObject(part) ? Object.values(part) : [];
    });
  }
  return level.length > 0;
}
