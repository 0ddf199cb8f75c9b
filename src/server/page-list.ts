// Reads a list of the server page by page to its end, and reports what prevents the end as an error of the server.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { canonicalJson } from "../json/canonical.js";
import type { Era } from "../trace/session.js";
import type { Ending } from "./requests.js";

const MAX_PAGES = 1000;

/** Requests one page; the params are absent for the first. */
export type AskPage = (params: JsonObject | undefined) => Promise<Ending | { kind: "timeout"; message: string }>;

export type List =
  /** `odd`: what is unusual about the end of the list. */
  { kind: "items"; items: JsonObject[]; odd?: string } | { kind: "failed"; message: string; code?: JsonValue };

/**
 * Reads all pages of `method`, whose items are under `key`, and returns the items unchanged. In the modern era an empty
 * cursor is a cursor like any other, and the same cursor may come again for another page; in the old era, many servers
 * mark the end with an empty one.
 */
export async function readAllPages(method: string, key: string, era: Era, ask: AskPage): Promise<List> {
  const items: JsonObject[] = [];
  const cursors = new Set<string>();
  let params: JsonObject | undefined;
  let before: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const ending = await ask(params);
    if (ending.kind === "error") return errorOf(method, ending.error);
    if (ending.kind !== "result") return { kind: "failed", message: `${method}: ${ending.message}` };
    const found = isJsonObject(ending.result) ? ending.result[key] : undefined;
    if (!Array.isArray(found)) return { kind: "failed", message: `${method}: the result has no array "${key}"` };
    const cursor = isJsonObject(ending.result) ? (ending.result["nextCursor"] ?? null) : null;
    const same = canonicalJson([found, cursor]);
    if (era === "modern" && cursor !== null && same === before) {
      const told = JSON.stringify(cursor);
      return { kind: "items", items, odd: `${method}: the page at the cursor ${told} came twice; the list ends there` };
    }
    before = same;
    for (const [index, item] of found.entries()) {
      if (!isJsonObject(item)) return { kind: "failed", message: `${method}: /${key}/${index} is not an object` };
      items.push(item);
    }
    if (cursor === null || (cursor === "" && era === "legacy")) return { kind: "items", items };
    if (typeof cursor !== "string") return { kind: "failed", message: `${method}: nextCursor is not a string` };
    if (era === "legacy" && cursors.has(cursor)) {
      const told = JSON.stringify(cursor);
      return { kind: "failed", message: `${method}: the cursor does not advance: ${told} came a second time` };
    }
    cursors.add(cursor);
    params = { cursor };
  }
  return { kind: "failed", message: `${method}: the list does not end after ${MAX_PAGES} pages` };
}

function errorOf(method: string, error: JsonValue): List {
  const message = `${method} was answered with an error: ${JSON.stringify(error)}`;
  const code = isJsonObject(error) ? error["code"] : undefined;
  return code === undefined ? { kind: "failed", message } : { kind: "failed", message, code };
}
