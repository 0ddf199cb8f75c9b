// Writes a call with its result for a script, and reads it. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Call, CallOutcome, ModelBlock, Notification, OwnCall, ServerRequest } from "../trace/trace.js";
import { toolUsesOf } from "../trace/read.js";
import { buildContentEntry, readContentEntry } from "./script-content.js";
import type { WrittenCallFacts } from "./facts-schema.js";
import type { ResultEntry } from "./schema.js";

type RequestEntry = NonNullable<ResultEntry["requests"]>[number];
type OutcomeFields = Omit<ResultEntry, "result">;

/**
 * The entry of a call in the turn with this content. Writes tool and arguments only where they differ from the content.
 */
export function buildResultEntry(call: Call, content: readonly ModelBlock[]): ResultEntry {
  const asked = toolUsesOf(content).find((use) => use.id === call.id);
  const { notifications, serverRequests, outcome } = withoutProgressTokens(call);
  return {
    result: call.id,
    ...(asked?.name === call.tool ? {} : { tool: call.tool }),
    ...(asked !== undefined && isSame(asked.input, call.arguments) ? {} : { arguments: call.arguments }),
    ...buildOutcome(outcome),
    ...(call.httpStatus === undefined ? {} : { http: call.httpStatus }),
    ...(notifications.length === 0 ? {} : { notifications: notifications.map((each) => ({ ...each })) }),
    ...(serverRequests.length === 0 ? {} : { requests: serverRequests.map(buildRequest) }),
  };
}

/** The entry of a call of another tool than the server's. */
export function buildOwnEntry({ id, given, isError }: OwnCall): ResultEntry {
  return {
    result: id,
    given: given.map(buildContentEntry),
    ...(isError === undefined ? {} : { isError }),
  };
}

/** The call of another tool that an entry was built from; undefined for a call of the server's. */
export function readOwnEntry({ result: id, given, isError }: ResultEntry): OwnCall | undefined {
  if (given === undefined) return undefined;
  return { id, given: given.map(readContentEntry), ...(isError === true && { isError }) };
}

/**
 * The call that an entry was built from; its times and what the model spent in it are facts, and in version 1 so is its
 * status 200.
 */
export function readResultEntry(entry: ResultEntry, content: readonly ModelBlock[], facts: WrittenCallFacts): Call {
  const asked = toolUsesOf(content).find((use) => use.id === entry.result);
  const status = entry.http ?? facts.http;
  return {
    id: entry.result,
    tool: entry.tool ?? asked?.name ?? "",
    arguments: entry.arguments ?? asked?.input ?? {},
    outcome: readOutcome(entry),
    notifications: entry.notifications ?? [],
    serverRequests: readRequests(entry.requests ?? [], facts.sampling ?? []),
    ...(status === undefined ? {} : { httpStatus: status }),
    at: facts.at,
    ms: facts.ms,
  };
}

/**
 * In the order of the file. Leaves out what the model spent, which is a fact, and what a replay could not answer, which
 * is never recorded.
 */
function buildRequest({ method, params, answer, round, key }: ServerRequest): RequestEntry {
  return {
    method,
    ...(params === undefined ? {} : { params }),
    ...(answer === undefined ? {} : { answer }),
    ...(round === undefined ? {} : { round }),
    ...(key === undefined ? {} : { key }),
  };
}

function readRequests(
  requests: NonNullable<ResultEntry["requests"]>,
  sampling: NonNullable<WrittenCallFacts["sampling"]>,
): ServerRequest[] {
  return requests.map((request, index) => {
    const found = sampling.find((spent) => spent.request === index + 1);
    if (found === undefined) return request;
    const { request: _, ...usage } = found;
    return { ...request, usage };
  });
}

/**
 * The same call without the client's progress tokens: they are new in every run and mean nothing. Apply this to
 * whatever is compared with a recording.
 */
export function withoutProgressTokens(call: Call): Call {
  const { outcome } = call;
  return {
    ...call,
    outcome: outcome.kind === "result" ? { ...outcome, result: withoutToken(outcome.result) } : outcome,
    notifications: call.notifications.map((notification): Notification => {
      if (notification.method !== "notifications/progress" || !isJsonObject(notification.params)) return notification;
      const { progressToken: _, ...params } = notification.params;
      return { ...notification, params };
    }),
    serverRequests: call.serverRequests.map((request): ServerRequest =>
      request.params === undefined ? request : { ...request, params: withoutToken(request.params) },
    ),
  };
}

function withoutToken(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(value["_meta"])) return value;
  const { progressToken, ...meta } = value["_meta"];
  return progressToken === undefined ? value : { ...value, _meta: meta };
}

function buildOutcome(outcome: CallOutcome): OutcomeFields {
  if (outcome.kind === "error") return { error: outcome.error };
  if (outcome.kind === "none") return { none: { reason: outcome.reason, message: outcome.message } };
  if (outcome.kind === "unknown-tool") return { unknownTool: outcome.message };
  const { result } = outcome;
  if (!isJsonObject(result)) return { raw: result };
  const { content, ...fields } = result;
  if (!Array.isArray(content)) return { raw: result };
  const { structuredContent, isError, _meta, ...rest } = fields;
  const others: JsonObject = isError !== undefined && typeof isError !== "boolean" ? { ...rest, isError } : rest;
  return {
    content: content.map(buildContentEntry),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(typeof isError === "boolean" ? { isError } : {}),
    ...(_meta === undefined ? {} : { _meta }),
    ...(Object.keys(others).length === 0 ? {} : { others }),
  };
}

function readOutcome(entry: ResultEntry): CallOutcome {
  const { content, structuredContent, isError, _meta, others, raw, error, none, unknownTool } = entry;
  if (error !== undefined) return { kind: "error", error };
  if (none !== undefined) return { kind: "none", ...none };
  if (unknownTool !== undefined) return { kind: "unknown-tool", message: unknownTool };
  if (content === undefined) return { kind: "result", result: raw ?? null };
  return {
    kind: "result",
    result: {
      content: content.map(readContentEntry),
      ...(structuredContent === undefined ? {} : { structuredContent }),
      ...(isError === undefined ? {} : { isError }),
      ...(_meta === undefined ? {} : { _meta }),
      ...others,
    },
  };
}

/** Equal, with the keys in the same order: a server may see the order. */
function isSame(a: JsonObject, b: JsonObject): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
