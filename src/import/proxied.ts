// Reads a session that `mcpvals proxy` recorded as what its client did: the calls, in turns of those that overlapped.
// There is no model in it, and no prompt. Pure.
import { isJsonObject } from "../json/value.js";
import type { Session, SessionExchange } from "../trace/session.js";
import type { Said, SaidCall, SaidResult, SaidTurn } from "./said.js";

/** Seconds by which rounding can move the end of a call behind the start of the next one. */
const ROUNDING = { fine: 0.00016, coarse: 0.00106 };

export function readProxied(session: Session): Said {
  const calls = session.entries.filter(
    (entry): entry is SessionExchange => entry.kind === "exchange" && entry.method === "tools/call",
  );
  const groups: SessionExchange[][] = [];
  // Older sessions have whole milliseconds.
  const isCoarse = session.entries.every(({ at }) => Number.isInteger(Math.round(at * 10_000) / 10));
  const rounding = isCoarse ? ROUNDING.coarse : ROUNDING.fine;
  let end = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    if (call.at + rounding < end) groups.at(-1)?.push(call);
    else groups.push([call]);
    end = Math.max(end, call.at + call.ms / 1000);
  }
  let id = 0;
  const turns = groups.map((group): SaidTurn => {
    const blocks = group.map((call) => saidCall(session, call, String(++id)));
    const at = timeOf(session, Math.min(...group.map((call) => call.at)));
    return { blocks, stop: "tool_use", usage: { input: 0, output: 0 }, at };
  });
  const together = groups.some((group) => group.length > 1);
  return {
    format: "session",
    model: null,
    cwd: null,
    hidden: true,
    steps: turns.length === 0 ? [] : [{ user: null, turns }],
    dispatch: together ? "together" : "serial",
    notes: [],
  };
}

function saidCall(session: Session, { params, answer, at, ms }: SessionExchange, id: string): SaidCall {
  const { name, arguments: input } = isJsonObject(params) ? params : {};
  const result = saidResult(answer);
  return {
    kind: "call",
    id,
    name: typeof name === "string" ? name : "",
    input: isJsonObject(input) ? input : {},
    ...(result !== undefined && { result: { ...result, at: timeOf(session, at + ms / 1000) } }),
  };
}

/** `seconds` after the start of the session. */
function timeOf({ startedAt }: Session, seconds: number): string {
  return new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
}

function saidResult(answer: SessionExchange["answer"]): SaidResult | undefined {
  if (answer === undefined) return undefined;
  const { result, error } = answer;
  if (error !== undefined) return { content: [], isError: true, wire: { error } };
  if (result === undefined) return undefined;
  const content = isJsonObject(result) && Array.isArray(result["content"]) ? result["content"] : [];
  return { content, isError: isJsonObject(result) && result["isError"] === true, wire: { result } };
}
