// The outcome of a call in; itself out, or what stands for it where it is nested too deep to be looked at.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";

/** A cassette holds no more. */
const LEVELS = 1000;

/** A server can nest deeper than any stack is high; that is no answer then. */
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
