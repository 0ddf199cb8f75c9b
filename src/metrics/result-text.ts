// Returns the texts of a call's outcome that may contain an expected state. Never the JSON envelope around them.
import { givenOf } from "../trace/given/result-content.js";
import { serializeKept } from "../json/kept-numbers.js";
import { isJsonObject } from "../json/value.js";
import { resultContentOf } from "../trace/read.js";
import type { CallOutcome } from "../trace/trace.js";

/** Returns the text blocks of a result, with the texts of embedded resources. */
export function textBlocksOf(outcome: CallOutcome): string[] {
  return (resultContentOf(outcome) ?? []).flatMap((block) => {
    if (!isJsonObject(block)) return [];
    if (block["type"] === "text" && typeof block["text"] === "string") return [block["text"]];
    const resource = block["resource"];
    return isJsonObject(resource) && typeof resource["text"] === "string" ? [resource["text"]] : [];
  });
}

/**
 * Yields everything readable in a result: its texts, joined and one by one, and its structured content as JSON. For a
 * JSON-RPC error, what Claude was given.
 */
export function* readableTextsOf(outcome: CallOutcome): Generator<string, undefined> {
  if (outcome.kind === "error") {
    for (const block of givenOf(outcome).content) {
      if (isJsonObject(block) && typeof block["text"] === "string") yield block["text"];
    }
    return;
  }
  const blocks = textBlocksOf(outcome);
  if (blocks.length > 1) yield blocks.join("\n");
  yield* blocks;
  const structured =
    outcome.kind === "result" && isJsonObject(outcome.result) ? outcome.result["structuredContent"] : undefined;
  if (structured === undefined) return;
  yield serializeKept(structured);
  yield serializeKept(structured, 1);
}

/**
 * Returns what a failed call reports: the text of a tool error, the message of a JSON-RPC error, or why no answer came.
 */
export function errorTextOf(outcome: CallOutcome): string {
  if (outcome.kind === "none" || outcome.kind === "unknown-tool") return outcome.message;
  if (outcome.kind === "result") return textBlocksOf(outcome).join("\n");
  const { error } = outcome;
  if (!isJsonObject(error) || typeof error["message"] !== "string") return serializeKept(error);
  return error["message"];
}
