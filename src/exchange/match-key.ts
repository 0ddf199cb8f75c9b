// Builds the key by which recordings of the same request are found, from its method and params. Pure.
import { canonicalJson } from "../json/canonical.js";
import { settleNumbers } from "../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** Requests that a client may repeat at will, matched by method alone. */
const BY_METHOD = new Set(["initialize", "server/discover", "ping", "subscriptions/listen"]);

/** Which list a method returns: the kind of `list_changed` that changes it. */
const LISTS: Readonly<Record<string, ListedKind>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resources",
};

export type ListedKind = "tools" | "prompts" | "resources";

/** Requests that only read: after the last recording, that one answers again. Any other request may have an effect. */
const READS = new Set([
  ...BY_METHOD,
  "resources/read",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "tasks/get",
  "tasks/list",
  "tasks/result",
]);

/** What a retry of the 2026-07-28 era has in addition to the request. */
const RETRY = new Set(["inputResponses", "requestState"]);

/** Equal for all requests that each other's recordings may answer. */
export function matchKeyOf(method: string, params: JsonValue | undefined): string {
  if (BY_METHOD.has(method)) return method;
  const asked = askedOf(method, params);
  if (listKindOf(method) !== undefined) return `${method} ${cursorOf(asked)}`;
  return `${method} ${canonicalJson(asked)}`;
}

/** Equal for requests with equal numbers, however they are written: 1 and 1.0. */
export function valueKeyOf(method: string, params: JsonValue | undefined): string {
  return matchKeyOf(method, params === undefined ? undefined : settleNumbers(params));
}

/**
 * The params that identify a request: without `_meta` and the answers of a retry; missing arguments count as empty
 * ones.
 */
export function askedOf(method: string, params: JsonValue | undefined): JsonValue {
  if (params === undefined || params === null) return {};
  if (!isJsonObject(params)) return params;
  const kept: JsonObject = Object.fromEntries(
    Object.entries(params).filter(([key]) => key !== "_meta" && !RETRY.has(key)),
  );
  const takesArguments = method === "tools/call" || method === "prompts/get";
  return takesArguments && !Object.hasOwn(kept, "arguments") ? { ...kept, arguments: {} } : kept;
}

/** The name for people: a tool's or a prompt's name, a URI. */
export function askedNameOf(params: JsonValue | undefined): string | undefined {
  if (!isJsonObject(params)) return undefined;
  const { name, uri, ref, taskId } = params;
  if (typeof name === "string") return name;
  if (typeof uri === "string") return uri;
  if (isJsonObject(ref)) return askedNameOf(ref);
  return typeof taskId === "string" ? taskId : undefined;
}

export function listKindOf(method: string): ListedKind | undefined {
  return Object.hasOwn(LISTS, method) ? LISTS[method] : undefined;
}

/** The kind of list that a notification says has changed. */
export function changedKindOf(method: string): ListedKind | undefined {
  const kind = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method)?.[1];
  return kind === "tools" || kind === "prompts" || kind === "resources" ? kind : undefined;
}

/** Whether the last recording may answer again. */
export function isRepeatable(method: string): boolean {
  return READS.has(method) || listKindOf(method) !== undefined;
}

/** True for requests with which a client gets to know the server, rather than works with it. */
export function isIntroduction(method: string): boolean {
  return BY_METHOD.has(method) || listKindOf(method) !== undefined || method === "logging/setLevel";
}

function cursorOf(asked: JsonValue): string {
  return isJsonObject(asked) && typeof asked["cursor"] === "string" ? asked["cursor"] : "";
}
