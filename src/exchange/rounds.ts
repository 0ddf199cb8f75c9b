// Reads how a server of the modern era asks the client: a result that requires input, and the same request again with
// the answers.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ServerRequest } from "../trace/trace.js";
import type { Exchange } from "./exchange.js";
import type { Answer } from "./message.js";

/** The result, if it asks for input before the request can be answered. */
export function requiredOf(answer: Answer | undefined): JsonObject | undefined {
  if (answer?.kind !== "result" || !isJsonObject(answer.result)) return undefined;
  return answer.result["resultType"] === "input_required" ? answer.result : undefined;
}

/** The requests in such a result, in its order. `round` counts from 1. */
export function inputRequestsOf(required: JsonObject, round: number): (ServerRequest & { key: string })[] {
  const requests = required["inputRequests"];
  return Object.entries(isJsonObject(requests) ? requests : {}).map(([key, request]) => {
    const { method, params } = isJsonObject(request) ? request : {};
    return {
      method: typeof method === "string" ? method : "",
      ...(params === undefined ? {} : { params }),
      round,
      key,
    };
  });
}

/** True for a request that continues an exchange whose answer required input. */
export function isRetryOf(exchange: Exchange, method: string, params: JsonValue | undefined): boolean {
  if (exchange.method !== method || !isJsonObject(params)) return false;
  const { inputResponses, requestState, ...rest } = params;
  if (inputResponses === undefined && requestState === undefined) return false;
  if (requiredOf(exchange.answer)?.["requestState"] !== requestState) return false;
  return canonicalJson(asked(rest)) === canonicalJson(asked(exchange.params ?? {}));
}

function asked(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { _meta: _, inputResponses: __, requestState: ___, ...rest } = params;
  return rest;
}

/** Opens an exchange again: its answer becomes a round, with the responses that the client gives to it now. */
export function reopen(exchange: Exchange, params: JsonValue | undefined): void {
  const responses = isJsonObject(params) ? (params["inputResponses"] ?? null) : null;
  exchange.rounds = [...(exchange.rounds ?? []), { required: requiredOf(exchange.answer) ?? {}, responses }];
  for (const entry of exchange.serverRequests) {
    if (entry.round !== exchange.rounds.length || entry.key === undefined) continue;
    const response = isJsonObject(responses) ? responses[entry.key] : undefined;
    if (response !== undefined) entry.answer = { result: response };
  }
  // Keep the newest token: later progress uses it.
  if (isJsonObject(params) && isJsonObject(exchange.params) && params["_meta"] !== undefined) {
    exchange.params = { ...exchange.params, _meta: params["_meta"] };
  }
  delete exchange.answer;
  delete exchange.answeredAt;
  delete exchange.httpStatus;
}
