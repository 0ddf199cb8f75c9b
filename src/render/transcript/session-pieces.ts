// Builds the pieces of a transcript from a recorded session, in reading order.
// Knows no width, no colour and no markup: the renderers do.
import { isJsonObject, type JsonValue } from "../../json/value.js";
import { isToolError } from "../../trace/read.js";
import type { SessionEntry, SessionExchange } from "../../trace/session.js";
import type { CallOutcome } from "../../trace/trace.js";
import type { TranscriptPiece, Role } from "./piece.js";
import { partsOfOutcome } from "./result-parts.js";
import type { Part, ShownSession, TranscriptOptions } from "./shown.js";

type Inner = SessionExchange["during"][number];

/** Builds the transcript of a session. */
export function buildSessionPieces(
  { file, session, by, problems }: ShownSession,
  options: TranscriptOptions,
): TranscriptPiece[] {
  const { name, transport, era, server, startedAt, findings, entries } = session;
  const fact = (label: string, text: string): TranscriptPiece => ({ kind: "fact", name: label, text });
  const old = era === "legacy" ? "" : ", stateless (2026-07-28)";
  return [
    ...problems.map((text): TranscriptPiece => ({ kind: "problem", text })),
    fact("Session", name),
    ...(options.timeless ? [] : [fact("File", file)]),
    fact("Server", `${server.name} ${server.version}, protocol ${server.protocol}${old}, over ${transport}`),
    ...(options.timeless ? [] : [fact("Recorded", `${startedAt} by ${by}`)]),
    ...findings.map((finding) => fact("Finding", finding)),
    ...entries.flatMap((entry, index) => entryPieces(entry, index + 1, options)),
  ];
}

function entryPieces(entry: SessionEntry, number: number, options: TranscriptOptions): TranscriptPiece[] {
  if (entry.kind !== "exchange") return innerPieces(entry);
  const { method, params, during, rounds = [], ms, http, cancelled } = entry;
  const facts = [
    ...(cancelled === true ? ["cancelled"] : []),
    ...(http === undefined || http === 200 ? [] : [`HTTP ${http}`]),
    ...(options.timeless ? [] : [`${(ms / 1000).toFixed(1)} s`]),
  ];
  const outcome = outcomeOf(entry);
  const failed = isToolError(outcome) || outcome.kind !== "result";
  return [
    said("call", `Request ${number}`, facts.join(", "), method, valueParts(params)),
    ...rounds.flatMap(({ required, responses }) => [
      said("server", "Requires", "", "", [{ kind: "json", value: required }]),
      said("call", `Request ${number}`, "", "again", [{ kind: "json", value: responses }]),
    ]),
    ...during.flatMap(innerPieces),
    said(failed ? "failed" : "result", `Result ${number}`, failed ? "failed" : "", "", partsOfOutcome(outcome)),
  ];
}

function innerPieces(entry: Inner): TranscriptPiece[] {
  const { kind, method, params } = entry;
  if (kind === "notification") {
    const [role, label]: [Role, string] = entry.from === "client" ? ["call", "Client"] : ["server", "Server"];
    return [said(role, label, "", method, valueParts(params))];
  }
  const { answer } = entry;
  const reply: Part[] =
    answer === undefined ? [{ kind: "note", text: "no answer" }] : [{ kind: "json", value: answer }];
  return [said("server", "Server asks", "", method, valueParts(params)), said("call", "Client", "", "answers", reply)];
}

function outcomeOf({ answer, cancelled, http }: SessionExchange): CallOutcome {
  if (answer === undefined) {
    if (http !== undefined) {
      return { kind: "none", reason: "server-ended", message: `HTTP status ${http} and no JSON-RPC message` };
    }
    const reason = cancelled === true ? "cancelled" : "server-ended";
    return { kind: "none", reason, message: "nothing came until the end of the session" };
  }
  const { error, result = null } = answer;
  return error === undefined ? { kind: "result", result } : { kind: "error", error };
}

function valueParts(params: JsonValue | undefined): Part[] {
  const isEmpty = params === undefined || (isJsonObject(params) && Object.keys(params).length === 0);
  return isEmpty ? [] : [{ kind: "json", value: params }];
}

function said(role: Role, label: string, facts: string, name: string, parts: Part[]): TranscriptPiece {
  return { kind: "said", role, label, name, facts, parts, faint: false, foldable: true };
}
