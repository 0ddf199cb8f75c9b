// Matches the retries of calls that the server answered with questions (2026-07-28 era) to rounds of a recording, and
// checks that a client has the capabilities for those questions. Pure except for its own state.
import { canonicalJson } from "../../json/canonical.js";
import { settleNumbers } from "../../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { SessionExchange } from "../../trace/session.js";
import type { RpcError } from "./outlet.js";
import type { RecordedExchange } from "./tape.js";

export type Leg =
  /** The client gets the next questions. */
  | { kind: "required"; result: JsonObject }
  /** All rounds are done: the exchange can be played. */
  | { kind: "play" };

export interface Rounds {
  /** The first leg of a recording. */
  begin(recording: RecordedExchange): Leg;
  /** The recording that a retry continues, and its next leg; undefined where the client was asked nothing like it. */
  retry(
    key: string,
    params: JsonValue | undefined,
  ): { recording: RecordedExchange; leg: Leg; same: boolean } | undefined;
}

type Round = NonNullable<SessionExchange["rounds"]>[number];

export function createRounds(): Rounds {
  const open: { recording: RecordedExchange; round: number }[] = [];
  const legOf = (recording: RecordedExchange, round: number): Leg => {
    const next = recording.exchange.rounds?.[round];
    if (next === undefined) return { kind: "play" };
    open.push({ recording, round });
    return { kind: "required", result: next.required };
  };
  return {
    begin: (recording) => legOf(recording, 0),
    retry(key, params) {
      if (!isRetry(params)) return undefined;
      const state = stateOf(params);
      const waiting = open.filter((one) => one.recording.key === key && stateOf(roundOf(one)?.required) === state);
      const found = waiting.find((one) => sameResponses(roundOf(one), params)) ?? waiting[0];
      if (found === undefined) return undefined;
      open.splice(open.indexOf(found), 1);
      const same = sameResponses(roundOf(found), params);
      return { recording: found.recording, leg: legOf(found.recording, found.round + 1), same };
    },
  };
}

/** True for params that answer what the server required. */
export function isRetry(params: JsonValue | undefined): boolean {
  return isJsonObject(params) && (params["inputResponses"] !== undefined || params["requestState"] !== undefined);
}

function roundOf({ recording, round }: { recording: RecordedExchange; round: number }): Round | undefined {
  return recording.exchange.rounds?.[round];
}

function stateOf(holder: JsonValue | undefined): string {
  const state = isJsonObject(holder) ? holder["requestState"] : undefined;
  return state === undefined ? "" : canonicalJson(state);
}

function sameResponses(round: Round | undefined, params: JsonValue | undefined): boolean {
  const responses = isJsonObject(params) ? (params["inputResponses"] ?? null) : null;
  return (
    round !== undefined && canonicalJson(settleNumbers(round.responses)) === canonicalJson(settleNumbers(responses))
  );
}

/** The error of a real server for a client without a needed capability; undefined where it has all of them. */
export function findLacking(result: JsonObject, capabilities: JsonObject): RpcError | undefined {
  const requests = result["inputRequests"];
  if (!isJsonObject(requests)) return undefined;
  const lacking: JsonObject = {};
  for (const request of Object.values(requests)) {
    if (!isJsonObject(request)) continue;
    const [name, part] = neededFor(request);
    if (name !== undefined && !declares(capabilities[name], part))
      lacking[name] = part === undefined ? {} : { [part]: {} };
  }
  const names = Object.keys(lacking);
  if (names.length === 0) return undefined;
  const message = `Missing required client capabilities: ${names.join(", ")}`;
  return { code: -32021, message, data: { requiredCapabilities: lacking }, status: 400 };
}

function neededFor({ method, params }: JsonObject): [name?: string, part?: string] {
  const fields = isJsonObject(params) ? params : {};
  if (method === "elicitation/create") return ["elicitation", fields["mode"] === "url" ? "url" : "form"];
  if (method === "roots/list") return ["roots"];
  if (method !== "sampling/createMessage") return [];
  return fields["tools"] === undefined && fields["toolChoice"] === undefined ? ["sampling"] : ["sampling", "tools"];
}

function declares(capability: JsonValue | undefined, part: string | undefined): boolean {
  if (!isJsonObject(capability)) return false;
  if (part === undefined || capability[part] !== undefined) return true;
  // An empty `elicitation` means forms, as it did before there were other kinds.
  return part === "form" && capability["url"] === undefined;
}
