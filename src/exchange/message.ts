// Classifies a parsed JSON value as JSON-RPC, and lists what is unusual about it. Lenient: it reports unusual parts
// rather than drop them, because hosts built on an SDK do drop them.
import { isJsonObject, jsonType, type JsonObject, type JsonValue } from "../json/value.js";

/** The answer in a JSON-RPC response. */
export type Answer = { kind: "result"; result: JsonValue } | { kind: "error"; error: JsonValue };

export type Message =
  | { kind: "request"; id: JsonValue; method: string; params?: JsonValue; odd: string[] }
  | { kind: "notification"; method: string; params?: JsonValue; odd: string[] }
  | { kind: "response"; id: JsonValue; answer: Answer; odd: string[] }
  | { kind: "noise" };

/** The kind of a message, without a check for what is unusual. */
export function kindOf(value: JsonValue): Message["kind"] {
  if (!isJsonObject(value)) return "noise";
  if (typeof value["method"] === "string") return value["id"] === undefined ? "notification" : "request";
  return value["error"] === undefined && value["result"] === undefined ? "noise" : "response";
}

/** Classifies a message. A batch is an array of messages; take it apart first. */
export function classifyMessage(value: JsonValue): Message {
  if (!isJsonObject(value)) return { kind: "noise" };
  const method = value["method"];
  const id = value["id"];
  if (typeof method === "string") {
    const params = value["params"];
    const call = params === undefined ? { method } : { method, params };
    const odd = oddFields(value, ["jsonrpc", "id", "method", "params"]);
    return id === undefined ? { kind: "notification", ...call, odd } : { kind: "request", id, ...call, odd };
  }
  const answer = answerOf(value);
  if (answer === undefined) return { kind: "noise" };
  const odd = [...oddFields(value, ["jsonrpc", "id", "result", "error"]), ...oddAnswer(value, answer)];
  return { kind: "response", id: id ?? null, answer, odd };
}

function answerOf(value: JsonObject): Answer | undefined {
  const error = value["error"];
  const result = value["result"];
  // Old servers send `"error": null` beside a result.
  if (error !== undefined && (error !== null || result === undefined)) return { kind: "error", error };
  return result === undefined ? undefined : { kind: "result", result };
}

function oddFields(value: JsonObject, known: readonly string[]): string[] {
  const odd = value["jsonrpc"] === "2.0" ? [] : ['is without "jsonrpc": "2.0"'];
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.length === 0 ? odd : [...odd, `has fields that JSON-RPC does not know: ${unknown.join(", ")}`];
}

function oddAnswer(value: JsonObject, answer: Answer): string[] {
  const odd: string[] = [];
  if (value["result"] !== undefined && value["error"] !== undefined) odd.push("has both result and error");
  if (answer.kind === "result") {
    if (!isJsonObject(answer.result)) odd.push(`has a result that is no object but ${jsonType(answer.result)}`);
    return odd;
  }
  const error = answer.error;
  if (!isJsonObject(error)) return [...odd, `has an error that is no object but ${jsonType(error)}`];
  if (!Number.isInteger(error["code"]))
    odd.push(`has an error code that is no integer: ${JSON.stringify(error["code"])}`);
  if (typeof error["message"] !== "string") odd.push("has an error without a message");
  return odd;
}
