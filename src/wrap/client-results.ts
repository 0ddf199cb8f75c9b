// Compares what the agent passes on to the model with what a server returned, and reads it without what is new in each
// run. Pure.
import type { ClientResult } from "../gateway/agent-request.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { shortHash } from "../short-hash.js";

/** What the agent passed on, in short: compared as a whole by its hash, shown by its beginning. */
export interface PassedOn {
  /** 12 hex digits. */
  hash: string;
  begins: string;
  isError?: true;
}

/** Characters that are kept for people. */
const SHOWN = 160;

/** The text of a result, with a hash in place of what is no text. */
export function textOfResult({ content }: Pick<ClientResult, "content">): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return canonicalJson(content);
  return content.map((block) => (isJsonObject(block) ? textOfBlock(block) : canonicalJson(block))).join("\n");
}

function textOfBlock(block: JsonObject): string {
  const { type, text, source } = block;
  if (type === "text" && typeof text === "string") return text;
  const data = isJsonObject(source) ? source["data"] : undefined;
  return `[${said(type)} ${shortHash(typeof data === "string" ? data : canonicalJson(block))}]`;
}

function said(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** `either`: text and structured content say the same. */
type PassedForm = "text" | "structured" | "either";

/** The form in which the agent passed on all that the server returned; undefined where it did not pass on all of it. */
export function passedForm(outcome: CallOutcome, result: ClientResult): PassedForm | undefined {
  const given = textOfResult(result).trim();
  if (outcome.kind === "error") {
    const message = isJsonObject(outcome.error) ? outcome.error["message"] : undefined;
    return result.isError && typeof message === "string" && holdsAll(given, [message]) ? "text" : undefined;
  }
  if (outcome.kind !== "result" || !isJsonObject(outcome.result)) return undefined;
  const { content, structuredContent, isError } = outcome.result;
  if ((isError === true) !== result.isError) return undefined;
  const lines = (Array.isArray(content) ? content : []).map((block) => textsOfContent(block)[0] ?? "");
  if (isError === true) return holdsAll(given, lines) ? "text" : undefined;
  const isText = given === lines.join("\n").trim() || withoutSpace(given) === withoutSpace(lines.join(""));
  const isStructured = structuredContent !== undefined && readsAs(given, structuredContent);
  return isStructured
    ? isText || readsAs(lines.join(""), structuredContent)
      ? "either"
      : "structured"
    : isText
      ? "text"
      : undefined;
}

/** Agents put words of their own around an error. One without a text says nothing that could be found again. */
function holdsAll(given: string, lines: readonly string[]): boolean {
  return lines.some((line) => line.trim() !== "") && lines.every((line) => given.includes(line.trim()));
}

function readsAs(text: string, value: JsonValue): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(JSON.parse(JSON.stringify(value)));
  } catch {
    return false;
  }
}

/** The forms in which a content block may be passed on; the first is compared. */
function textsOfContent(block: JsonValue): string[] {
  if (!isJsonObject(block)) return [];
  const { type, text, data, uri, name, description, resource } = block;
  if (type === "text" && typeof text === "string") return [text];
  if (type === "resource_link") {
    return [`[Resource link: ${said(name)}] ${said(uri)}${typeof description === "string" ? ` (${description})` : ""}`];
  }
  if (type === "resource" && isJsonObject(resource)) return [said(resource["text"])];
  return typeof data === "string" ? [`[${said(type)} ${shortHash(data)}]`] : [canonicalJson(block)];
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "").replaceAll(/\[Resourcefrom[^\]]*\]/g, "");
}

/** `hide` puts placeholders in the place of folders and secrets. */
export function shortenResult(result: ClientResult, hide: (text: string) => string): PassedOn {
  const text = hide(settleAgentText(textOfResult(result)));
  return { hash: shortHash(text), begins: text.slice(0, SHOWN), ...(result.isError && { isError: true }) };
}

/** A text that the agent makes, without what it makes new in each run: its own ids, times and files. */
export function settleAgentText(text: string): string {
  return text
    .replace(/\bagentId: [0-9a-f]{8,40}\b/g, "agentId: [agent]")
    .replace(/(SendMessage with to: ')[^']*'/g, "$1[agent]'")
    .replace(/<usage>[\s\S]*?<\/usage>/g, "<usage>[usage]</usage>")
    .replace(/[^\s"'<>]*[\\/]tool-results[\\/][^\s"'<>]+/g, "[persisted result]");
}
