// Writes the entries of a session for a session cassette, and reads them, losslessly. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { SessionEntry, SessionExchange, SessionNotification, SessionServerRequest } from "../trace/session.js";
import { buildContentEntry, readContentEntry } from "./script-content.js";
import type { EntryTimes, ExchangeEntry, FileEntry, NotificationEntry, RequestEntry } from "./session-schema.js";

type During = SessionNotification | SessionServerRequest;

/** The entry as it is written, without its times, which the file holds separately. */
export function buildFileEntry(entry: SessionEntry): FileEntry {
  if (entry.kind !== "exchange") return buildDuring(entry);
  const { method, params, wantsProgress, rounds, during, cancelled, answer, http } = entry;
  return {
    exchange: method,
    ...(params === undefined ? {} : { params }),
    ...(wantsProgress === undefined ? {} : { progress: wantsProgress }),
    ...(rounds === undefined ? {} : { rounds }),
    ...(during.length === 0 ? {} : { during: during.map(buildDuring) }),
    ...(cancelled === undefined ? {} : { cancelled }),
    ...(answer === undefined ? {} : buildAnswer(answer)),
    ...(http === undefined ? {} : { http }),
  };
}

/** When the entry was, and when the entries under it were. */
export function buildEntryTimes(entry: SessionEntry): EntryTimes {
  if (entry.kind !== "exchange") return { at: entry.at };
  const { at, ms, during } = entry;
  return { at, ms, ...(during.length === 0 ? {} : { during: during.map((one) => one.at) }) };
}

/** The entry that was written, or a sentence that says why the times do not fit it. */
export function readFileEntry(entry: FileEntry, times: EntryTimes): SessionEntry | string {
  const { at, ms, during } = times;
  if (!("exchange" in entry)) {
    return ms === undefined && during === undefined ? readDuring(entry, at) : "expected only at: it is not an exchange";
  }
  if (ms === undefined) return "expected ms: it is an exchange";
  if ((entry.during?.length ?? 0) !== (during?.length ?? 0)) {
    return `expected ${entry.during?.length ?? 0} times under during`;
  }
  return readExchange(entry, { at, ms, during: during ?? [] });
}

function readExchange(
  entry: ExchangeEntry,
  { at, ms, during }: { at: number; ms: number; during: number[] },
): SessionExchange {
  const { exchange, params, progress, rounds, cancelled, http } = entry;
  const answer = readAnswer(entry);
  return {
    kind: "exchange",
    method: exchange,
    ...(params === undefined ? {} : { params }),
    ...(progress === undefined ? {} : { wantsProgress: progress }),
    ...(answer === undefined ? {} : { answer }),
    ...(cancelled === undefined ? {} : { cancelled }),
    during: (entry.during ?? []).map((one, index) => readDuring(one, during[index] ?? at)),
    ...(rounds === undefined ? {} : { rounds }),
    ...(http === undefined ? {} : { http }),
    at,
    ms,
  };
}

function buildDuring(entry: During): NotificationEntry | RequestEntry {
  const params = entry.params === undefined ? {} : { params: entry.params };
  if (entry.kind === "notification") {
    return { notification: entry.method, ...(entry.from === "client" ? { from: entry.from } : {}), ...params };
  }
  const { answer } = entry;
  const orUnder = entry.orUnder === undefined ? {} : { orUnder: entry.orUnder };
  if (answer === undefined) return { request: entry.method, ...params, ...orUnder };
  const error = answer["error"];
  return {
    request: entry.method,
    ...params,
    answer: error === undefined ? { result: answer["result"] ?? null } : { error },
    ...orUnder,
  };
}

function readDuring(entry: NotificationEntry | RequestEntry, at: number): During {
  const params = entry.params === undefined ? {} : { params: entry.params };
  if ("notification" in entry) {
    return { kind: "notification", from: entry.from ?? "server", method: entry.notification, ...params, at };
  }
  const { request, answer, orUnder } = entry;
  return {
    kind: "request",
    method: request,
    ...params,
    ...(answer === undefined ? {} : { answer }),
    ...(orUnder === undefined ? {} : { orUnder }),
    at,
  };
}

/** Writes contents as in workflow cassettes: JSON in a text becomes a value. */
function buildAnswer(answer: JsonObject): Pick<ExchangeEntry, "result" | "content" | "fields" | "error"> {
  const { result = null, error } = answer;
  if (error !== undefined) return { error };
  const content = isJsonObject(result) && Object.hasOwn(result, "content") ? result["content"] : undefined;
  if (!isJsonObject(result) || !Array.isArray(content)) return { result };
  const { content: _, ...fields } = result;
  return {
    content: content.map(buildContentEntry),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

function readAnswer({ result, content, fields, error }: ExchangeEntry): JsonObject | undefined {
  if (error !== undefined) return { error };
  if (content !== undefined) {
    const blocks: JsonValue[] = content.map(readContentEntry);
    return { result: { content: blocks, ...fields } };
  }
  return result === undefined ? undefined : { result };
}
