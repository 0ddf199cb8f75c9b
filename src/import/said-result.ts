// Tells what the result of a call in a transcript says of the server: its answer, a part of it, or that the call never
// reached it. Pure.
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { SaidResult } from "./said.js";

export type ResultKind =
  /** The server's answer, as the client renders it. */
  | { kind: "answer" }
  /** The server answered; the model was given something shorter in its place. */
  | { kind: "cut"; why: string }
  /** The client did not make the call, or nobody knows. */
  | { kind: "not-made"; why: string };

const NOT_MADE: readonly (readonly [RegExp, string])[] = [
  [/^Claude requested permissions to use/, "the client had no permission for it"],
  [/^Permission to use .{1,200} has been denied/, "the client had no permission for it"],
  [/^The user doesn't want to (?:proceed|take this action)/, "the user refused it"],
  [/^\[Request interrupted by user/, "the user interrupted it"],
  [/^<tool_use_error>/, "the client refused it"],
  [/^Error: No such tool available/, "the client did not know the tool"],
  [/^(?:Hook )?\w*ToolUse\S* (?:hook )?(?:error|blocked|denied)/i, "a hook of the client refused it"],
];

const CUT: readonly (readonly [RegExp, string])[] = [
  [/^<persisted-output>/, "persisted to a file by the client"],
  [/^(?:Error: )?result \([\d,]+ characters\) exceeds maximum allowed tokens/i, "too long for the client"],
  [/\[OUTPUT TRUNCATED/, "truncated by the client"],
  [/^\[Old tool result content cleared\]/, "cleared by the client"],
];

export function kindOfResult(result: SaidResult | undefined): ResultKind {
  if (result === undefined) return { kind: "not-made", why: "the transcript has no result of it" };
  if (result.wire !== undefined) return { kind: "answer" };
  const text = firstText(result.content);
  const refused = result.isError ? NOT_MADE.find(([pattern]) => pattern.test(text)) : undefined;
  if (refused !== undefined) return { kind: "not-made", why: refused[1] };
  const cut = CUT.find(([pattern]) => pattern.test(text));
  return cut === undefined ? { kind: "answer" } : { kind: "cut", why: cut[1] };
}

function firstText(content: readonly JsonValue[]): string {
  const [first] = content;
  return isJsonObject(first) && typeof first["text"] === "string" ? first["text"] : "";
}
