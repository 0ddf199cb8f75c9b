// Reads the contents of messages of the Messages API, as every client's transcript has them. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { TurnUsage } from "../trace/trace.js";
import type { SaidBlock, SaidResult } from "./said.js";

/** A text, or an empty one for any other value. */
export function stringIn(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The blocks of a message; a text is one block. */
export function blocksOf(content: JsonValue | undefined): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isJsonObject) : [];
}

/** What the model said: texts and calls. Thinking is left out: no call or answer needs it. */
export function saidBlocks(blocks: readonly JsonObject[]): SaidBlock[] {
  return blocks.flatMap(({ type, text, id, name, input }): SaidBlock[] => {
    if (type === "text" && typeof text === "string") return text.trim() === "" ? [] : [{ kind: "text", text }];
    if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
    return [{ kind: "call", id, name, input: isJsonObject(input) ? input : {} }];
  });
}

/** The results in a message, by the id of their call. `at`: when it came. */
export function saidResults(blocks: readonly JsonObject[], at?: string): Map<string, SaidResult> {
  const results = new Map<string, SaidResult>();
  for (const { type, tool_use_id: id, content, is_error: isError } of blocks) {
    if (type !== "tool_result" || typeof id !== "string") continue;
    results.set(id, { content: blocksOf(content), isError: isError === true, ...(at !== undefined && { at }) });
  }
  return results;
}

const REMINDER = /<system-reminder>[^]*?<\/system-reminder>/g;
/** What clients write in the user's place. */
const NOT_TYPED =
  /^(?:<(?:local-command|command-)[a-z]*>|<(?:local-command-stdout|bash-input|bash-stdout)>|Caveat: |\[Request interrupted)/;

/** What the user typed, undefined where the message holds nothing of it. */
export function typedText(blocks: readonly JsonObject[]): string | undefined {
  const texts = blocks.flatMap(({ type, text }) =>
    type === "text" && typeof text === "string" ? [text.replaceAll(REMINDER, "").trim()] : [],
  );
  const typed = texts.filter((text) => text !== "" && !NOT_TYPED.test(text)).join("\n");
  return typed === "" ? undefined : typed;
}

/** The tokens of a message; zeros where it does not say. */
export function usageIn(message: JsonObject): TurnUsage {
  const usage = isJsonObject(message["usage"]) ? message["usage"] : {};
  const count = (key: string): number => {
    const value = usage[key];
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
  };
  const [read, written] = [count("cache_read_input_tokens"), count("cache_creation_input_tokens")];
  return {
    input: count("input_tokens"),
    output: count("output_tokens"),
    ...(read > 0 && { cacheRead: read }),
    ...(written > 0 && { cacheWrite: written }),
  };
}
