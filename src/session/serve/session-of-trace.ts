// Builds a session from the trace of a recorded workflow: introduction, lists, calls. Pure.
import { canonicalJson } from "../../json/canonical.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { Contract, Tool } from "../../trace/contract.js";
import { turnsOf } from "../../trace/read.js";
import type { Era, Session, SessionEntry, SessionExchange } from "../../trace/session.js";
import type { Call, ServerRequest, Trace } from "../../trace/trace.js";
import { introduce } from "./introduction.js";

/** The first version of the modern era; versions are dates, so they can be compared. */
const MODERN = "2026-07-28";
const TOOLS_CHANGED = "notifications/tools/list_changed";

/** What the server of a trace said, as if it had been recorded with a client that requested all of it. */
export function sessionOfTrace(trace: Trace): Session {
  const { server, contract } = trace;
  const era: Era = server.protocol >= MODERN ? "modern" : "legacy";
  const entries: SessionEntry[] = [
    introduce(era, {
      serverInfo: contract.server,
      capabilities: contract.capabilities,
      protocol: server.protocol,
      instructions: contract.instructions,
    }),
    ...listsOf(contract, era),
  ];
  let tools: readonly Tool[] = contract.tools;
  let at = 0;
  let wasTold = false;
  for (const turn of turnsOf(trace)) {
    if (turn.tools !== tools && canonicalJson([...turn.tools]) !== canonicalJson([...tools])) {
      if (!wasTold) entries.push({ kind: "notification", from: "server", method: TOOLS_CHANGED, at });
      entries.push(listOf("tools/list", { tools: [...turn.tools] }, era, at));
      tools = turn.tools;
      wasTold = false;
    }
    for (const call of turn.calls) {
      if (call.outcome.kind === "unknown-tool") continue;
      entries.push(exchangeOf(call));
      wasTold ||= call.notifications.some(({ method }) => method === TOOLS_CHANGED);
      at = Math.max(at, call.at + call.ms / 1000);
    }
  }
  const { workflow, findings, startedAt, ms } = trace;
  return { name: workflow, transport: "stdio", era, server, entries, findings, startedAt, ms };
}

function listsOf(contract: Contract, era: Era): SessionExchange[] {
  const { capabilities, tools, prompts, resources, resourceTemplates } = contract;
  const lists: [method: string, field: string, items: JsonObject[] | undefined][] = [
    ["tools/list", "tools", capabilities["tools"] === undefined && tools.length === 0 ? undefined : tools],
    ["prompts/list", "prompts", prompts],
    ["resources/list", "resources", resources],
    ["resources/templates/list", "resourceTemplates", resourceTemplates],
  ];
  return lists.flatMap(([method, field, items]) =>
    items === undefined ? [] : [listOf(method, { [field]: [...items] }, era, 0)],
  );
}

function listOf(method: string, list: JsonObject, era: Era, at: number): SessionExchange {
  const result = era === "legacy" ? list : { ...list, resultType: "complete", ttlMs: 0, cacheScope: "private" };
  return { kind: "exchange", method, params: {}, answer: { result }, during: [], at, ms: 0 };
}

function exchangeOf(call: Call): SessionExchange {
  const { tool, arguments: args, notifications, serverRequests, httpStatus, at, ms } = call;
  const rounds = roundsOf(serverRequests);
  const said = answerOf(call);
  // The head of a stream that stayed silent did not end the exchange.
  const http = said.answer === undefined && (httpStatus ?? 0) < 400 ? undefined : httpStatus;
  const asked = serverRequests.filter((request) => request.round === undefined);
  return {
    kind: "exchange",
    method: "tools/call",
    params: { name: tool, arguments: args },
    ...said,
    during: [
      ...notifications.map(({ method, params }) => ({
        kind: "notification" as const,
        from: "server" as const,
        method,
        ...paramsOf(params),
        at,
      })),
      ...asked.map(({ method, params, answer }) => ({
        kind: "request" as const,
        method,
        ...paramsOf(params),
        ...(answer === undefined ? {} : { answer }),
        at,
      })),
    ],
    ...(rounds.length === 0 ? {} : { rounds }),
    ...(http === undefined ? {} : { http }),
    at,
    ms,
  };
}

function answerOf({ outcome }: Call): Pick<SessionExchange, "answer" | "cancelled"> {
  switch (outcome.kind) {
    case "result":
      return { answer: { result: outcome.result } };
    case "error":
      return { answer: { error: outcome.error } };
    case "unknown-tool":
      return {};
    case "none":
      if (outcome.reason === "timeout") return {};
      if (outcome.reason === "cancelled") return { cancelled: true };
      // Answer at once, because the recorded answer never came.
      return { answer: { error: { code: -32000, message: outcome.message } } };
  }
}

function paramsOf(params: JsonValue | undefined): { params?: JsonValue } {
  return params === undefined ? {} : { params };
}

/** What the server required in each round trip before its answer, and what the client answered. */
function roundsOf(requests: readonly ServerRequest[]): NonNullable<SessionExchange["rounds"]> {
  const rounds: { inputRequests: JsonObject; responses: JsonObject }[] = [];
  for (const { round, key, method, params, answer } of requests) {
    if (round === undefined || key === undefined) continue;
    const one = (rounds[round - 1] ??= { inputRequests: {}, responses: {} });
    one.inputRequests[key] = { method, ...paramsOf(params) };
    const response: JsonValue | undefined = answer?.["result"];
    if (response !== undefined) one.responses[key] = response;
  }
  return rounds.map(({ inputRequests, responses }) => ({
    required: { resultType: "input_required", inputRequests },
    responses,
  }));
}
