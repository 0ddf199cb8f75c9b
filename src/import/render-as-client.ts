// Renders a live outcome as a client gives it to its model, in every way that clients are known to. Pure.
import { serializeKept } from "../json/kept-numbers.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { stringIn } from "./content.js";
import { givenOf } from "../trace/given/result-content.js";

/** The contents that the model was given, and whether as an error. */
export interface Rendered {
  content: JsonValue[];
  isError: boolean;
}

/**
 * The rendering that equals what the transcript has; where none does, that of Claude Code, so that what differs is shown
 * in the client's own terms.
 */
export function renderAsClient(outcome: CallOutcome, said: Rendered, server: string): Rendered {
  const ways = [asClaudeCode(outcome, server), asContent(outcome), givenOf(outcome)];
  const wanted = plain(said);
  return ways.find((way) => plain(way) === wanted) ?? nearest(ways, said);
}

/** Of renderings that all differ, the one with the same number of blocks. */
function nearest([first = { content: [], isError: false }, ...others]: readonly Rendered[], said: Rendered): Rendered {
  const same = [first, ...others].find(({ content }) => content.length === said.content.length);
  return same ?? first;
}

function plain({ content, isError }: Rendered): string {
  return canonicalJson([content.map(withoutNotes), isError]);
}

/** A block of a message may carry marks of the request. */
function withoutNotes(block: JsonValue): JsonValue {
  if (!isJsonObject(block)) return block;
  const { cache_control: _, citations: __, ...rest } = block;
  return rest;
}

/** Structured content in place of all else, resources as prose, errors as one text. */
function asClaudeCode(outcome: CallOutcome, server: string): Rendered {
  if (outcome.kind !== "result") return givenOf(outcome);
  const { result } = outcome;
  if (!isJsonObject(result)) return givenOf(outcome);
  const isError = result["isError"] === true;
  const blocks = Array.isArray(result["content"])
    ? result["content"].flatMap((block) => blockAsClaudeCode(block, server))
    : [];
  if (isError) return { content: [text(textsOf(blocks).join("\n"))], isError };
  const structured = result["structuredContent"];
  if (structured !== undefined) return { content: [text(serializeKept(structured))], isError };
  return { content: blocks, isError };
}

function blockAsClaudeCode(block: JsonValue, server: string): JsonValue[] {
  if (!isJsonObject(block)) return [block];
  const { type, uri, name, description, data, mimeType, resource } = block;
  if (type === "text") return [text(stringIn(block["text"]))];
  if (type === "image") return [{ type, source: { type: "base64", media_type: mimeType ?? null, data: data ?? null } }];
  if (type === "resource_link") {
    const more = typeof description === "string" ? ` (${description})` : "";
    return [text(`[Resource link: ${stringIn(name)}] ${stringIn(uri)}${more}`)];
  }
  if (type !== "resource" || !isJsonObject(resource)) return [block];
  return [text(`[Resource from ${server} at ${stringIn(resource["uri"])}] ${stringIn(resource["text"])}`)];
}

/** The contents as the server sent them. */
function asContent(outcome: CallOutcome): Rendered {
  const result = outcome.kind === "result" && isJsonObject(outcome.result) ? outcome.result : undefined;
  if (result === undefined || !Array.isArray(result["content"])) return givenOf(outcome);
  return { content: result["content"], isError: result["isError"] === true };
}

function text(words: string): JsonObject {
  return { type: "text", text: words };
}

function textsOf(blocks: readonly JsonValue[]): string[] {
  return blocks.flatMap((block) => (isJsonObject(block) && typeof block["text"] === "string" ? [block["text"]] : []));
}
