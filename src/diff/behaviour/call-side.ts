// Describes the outcome of one call, in a line for people and in fields for programs.
import { errorTextOf } from "../../metrics/result-text.js";
import { isJsonObject } from "../../json/value.js";
import { isToolError } from "../../trace/read.js";
import type { Call } from "../../trace/trace.js";
import type { CallSide } from "../diff.js";

/** Describes the outcome of a call. A call that was never sent took no time. */
export function callSideOf({ outcome, ms }: Call): CallSide {
  switch (outcome.kind) {
    case "result":
      return isToolError(outcome) ? { kind: "tool-error", ...lineOf(outcome), ms } : { kind: "result", ms };
    case "error":
      return { kind: "error", ...codeOf(outcome.error), ...lineOf(outcome), ms };
    case "none":
      return { kind: "none", code: outcome.reason, ...lineOf(outcome), ms };
    case "unknown-tool":
      return { kind: "unknown-tool", ...lineOf(outcome) };
  }
}

/** Describes a call that this side did not make. */
export function describeNotMade(message: string): CallSide {
  return { kind: "not-made", message: firstLine(message) };
}

/** True where the caller got no usable result. */
export function isNoResult({ kind }: CallSide): boolean {
  return kind !== "result";
}

function codeOf(error: unknown): { code?: string } {
  const code = isJsonObject(error) ? error["code"] : undefined;
  return typeof code === "number" || typeof code === "string" ? { code: String(code) } : {};
}

function lineOf(outcome: Call["outcome"]): { message?: string } {
  const message = firstLine(errorTextOf(outcome));
  return message === "" ? {} : { message };
}

function firstLine(text: string): string {
  return text.trimStart().split(/\r?\n/, 1)[0] ?? "";
}
